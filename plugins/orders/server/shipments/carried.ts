import { trackingAddress } from '@sinter/sdk/contract/orders/trackingNumbers';
import type { ShipmentRow } from '@sinter/sdk/contract/orders/shipments';
import type { Tables } from '@sinter/sdk/server';
import type { Kysely } from 'kysely';
import { carriersOf } from '../carriers/carriers.ts';

type Carried = Pick<ShipmentRow, 'carrier' | 'trackingUrl'>;

/** Says of shipments of one facility, whose carriers are read as keys, who that is and where they can be followed. */
export async function carried<Row extends { carrier: string; tracking: string }>(
  db: Kysely<Tables>,
  facilityId: number,
  rows: readonly Row[],
): Promise<(Omit<Row, 'carrier'> & Carried)[]> {
  if (rows.every(({ carrier }) => carrier === '')) {
    return rows.map((row) => ({ ...row, carrier: null, trackingUrl: null }));
  }
  const { carriers } = await carriersOf(db, facilityId);
  const byKey = new Map(carriers.map((carrier) => [carrier.key, carrier]));
  return rows.map((row) => {
    const found = byKey.get(row.carrier);
    if (!found) return { ...row, carrier: null, trackingUrl: null };
    const { key, kind, name } = found;
    const trackingUrl = row.tracking === '' ? null : trackingAddress(found, row.tracking);
    return { ...row, carrier: { key, kind, name }, trackingUrl };
  });
}
