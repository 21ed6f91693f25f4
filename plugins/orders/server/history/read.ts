import { CallError } from '@sinter/sdk/contract';
import type { OrderStep } from '@sinter/sdk/contract/orders/history';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { viewersMatch, visible } from '../visibility.ts';
import { known, ledTo, told, type Entry, type Reader } from './steps.ts';
import { portalOf } from '../portal/portal.ts';

/** How the history of either side begins; nothing is written down for it. */
const created = 'CREATE';
const received = 'DISTRIBUTE';

interface Found extends Omit<Reader, 'portal'> {
  createdAt: Date;
  creatorId: number;
  creator: string;
}
interface Kept {
  reader: Reader;
  entries: Entry[];
  facilities: ReadonlyMap<number, string>;
}

/** The whole history, newest first. */
export async function history(context: CallContext, orderId: number): Promise<OrderStep[]> {
  const { reader, entries, facilities } = await kept(context, orderId);
  return known(entries, reader)
    .map((entry) => told(entry, reader, facilities))
    .reverse();
}

/** What led to the present status of the order, or of one of its quotes, newest first. */
export async function why(context: CallContext, orderId: number, quoteId?: number): Promise<OrderStep[]> {
  const { reader, entries, facilities } = await kept(context, orderId);
  const steps =
    quoteId === undefined
      ? ledTo(known(entries, reader), reader)
      : await ofQuote(context, orderId, quoteId, reader, known(entries, reader));
  return steps.map((entry) => told(entry, reader, facilities)).reverse();
}

/** What happened to a quote's facility since that quote was sent, until it sent another. */
async function ofQuote(
  { db }: CallContext,
  orderId: number,
  quoteId: number,
  { matchId }: Reader,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const { rows } = await sql<{ matchId: number; from: Date; until: Date | null }>`
    select q.match_id as "matchId", q.created_at as "from",
      (select min(later.created_at) from quote later where later.match_id = q.match_id and later.id > q.id) as until
    from quote q join rfq_match m on m.id = q.match_id
    where q.id = ${quoteId} and m.order_id = ${orderId} and (${matchId}::bigint is null or m.id = ${matchId})
  `.execute(db);
  const [quote] = rows;
  if (!quote) throw new CallError('NOT_FOUND');
  const awarded = new Set(['AWARD', 'ACCEPT_AWARD', 'REFUSE_AWARD', 'AGREE_CANCEL']);
  return entries.filter(
    ({ at, event, matchId: of }) =>
      (of === quote.matchId || (of === null && awarded.has(event))) &&
      at >= quote.from &&
      (quote.until === null || at < quote.until),
  );
}

async function kept(context: CallContext, orderId: number): Promise<Kept> {
  const { db, user } = context;
  const { rows: found } = await sql<Found>`
    select m.id as "matchId", m.facility_id as "facilityId", coalesce(m.created_at, o.created_at) as "createdAt",
      o.created_by as "creatorId", u.first_name || ' ' || u.last_name as creator,
      exists (select 1 from quote won where won.match_id = m.id and won.status = 'ACCEPTED') as won
    from rfq_order o ${viewersMatch(user)} join app_user u on u.id = o.created_by
    where o.id = ${orderId} and ${visible(user)}
  `.execute(db);
  const [order] = found;
  if (!order) throw new CallError('NOT_FOUND');
  const { rows: entries } = await sql<Entry>`
    select h.created_at as at, h.match_id as "matchId", m.facility_id as "matchFacilityId", h.event,
      coalesce(h.match_status, h.order_status) as status, h.reason, h.user_id as "userId",
      coalesce(u.first_name || ' ' || u.last_name, '') as who, h.by_facility_id as "byFacilityId"
    from order_history h left join rfq_match m on m.id = h.match_id left join app_user u on u.id = h.user_id
    where h.order_id = ${orderId} order by h.created_at, h.id
  `.execute(db);
  const { rows: facilities } = await sql<{ id: number; name: string }>`
    select f.id, f.company_name as name from rfq_match m join facility f on f.id = m.facility_id
    where m.order_id = ${orderId}
  `.execute(db);
  const { createdAt: at, creatorId, creator, matchId, facilityId, won } = order;
  const begun: Entry = {
    ...{ at, matchId, matchFacilityId: facilityId, reason: '', byFacilityId: null },
    ...(matchId === null
      ? { event: created, status: 'DRAFT', userId: creatorId, who: creator }
      : { event: received, status: 'CREATED', userId: null, who: '' }),
  };
  return {
    reader: { matchId, facilityId, won, portal: matchId === null ? await portalOf(context) : null },
    // What is sent at once was not a draft before.
    entries: entries.some((entry) => entry.matchId === matchId && entry.at.getTime() === at.getTime())
      ? entries
      : [begun, ...entries],
    facilities: new Map(facilities.map(({ id, name }) => [id, name])),
  };
}
