import type { Work } from '@sinter/sdk/server';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { sql } from 'kysely';
import { audience, factsOf, tell, type ToldOrder } from './tell.ts';

/** The jobs of an order lead to a later day than was promised: its facility is told once for each day. */
export async function tellLate(
  unit: Work,
  {
    orderId,
    matchId,
    facilityId,
    expectedOn,
  }: { orderId: number; matchId: number; facilityId: number; expectedOn: string },
): Promise<void> {
  const { rows } = await sql<ToldOrder>`
    select o.id, o.company_id as "companyId", o.created_by as "createdBy", ${orderIsControlled} as controlled
    from rfq_order o where o.id = ${orderId}
  `.execute(unit.db);
  const [order] = rows;
  if (!order) return;
  const match = { id: matchId, facilityId };
  const facts = await factsOf(unit, order, match, { userId: null });
  await tell(unit, 'late', {
    order,
    by: '',
    key: `order ${orderId} match ${matchId} late ${expectedOn}`,
    doneBy: null,
    to: audience({ side: 'provider', next: 'produce' }, order, match, facts),
  });
}
