import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { OrderSearch } from '@sinter/sdk/contract/orders/filters';
import type { FoundOrders } from '@sinter/sdk/contract/orders/foundOrders';
import type { OrderRow, OrderSort, searchOrders } from '@sinter/sdk/contract/orders/orders';
import type { Principal } from '@sinter/sdk/contract';
import { plannedOnce, type CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import type { Portal } from '@sinter/sdk/contract/orders/portal';
import { found, type Finding } from './filters.ts';
import { languageOf, portalOf, welcomeOf } from './portal/portal.ts';
import { rowOf, rows, type FoundRow } from './queries.ts';
import { isProvider } from './visibility.ts';

type Search = CallArguments<typeof searchOrders>;

/** Counting goes on to the next multiple of this: nobody reads so many pages, and to count a million takes half a second. */
export const countedTo = 1_000;

export async function search(context: CallContext, { query, body }: Search): Promise<CallResult<typeof searchOrders>> {
  const portal = await portalOf(context);
  const { from, order } = await sorted(context, portal, body, query, query.schedulingCall === 'true');
  const before = query.page * query.size;
  const most = Math.ceil((before + query.size) / countedTo) * countedTo;
  // Found once, for the page and for the count.
  const { rows: counted } = await sql<{ total: number; page: number[] }>`
    select count(*)::int as total,
      coalesce(array_agg(id order by place) filter (where place > ${before} and place <= ${before + query.size}), '{}') as page
    from (select o.id, row_number() over (order by ${order}) as place ${from}
      order by ${order} limit ${most + 1}) found
  `.execute(context.db);
  const { total, page } = counted[0] ?? { total: 0, page: [] };
  const orders = page.length === 0 ? [] : await listed(context, page);
  const { hiddenColumns } = portal;
  const welcome = await welcomeOf(context);
  const told = {
    orders,
    ...(hiddenColumns.length > 0 && { hiddenColumns }),
    ...(welcome !== null && { welcome }),
  };
  return total > most ? { ...told, totalCount: most, moreThanTotal: true } : { ...told, totalCount: total };
}

/** For other areas. */
export const listedOrders: FoundOrders = {
  async ids(context, body, sort, most) {
    const { from, order } = await sorted(context, await portalOf(context), body, sort, false);
    const { rows: found } = await sql<{ id: number }>`select o.id ${from} order by ${order} limit ${most}`.execute(
      context.db,
    );
    return found.map(({ id }) => id);
  },
};

/** What is found, and its order. */
async function sorted(context: Finding, portal: Portal, body: OrderSearch, sort: OrderSort, scheduling: boolean) {
  const viewer = context.user;
  const { from, named } = await found(context, portal, body, scheduling);
  const hidden = sort.sort === 'QUOTE_DUE_DATE' && portal.hiddenColumns.includes('quoteDueDate');
  return { from, order: sql.join([...(named ? [sql`${named} desc`] : []), inOrder(viewer, hidden ? {} : sort)]) };
}

/**
 * Each of these, either way, is the order of an index of `rfq_match`, or for a buyer of `rfq_order` (migrations 001, 006,
 * 017): a page is read from its beginning.
 */
function inOrder(viewer: Principal, { sort = 'CREATED', direction = 'desc' }: OrderSort): RawBuilder<unknown> {
  const ascending = direction === 'asc';
  const way = ascending ? sql`asc` : sql`desc`;
  const provider = isProvider(viewer);
  const id = provider ? sql`m.order_id` : sql`o.id`;
  const created = provider ? sql`m.created_at` : sql`o.created_at`;
  switch (sort) {
    case 'PRIORITY':
      // Labels are numbered as they were made; a buyer has none.
      if (provider) return sql`m.priority_label_id ${way} nulls last, m.created_at desc, m.order_id desc`;
      break;
    case 'TARGET_DATE': {
      // Without a date it is wanted as soon as possible.
      const due = provider ? sql`m.due_at` : sql`o.estimated_delivery_date`;
      return sql`${due} ${way} ${ascending ? sql`nulls first` : sql`nulls last`}, ${id} ${way}`;
    }
    case 'QUOTE_DUE_DATE':
      return sql`${provider ? sql`m.quote_due_at` : sql`o.quote_due_at`} ${way} nulls last, ${id} ${way}`;
    case 'CREATED':
      break;
  }
  return sql`${created} ${way}, ${id} ${way}`;
}

/** Rows by number, in the order given. */
export async function listed(context: CallContext, orderIds: readonly number[]): Promise<OrderRow[]> {
  const { rows: read } = await sql<FoundRow>`${plannedOnce}
    with page as (select id, place from unnest(${[...orderIds]}::bigint[]) with ordinality as page (id, place))
    ${rows(context)} order by page.place
  `.execute(context.db);
  const portal = await portalOf(context);
  const language = await languageOf(context, portal);
  return read.map((row) => rowOf(context.user, portal, language, row));
}
