import { CallError } from '@sinter/sdk/contract';
import { statusGroups } from '@sinter/sdk/contract/orders/orders';
import type { Work } from '@sinter/sdk/server';
import type { OrderProduction } from '@sinter/sdk/contract/orders/production';
import { sql } from 'kysely';
import { lockOrder, moveMatch, moveOrder } from './lifecycle.ts';
import { say } from './texts.ts';

async function ordersOf(unit: Work, orderFileIds: readonly number[]): Promise<number[]> {
  const rows = await unit.db
    .selectFrom('rfq_order_file')
    .select('order_id')
    .distinct()
    .where('id', '=', sql<number>`any(${orderFileIds})`)
    .orderBy('order_id')
    .execute();
  return rows.map((row) => row.order_id);
}

export const production: OrderProduction = {
  /** Holds the awards, in the order in which `started` does, until the transaction ends: none is put on hold in between. */
  async requireAwarded(unit, facilityId, orderFileIds) {
    const { rows } = await sql<{ id: number }>`
      select f.id from rfq_order_file f join rfq_match m on m.order_id = f.order_id
      where f.id = any(${orderFileIds}) and m.facility_id = ${facilityId} and m.status = any(${[...statusGroups.AWARDED]})
      order by m.order_id for share of m
    `.execute(unit.db);
    const awarded = new Set(rows.map((row) => row.id));
    const other = orderFileIds.find((id) => !awarded.has(id));
    if (other !== undefined) {
      throw new CallError('CONFLICT', say('notAwarded', { part: String(other) }));
    }
  },

  async setScheduled(unit, taken) {
    await sql`
      update rfq_order_file f set scheduled = told.quantity
      from unnest(${taken.map(({ orderFileId }) => orderFileId)}::bigint[], ${taken.map(({ quantity }) => quantity)}::int[])
        as told(id, quantity)
      where f.id = told.id and f.scheduled <> told.quantity
    `.execute(unit.db);
  },

  async started(unit, facilityId, orderFileIds, userId) {
    const cause = { userId };
    for (const orderId of await ordersOf(unit, orderFileIds)) {
      const order = await lockOrder(unit, orderId);
      const match = order.matches.find((each) => each.facilityId === facilityId);
      if (match?.status !== 'SP_BID_ACCEPTED') continue;
      await moveMatch(unit, order, match, 'START_PRODUCTION', cause);
      if (order.status === 'AGREEMENT_DONE') await moveOrder(unit, order, 'START_PRODUCTION', cause);
    }
  },
};
