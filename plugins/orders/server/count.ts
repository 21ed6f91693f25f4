import type { CallArguments } from '@sinter/sdk/contract/call';
import type { countFoundOrders } from '@sinter/sdk/contract/orders/lists';
import { statusGroups, statusGroupSchema, type OrderCount } from '@sinter/sdk/contract/orders/orders';
import type { CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { openStatuses } from '../shared/groups.ts';
import { awaiting } from './awaiting.ts';
import { dueColumn, dueWithin, found, statusColumn } from './filters.ts';
import { portalOf } from './portal/portal.ts';
import type { Portal } from '@sinter/sdk/contract/orders/portal';
import { isProvider, viewersMatch, withheld, within } from './visibility.ts';

/** How many orders are in a status, and how many of them are due when. */
interface Counted {
  status: string;
  orders: number;
  late: number;
  dueIn3: number;
  dueIn7: number;
}

/** All orders, by indexes alone: those within sight, less those that are withheld, which are few. */
export async function count(context: CallContext): Promise<OrderCount> {
  const viewer = context.user;
  const portal = await portalOf(context);
  const all = isProvider(viewer) ? sql`rfq_match m` : sql`rfq_order o`;
  return counted(
    context,
    sql<Counted>`
      select status, sum(orders)::int as orders, sum(late)::int as late, sum("dueIn3")::int as "dueIn3", sum("dueIn7")::int as "dueIn7"
      from (
        ${byStatus(context, portal, sql`from ${all} where ${within(viewer)}`, 1)}
        union all
        ${byStatus(context, portal, sql`from rfq_order o ${viewersMatch(viewer)} where ${withheld(viewer)}`, -1)}
      ) each group by 1 having sum(orders) > 0`,
    sql`select (select count(*) from ${all} where ${within(viewer)} and ${awaiting(viewer)})::int
      - (select count(*) from rfq_order o ${viewersMatch(viewer)} where ${withheld(viewer)} and ${awaiting(viewer)})::int as waiting`,
  );
}

/** What a search finds. */
export async function countFound(
  context: CallContext,
  { query, body }: CallArguments<typeof countFoundOrders>,
): Promise<OrderCount> {
  const scheduling = query.schedulingCall === 'true';
  if (body.searchString.trim() === '' && Object.keys(body.searchFilters).length === 0 && !scheduling)
    return count(context);
  const portal = await portalOf(context);
  const { from } = await found(context, portal, body, scheduling);
  return counted(
    context,
    byStatus(context, portal, from, 1),
    sql`select count(*)::int as waiting ${from} and ${awaiting(context.user)}`,
  );
}

function byStatus({ user }: CallContext, portal: Portal, from: RawBuilder<unknown>, sign: 1 | -1): RawBuilder<Counted> {
  const times = sql.lit(sign);
  const due = (mark: RawBuilder<unknown>) => sql`(${times} * count(*) filter (where ${mark}))::int`;
  const at = dueColumn(user);
  return sql<Counted>`select ${statusColumn(user, portal)} as status, (${times} * count(*))::int as orders,
    ${due(dueWithin.LATE(at))} as late, ${due(dueWithin.DUE_IN_3(at))} as "dueIn3", ${due(dueWithin.DUE_IN_7(at))} as "dueIn7"
    ${from} group by 1`;
}

/** One statement, so that all figures are of one moment; and who has to act, which other indexes know. */
async function counted(
  { db, user }: CallContext,
  statement: RawBuilder<Counted>,
  whoseTurn: RawBuilder<{ waiting: number }>,
): Promise<OrderCount> {
  const [{ rows }, { rows: waiting }] = await Promise.all([statement.execute(db), whoseTurn.execute(db)]);
  const provider = isProvider(user);
  const open: readonly string[] = openStatuses(provider ? 'provider' : 'buyer');
  const sum = (of: (row: Counted) => number, among: readonly Counted[] = rows) =>
    among.reduce((total, row) => total + of(row), 0);
  const stillOpen = rows.filter(({ status }) => open.includes(status));
  const numberIn = new Map(rows.map(({ status, orders }) => [status, orders]));
  return {
    total: sum(({ orders }) => orders),
    byStatus: Object.fromEntries(numberIn),
    byGroup: provider
      ? Object.fromEntries(
          statusGroupSchema.options.map((group) => [
            group,
            statusGroups[group].reduce((total, status) => total + (numberIn.get(status) ?? 0), 0),
          ]),
        )
      : {},
    awaitingMe: waiting[0]?.waiting ?? 0,
    late: sum(({ late }) => late, stillOpen),
    dueIn3: sum(({ dueIn3 }) => dueIn3, stillOpen),
    dueIn7: sum(({ dueIn7 }) => dueIn7, stillOpen),
  };
}
