import { CallError } from '@sinter/sdk/contract';
import { builtInCarriers } from '@sinter/sdk/contract/orders/builtInCarriers';
import { carrierSchema, type Carrier, type KeptCarriers } from '@sinter/sdk/contract/orders/carriers';
import { isTrackingNumber } from '@sinter/sdk/contract/orders/trackingNumbers';
import { wrongField, type Tables } from '@sinter/sdk/server';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { OrderTables } from '../tables.ts';
import { say } from '../texts.ts';

const storedSchema = z.array(carrierSchema);

/** The carriers of a facility, those that are switched off too. */
export async function carriersOf(db: Kysely<Tables>, facilityId: number): Promise<KeptCarriers> {
  const kept = await db
    .withTables<OrderTables>()
    .selectFrom('carrier_settings')
    .select(['version', 'carriers'])
    .where('facility_id', '=', facilityId)
    .executeTakeFirst();
  return kept
    ? { version: kept.version, carriers: withBuiltIn(storedSchema.parse(kept.carriers)) }
    : { version: 0, carriers: [...builtInCarriers] };
}

/** What the facility has not kept, such as one that came with a later version of the product, is there and switched off. */
export function withBuiltIn(carriers: readonly Carrier[]): Carrier[] {
  const others = builtInCarriers.filter(({ key }) => !carriers.some((kept) => kept.key === key));
  return [...carriers, ...others.map((carrier) => ({ ...carrier, active: false }))];
}

/**
 * The carrier of a shipment that is about to leave. Throws INVALID_INPUT for `field` where the facility does not use it, or
 * `number` cannot be one of its own; the sentence shows what they look like.
 */
export async function requireCarrier(
  db: Kysely<Tables>,
  facilityId: number,
  { key, number }: { key: string; number: string },
  field: { carrier: string; number: string } = { carrier: 'carrier', number: 'tracking' },
): Promise<Carrier> {
  const { carriers } = await carriersOf(db, facilityId);
  const carrier = carriers.find((one) => one.key === key && one.active);
  if (!carrier) throw wrongField(field.carrier, say('carrierOff'));
  const { name, example } = carrier;
  if (number !== '' && !isTrackingNumber(carrier, number)) {
    throw wrongField(field.number, example === '' ? say('numberUnreadable') : say('numberOdd', { name, example }));
  }
  return carrier;
}

export function requireVersion(seen: number, present: number, by: string): void {
  if (seen !== present) throw new CallError('CONFLICT', say('carriersChanged', { name: by }));
}
