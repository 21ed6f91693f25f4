import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import {
  statusGroups,
  statusGroupSchema,
  type countOrders,
  type OrderRow,
  type searchOrders,
} from '@sinter/sdk/contract/orders/orders';
import type { Principal } from '@sinter/sdk/contract';
import { plannedOnce, type CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { rowOf, rows, type FoundRow } from './queries.ts';
import { isProvider, partsShown, viewersMatch, visible, withheld, within } from './visibility.ts';

type Search = CallArguments<typeof searchOrders>;

/** Counting goes on to the next multiple of this: nobody reads so many pages, and to count a million takes half a second. */
export const countedTo = 1_000;

export async function search(context: CallContext, { query, body }: Search): Promise<CallResult<typeof searchOrders>> {
  const viewer = context.user;
  const scheduling = query.schedulingCall === 'true';
  const text = body.searchString.trim();
  const named = namedBy(text, scheduling);
  const conditions = [visible(viewer), ...byText(viewer, text, named), ...filters(viewer, scheduling, body)];
  const from = sql`from rfq_order o ${viewersMatch(viewer)} where ${sql.join(conditions, sql` and `)}`;
  const order = sql.join([...(named ? [sql`${named} desc`] : []), inOrder(viewer, query)]);
  const before = query.page * query.size;
  const most = Math.ceil((before + query.size) / countedTo) * countedTo;
  // Found once, for the page and for the count.
  const { rows: found } = await sql<{ total: number; page: number[] }>`
    select count(*)::int as total,
      coalesce(array_agg(id order by place) filter (where place > ${before} and place <= ${before + query.size}), '{}') as page
    from (select o.id, row_number() over (order by ${order}) as place ${from}
      order by ${order} limit ${most + 1}) found
  `.execute(context.db);
  const { total, page } = found[0] ?? { total: 0, page: [] };
  const orders = page.length === 0 ? [] : await listed(context, page);
  return total > most ? { orders, totalCount: most, moreThanTotal: true } : { orders, totalCount: total };
}

/** By time, or by how urgent they are: labels are numbered as they were made. */
function inOrder(viewer: Principal, { sort, direction }: Search['query']): RawBuilder<unknown> {
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  if (!isProvider(viewer)) return sql`o.created_at ${way}, o.id ${way}`;
  if (sort === 'PRIORITY') return sql`m.priority_label_id ${way} nulls last, m.created_at desc, m.order_id desc`;
  return sql`m.created_at ${way}, m.order_id ${way}`;
}

async function listed({ db, user }: CallContext, orderIds: readonly number[]): Promise<OrderRow[]> {
  const { rows: found } = await sql<FoundRow>`${plannedOnce}
    with page as (select id, place from unnest(${[...orderIds]}::bigint[]) with ordinality as page (id, place))
    ${rows(user)} order by page.place
  `.execute(db);
  return found.map((row) => rowOf(user, row));
}

/** Fewer digits than these are the number of an order and nothing else. */
export const shortestText = 3;

/**
 * Whether order `o` is the one with this number, or, for who schedules, has the part with this id. `null` when the text
 * is no number that could be one.
 */
function namedBy(text: string, scheduling: boolean): RawBuilder<unknown> | null {
  const number = Number(/^#?\s*(\d+)$/.exec(text)?.[1]);
  if (!Number.isSafeInteger(number)) return null;
  const ofPart = scheduling ? sql` union all select order_id from rfq_order_file where id = ${number}` : sql``;
  return sql`(o.id = any(array(select ${number}::bigint${ofPart})))`;
}

function byText(viewer: Principal, text: string, named: RawBuilder<unknown> | null): RawBuilder<unknown>[] {
  if (text === '') return [];
  const pattern = like(text);
  // The names of the parts are kept from a facility that may not see them yet.
  const shown = isProvider(viewer)
    ? sql` and (${partsShown} or o.display_title ilike ${pattern} or exists (
        select from company c where c.id = o.company_id and c.name ilike ${pattern}))`
    : sql``;
  const inText = sql`(o.search_text ilike ${pattern}${shown})`;
  if (!named) return [inText];
  return [text.length < shortestText ? named : sql`(${named} or ${inText})`];
}

function filters(viewer: Principal, scheduling: boolean, body: Search['body']): RawBuilder<unknown>[] {
  const { AM_PROCESS, MACHINE, MATERIALS, ORDER_STATUS } = body.searchFilters;
  const conditions: RawBuilder<unknown>[] = [];
  const wanted = statuses(ORDER_STATUS ?? (scheduling ? ['AWARDED'] : []));
  if (wanted.length > 0) conditions.push(sql`${statusColumn(viewer)} = any(${wanted})`);
  const part = [
    ...(AM_PROCESS?.length ? [sql`f.am_process_id = any(${idsOf(AM_PROCESS)})`] : []),
    ...(MATERIALS?.length ? [sql`f.material_id = any(${idsOf(MATERIALS)})`] : []),
    ...(MACHINE?.length
      ? [
          sql`exists (select 1 from equipment e join machine_model model on model.id = e.machine_model_id
            join equipment_material em on em.equipment_id = e.id and em.material_id = f.material_id
            where e.id = any(${idsOf(MACHINE)}) and model.am_process_id = f.am_process_id)`,
        ]
      : []),
    ...(scheduling ? [sql`f.quantity + f.remake_quantity > f.scheduled`] : []),
  ];
  if (part.length > 0) {
    const every = sql.join(part, sql` and `);
    conditions.push(sql`exists (select 1 from rfq_order_file f where f.order_id = o.id and ${every})`);
  }
  return conditions;
}

const statusColumn = (viewer: Principal) => (isProvider(viewer) ? sql`m.status` : sql`o.status`);
const idsOf = (values: readonly (string | number)[]) => values.map(Number).filter((id) => Number.isSafeInteger(id));
export const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Names of groups stand for the statuses in them. */
function statuses(wanted: readonly (string | number)[]): string[] {
  return wanted.flatMap((name) => {
    const group = statusGroupSchema.safeParse(name);
    return group.success && group.data !== 'ON_HOLD' && group.data !== 'ARCHIVED'
      ? [...statusGroups[group.data]]
      : [String(name)];
  });
}

/** Counted by indexes alone: all orders, less those that are withheld, which are few. */
export async function count(context: CallContext): Promise<CallResult<typeof countOrders>> {
  const viewer = context.user;
  const status = statusColumn(viewer);
  const { rows: counted } = await sql<{ status: string; orders: number }>`
    select status, sum(orders)::int as orders from (
      select ${status} as status, count(*) as orders
        from ${isProvider(viewer) ? sql`rfq_match m` : sql`rfq_order o`} where ${within(viewer)} group by 1
      union all
      select ${status}, -count(*) from rfq_order o ${viewersMatch(viewer)} where ${withheld(viewer)} group by 1
    ) counted group by 1 having sum(orders) > 0
  `.execute(context.db);
  const byStatus = Object.fromEntries(counted.map((row) => [row.status, row.orders]));
  const byGroup = isProvider(viewer)
    ? Object.fromEntries(
        statusGroupSchema.options.map((group) => [
          group,
          statusGroups[group].reduce((sum, status) => sum + (byStatus[status] ?? 0), 0),
        ]),
      )
    : {};
  return { total: counted.reduce((sum, row) => sum + row.orders, 0), byStatus, byGroup };
}
