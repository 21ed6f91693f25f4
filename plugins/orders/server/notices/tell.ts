import type { Portal } from '@sinter/sdk/contract/orders/portal';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import type { NoticeAudience, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { portalOfCompany, shopNameOf } from '../portal/portal.ts';
import { isHidden } from '../portal/statuses.ts';
import type { AnyEvent, Side } from '../transitions.ts';
import { kinds, type OrderNotice } from './kinds.ts';
import { matchNotices, orderNotices, type Told } from './table.ts';

/** What has to be known of an order to tell of it. */
export interface ToldOrder {
  id: number;
  companyId: number;
  createdBy: number;
  controlled: boolean;
}
interface ToldMatch {
  id: number;
  facilityId: number;
}
interface Cause {
  userId: number | null;
  /** The facility that the user acts for; none for a buyer. */
  facilityId?: number | null;
}

export interface Happened {
  order: ToldOrder & { portal: Portal };
  /** Whose part in the order it is about, or the one that the order was awarded to. */
  match: ToldMatch | null;
  /** It happened to the match, not to the request. */
  onMatch: boolean;
  event: AnyEvent;
  /** The status before and after. */
  from: string;
  to: string;
  cause: Cause;
  /** Of its row in the history. */
  historyId: number;
}

/** Tells everybody whom an event concerns, as the tables say. */
export async function tellOf(unit: Work, happened: Happened): Promise<void> {
  const { order, match, onMatch, event, from, to, cause, historyId } = happened;
  const rows = (onMatch ? matchNotices : orderNotices)[event];
  if (rows === undefined || typeof rows === 'string') return;
  const by = sideOf(cause);
  const concerned = rows.filter(
    (row) =>
      (row.from ?? from) === from &&
      row.notFrom !== from &&
      (row.by ?? by) === by &&
      (row.side === 'buyer' || match !== null) &&
      (row.side === 'provider' || by === 'buyer' || !isHidden(order.portal, from, to)),
  );
  if (concerned.length === 0) return;
  const facts = await factsOf(unit, order, match, cause);
  for (const row of concerned) {
    const notice = row.notice === 'quoted' && facts.quotedBefore ? 'requoted' : row.notice;
    await tell(unit, notice, {
      order,
      // A side reads of a colleague by name, of the other side by where they work.
      by: (by === row.side ? facts.who : row.side === 'buyer' ? facts.facility : facts.company) ?? '',
      key: `order ${order.id} event ${historyId}`,
      doneBy: cause.userId,
      facilityId: facts.inName,
      to: audience(row, order, match, facts),
    });
  }
}

export interface Telling {
  order: ToldOrder;
  by: string;
  key: string;
  doneBy: number | null;
  /** In whose name customers are told. */
  facilityId?: number | null;
  to: NoticeAudience;
}

export const tell = (
  unit: Work,
  notice: OrderNotice,
  { order, by, key, doneBy, facilityId, to }: Telling,
): Promise<void> =>
  unit.notify(kinds[notice], {
    subjectId: order.id,
    params: { by },
    key,
    by: doneBy,
    ...(facilityId !== undefined && { facilityId }),
    to: [to],
    ...(order.controlled && { controlled: { knownTo: [order.createdBy] } }),
  });

const sideOf = ({ userId, facilityId }: Cause): Side =>
  userId === null ? 'system' : typeof facilityId === 'number' ? 'provider' : 'buyer';

/** Those of a side who work on the order, and whoever may do what is next where they may not. */
export function audience(
  { side, next, asked }: Pick<Told, 'side' | 'next' | 'asked'>,
  order: ToldOrder,
  match: Pick<ToldMatch, 'facilityId'> | null,
  { acted, askedOf }: Pick<Facts, 'acted' | 'askedOf'>,
): NoticeAudience {
  const facilityId = side === 'provider' ? (match?.facilityId ?? null) : null;
  const people = acted.filter((one) => one.facilityId === facilityId).map(({ userId }) => userId);
  return {
    place: { facilityId, companyId: side === 'buyer' ? order.companyId : null },
    people: asked ? askedOf : side === 'buyer' ? [order.createdBy, ...people] : people,
    ...(next && { orWhoever: ({ memberRoles }) => hasOrderRight(memberRoles, next) }),
  };
}

export interface Facts {
  /** Who has done something to the order, for a facility or as its buyer. */
  acted: { userId: number; facilityId: number | null }[];
  /** Whom somebody has asked to accept a quote that is open. */
  askedOf: number[];
  facility: string | null;
  company: string | null;
  /** Who does this. */
  who: string | null;
  quotedBefore: boolean;
  /** In whose name the customer is told; `null` where none is at it, or the portal keeps to itself which one. */
  inName: number | null;
}

/** In whose name customers hear of what this facility does: in nobody's where their portal keeps to itself who it is. */
export const namedTo = (portal: Portal, facilityId: number | null): number | null =>
  portal.hiddenColumns.includes('facility') ? null : facilityId;

export async function factsOf(
  unit: Work,
  order: ToldOrder,
  match: ToldMatch | null,
  { userId }: Pick<Cause, 'userId'>,
): Promise<Facts> {
  const { rows } = await sql<Omit<Facts, 'inName'>>`
    select coalesce((select jsonb_agg(distinct jsonb_build_object('userId', h.user_id, 'facilityId', h.by_facility_id))
        from order_history h where h.order_id = ${order.id} and h.user_id is not null), '[]'::jsonb) as acted,
      coalesce((select jsonb_agg(person) from quote_approval a join quote q on q.id = a.quote_id
        join rfq_match asked on asked.id = q.match_id cross join unnest(a.asked_of) person
        where asked.order_id = ${order.id} and a.answered_at is null), '[]'::jsonb) as "askedOf",
      (select f.company_name from facility f where f.id = ${match?.facilityId ?? null}) as facility,
      (select c.name from company c where c.id = ${order.companyId}) as company,
      (select trim(u.first_name || ' ' || u.last_name) from app_user u where u.id = ${userId}) as who,
      exists (select from quote q where q.match_id = ${match?.id ?? null}) as "quotedBefore"
  `.execute(unit.db);
  const [facts] = rows;
  const portal = await portalOfCompany(unit.db, order.companyId);
  const inName = namedTo(portal, match?.facilityId ?? null);
  if (facts && portal.hiddenColumns.includes('facility')) {
    const user = { companyId: order.companyId };
    return { ...facts, facility: await shopNameOf({ db: unit.db, user }, portal), inName };
  }
  return facts
    ? { ...facts, inName }
    : { acted: [], askedOf: [], facility: null, company: null, who: null, quotedBefore: false, inName };
}
