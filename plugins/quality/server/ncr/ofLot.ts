import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import type { listLotNcrs } from '@sinter/sdk/contract/quality/ncrs';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { containmentOf, isOpen, seenNcrs } from './lines.ts';

/** Open ones about a lot, and those that hold it. */
export async function ofLot(
  context: CallContext,
  { params }: CallArguments<typeof listLotNcrs>,
): Promise<CallReply<typeof listLotNcrs>> {
  const { db, facilityId, user } = context;
  const { rows: seen } = await sql`
    select from lot l join rfq_order o on o.id = l.order_id
    where l.id = ${params.id} and l.facility_id = ${facilityId} and (${user.cleared} or not ${orderIsControlled})
  `.execute(db);
  if (seen.length === 0) throw new CallError('NOT_FOUND');
  const holds = sql<boolean>`exists (select from ncr_hold h where h.ncr_id = n.id and h.lot_id = ${params.id} and h.released_at is null)`;
  const { rows } = await sql<CallReply<typeof listLotNcrs>[number]>`
    select n.id, n.number, n.title, n.status, n.severity, ${containmentOf} as containment, ${holds} as holds
    from ncr n where ${seenNcrs(context)} and ((n.lot_id = ${params.id} and ${isOpen})
      or n.id in (select h.ncr_id from ncr_hold h where h.lot_id = ${params.id} and h.released_at is null))
    order by n.id desc limit 100
  `.execute(db);
  return rows;
}
