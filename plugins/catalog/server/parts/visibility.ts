import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import { seesWholeCompany, type Principal } from '@sinter/sdk/contract';
import { partOrders, type PartOrders } from '@sinter/sdk/contract/catalog/partOrders';
import type { CallContext, Services } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';

/** All that reading parts needs, so that it can be watched in a test. */
export type Reading = Pick<CallContext, 'db' | 'user' | 'get' | 'all'>;

/** What deciding who sees a part needs. */
export type Known = Pick<Reading, 'user' | 'all'>;

/** Does the viewer belong to a facility that makes parts? Otherwise to a company that owns some. */
export const isProvider = (viewer: Principal): boolean => viewer.role === 'ROLE_SERVICE_PROVIDER';

/** May the viewer change parts? Only somebody who may create orders. */
export const mayChange = (viewer: Principal): boolean =>
  viewer.companyId !== null && hasOrderRight(viewer.memberRoles, 'create');

export const mayOrder = (viewer: Principal): boolean => mayChange(viewer) && viewer.storeFront;

/**
 * The parts `p` that somebody may know of, each with the latest revision `r` that they see: for `from`, with
 * `isVisible` in `where`. A facility sees what it was asked to make.
 */
export function visibleParts(reading: Reading): RawBuilder<unknown> {
  if (!isProvider(reading.user)) return sql`part p join part_revision r on r.part_id = p.id and r.number = p.latest`;
  return sql`(select distinct on (pr.part_id) pr.* from ${visibleOrders(reading)} order by pr.part_id, pr.number desc) r
    join part p on p.id = r.part_id`;
}

const controlledRevisions = sql`part_revision cr join stored_file made on made.id = cr.original_file_id
  where cr.part_id = p.id and made.controlled`;

/** Some revision of part `p` is export controlled: then all that is known of the part is. */
export const partIsControlled = sql<boolean>`exists (select from ${controlledRevisions})`;

/**
 * A part with an export-controlled file is known only to those who may read every one of its controlled files: its name
 * alone would tell too much.
 */
export const isVisible = (reading: Known): RawBuilder<boolean> =>
  isProvider(reading.user)
    ? sql`p.deleted_at is null and ${reading.user.cleared ? sql`true` : sql`not ${partIsControlled}`}`
    : isOwn(reading);

/** The parts `p` of the viewer's own company; none of a facility. */
export const isOwn = (reading: Known): RawBuilder<boolean> => sql`p.deleted_at is null and ${isOfCompany(reading)}`;

/** Also those that were deleted. */
export const isOfCompany = (reading: Known): RawBuilder<boolean> =>
  sql`p.company_id = ${reading.user.companyId} and ${mayKnow(reading.user)} and ${isOpen(reading)}`;

/**
 * Everybody in the company sees what was put into the inventory. What came into it with an order alone is seen by those
 * who see such an order.
 */
function isOpen(reading: Known): RawBuilder<boolean> {
  const { user } = reading;
  if (seesWholeCompany(user)) return sql`true`;
  return sql`(p.kept or p.created_by = ${user.userId} or exists (
    select from part_revision own join part_upload u on u.revision_id = own.id
      join ${ordersFrom(reading, (orders) => orders.opened(user))} o on o.original_file_id = u.original_file_id
    where own.part_id = p.id))`;
}

/** The rule of the files themselves: who is cleared, and who uploaded it; a key opens none. */
function mayKnow(viewer: Principal): RawBuilder<boolean> {
  if (viewer.cleared) return sql`true`;
  if (viewer.via !== 'session') return sql`not ${partIsControlled}`;
  return sql`not exists (
    select from ${controlledRevisions} and ${viewer.userId} is distinct from (
      select root.created_by from stored_file root where root.id = coalesce(made.root_file_id, made.id)))`;
}

/** What contributions say of orders, as one relation; `query` picks which of their queries is meant. */
export function ordersFrom(
  services: Pick<Services, 'all'>,
  query: (orders: PartOrders) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const known = services.all(partOrders).map(query);
  return sql`(${known.length > 0 ? sql.join(known, sql` union all `) : nothing})`;
}
const nothing = sql`select null::bigint as order_id, null::bigint as original_file_id, null::bigint as company_id,
  null::timestamptz as ordered_at, null::text as title, null::int as quantity where false`;

/** Orders `o` of revisions `pr` that count for the viewer: all of the company's, or those sent to the facility. */
export const visibleOrders = (reading: Known): RawBuilder<unknown> => sql`
  part_revision pr
    join part own on own.id = pr.part_id
    join part_upload u on u.revision_id = pr.id
    join ${ordersFrom(reading, (orders) => orders.ordered(reading.user))} o
      on o.original_file_id = u.original_file_id and o.company_id = own.company_id`;

/** Of part `p`, the revisions `r` that somebody sees. */
export const isVisibleRevision = (reading: Known): RawBuilder<boolean> =>
  isProvider(reading.user) ? sql`exists (select 1 from ${visibleOrders(reading)} where pr.id = r.id)` : sql`true`;

/** The parts that somebody sees, one row for each: a query that is cheap for a few chosen ones. */
export const seenParts = (known: Known): RawBuilder<unknown> => sql`
  select p.id, p.name, p.part_number,
    (select count(*)::int from part_revision r where r.part_id = p.id and ${isVisibleRevision(known)}) as revision_count
  from part p where ${isVisible(known)}
    and ${isProvider(known.user) ? sql`exists (select from ${visibleOrders(known)} where pr.part_id = p.id)` : sql`true`}`;
