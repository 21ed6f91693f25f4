import { ncrChanged } from '@sinter/sdk/contract/quality/ncrs';
import type { PlannedParts } from '@sinter/sdk/contract/scheduling/plannedParts';
import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { ncrIsControlled } from './lines.ts';

/** Builds make pieces again: production has made their lots before, in this transaction, and tied them to rows of the ledger. */
export const remadeLots: PlannedParts = {
  async changed(_services, unit, orderFileIds) {
    const { rows } = await sql<{ ncrId: number }>`
      select distinct n.id as "ncrId" from ncr n join ncr_row r on r.ncr_id = n.id join lot_remake made on made.move_id = any(r.move_ids)
        join lot l on l.id = made.lot_id
      where n.order_file_id = any(${[...orderFileIds]}::bigint[]) and l.created_at = now()
    `.execute(unit.db);
    await tellShown(
      unit,
      rows.map(({ ncrId }) => ncrId),
    );
  },
};

/** Pages that show these hear; nothing that is written down of them is another. */
export async function tellShown(unit: Pick<Work, 'db' | 'emit'>, ncrIds: readonly number[]): Promise<void> {
  if (ncrIds.length === 0) return;
  const { rows } = await sql<{
    ncrId: number;
    facilityId: number;
    orderId: number | null;
    lotId: number | null;
    controlled: boolean;
  }>`
    select n.id as "ncrId", n.facility_id as "facilityId", n.order_id as "orderId", n.lot_id as "lotId", ${ncrIsControlled} as controlled
    from ncr n where n.id = any(${[...ncrIds]}::bigint[]) order by n.id
  `.execute(unit.db);
  for (const { facilityId, controlled, ...ncr } of rows) {
    await unit.emit(ncrChanged, ncr, { facilityIds: [facilityId], controlled });
  }
}
