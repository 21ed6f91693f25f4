import type { DayRange, DueMark, OrderFilters, OrderSearch } from '@sinter/sdk/contract/orders/filters';
import { statusGroups, statusGroupSchema } from '@sinter/sdk/contract/orders/orders';
import type { Portal } from '@sinter/sdk/contract/orders/portal';
import type { Principal } from '@sinter/sdk/contract';
import type { CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { awaitingMe } from '@sinter/sdk/contract/orders/filters';
import { openStatuses } from '../shared/groups.ts';
import { awaiting } from './awaiting.ts';
import { meantBy, publicColumn } from './portal/statuses.ts';
import { tagged } from './tagged.ts';
import { isProvider, partsShown, viewersMatch, visible } from './visibility.ts';

type Condition = RawBuilder<unknown>;

/** The orders that a search finds, as `from … where …` over `o` and the viewer's match `m`; `named`: those whose number was given. */
export interface Found {
  from: RawBuilder<unknown>;
  named: Condition | null;
}

/** Who looks for orders. */
export type Finding = Pick<CallContext, 'db' | 'user' | 'get'>;

/** What the portal keeps from the viewer is not found by either. `scheduling`: for who plans jobs. */
export async function found(context: Finding, portal: Portal, body: OrderSearch, scheduling: boolean): Promise<Found> {
  const viewer = context.user;
  const { SEARCH_STRING = [], ...filters } = withoutHidden(portal, body.searchFilters);
  const text = body.searchString.trim();
  const named = namedBy(text, scheduling);
  const conditions = [
    visible(viewer),
    ...byText(viewer, portal, text, named),
    ...SEARCH_STRING.flatMap((each) => byText(viewer, portal, each.trim(), namedBy(each.trim(), scheduling))),
    ...ofOrder(viewer, portal, filters, scheduling),
    ...(filters.TAGS?.length ? [await tagged(context, filters.TAGS)] : []),
    ...ofParts(viewer, filters, scheduling),
  ];
  return { from: sql`from rfq_order o ${viewersMatch(viewer)} where ${sql.join(conditions, sql` and `)}`, named };
}

/** Texts that are shorter than this find no order but the one of that number. */
export const shortestText = 3;

/**
 * Whether order `o` is the one with this number, or, for who schedules, has the part with this id. `null` when the text
 * is no number that could be one.
 */
function namedBy(text: string, scheduling: boolean): Condition | null {
  const number = Number(/^#?\s*(\d+)$/.exec(text)?.[1]);
  if (!Number.isSafeInteger(number)) return null;
  const ofPart = scheduling ? sql` union all select order_id from rfq_order_file where id = ${number}` : sql``;
  return sql`(o.id = any(array(select ${number}::bigint${ofPart})))`;
}

function byText(viewer: Principal, portal: Portal, text: string, named: Condition | null): Condition[] {
  if (text === '') return [];
  const long = text.length >= shortestText;
  const pattern = like(text);
  // The names of the parts are kept from a facility that may not see them yet.
  const shown = isProvider(viewer)
    ? sql` and (${partsShown} or o.display_title ilike ${pattern} or o.third_party_order_id ilike ${pattern} or exists (
        select from company c where c.id = o.company_id and c.name ilike ${pattern}))`
    : exceptHidden(portal, pattern);
  const inText = sql`(o.search_text ilike ${pattern}${shown})`;
  if (named) return [long ? sql`(${named} or ${inText})` : named];
  return [long ? inText : sql`false`];
}

const filterOf = {
  thirdPartyOrderId: 'THIRD_PARTY_ORDER_ID',
  primaryUseCase: 'PRIMARY_USE_CASE',
  industryFocus: 'INDUSTRY_FOCUS',
  quoteDueDate: 'QUOTE_DUE_DATE',
} as const satisfies Partial<Record<Portal['hiddenColumns'][number], keyof OrderFilters>>;

/** Nothing is narrowed by what is not shown: the list would tell it. */
function withoutHidden({ hiddenColumns }: Portal, filters: OrderFilters): OrderFilters {
  const kept = { ...filters };
  for (const [column, filter] of Object.entries(filterOf)) {
    if (hiddenColumns.some((hidden) => hidden === column)) delete kept[filter];
  }
  return kept;
}

/** Keeps from the texts of an order those that are not shown. */
function exceptHidden({ hiddenColumns }: Portal, pattern: string): Condition {
  const own = !hiddenColumns.includes('thirdPartyOrderId');
  if (hiddenColumns.includes('partNumber')) {
    return sql` and (o.display_title ilike ${pattern} ${own ? sql`or o.third_party_order_id ilike ${pattern}` : sql``}
      or exists (select from company c where c.id = o.company_id and c.name ilike ${pattern})
      or exists (select from rfq_order_file f join stored_file s on s.id = f.original_file_id
        where f.order_id = o.id and s.file_name ilike ${pattern}))`;
  }
  return own
    ? sql``
    : sql` and (o.third_party_order_id = '' or replace(o.search_text, o.third_party_order_id, '') ilike ${pattern})`;
}

function ofOrder(viewer: Principal, portal: Portal, filters: OrderFilters, scheduling: boolean): Condition[] {
  const provider = isProvider(viewer);
  const asked = filters.ORDER_STATUS ?? (scheduling ? ['AWARDED'] : []);
  const named = statusesOf(asked.filter((each) => each !== awaitingMe));
  const statuses = meantBy(portal, named);
  const ofStatus = [
    ...(named.length > 0 ? [sql`${rawStatus(viewer)} = any(${statuses}::text[])`] : []),
    ...(asked.includes(awaitingMe) ? [awaiting(viewer)] : []),
  ];
  const ids = [filters.ID, filters.ORDER_ID];
  const { ESTIMATED_DELIVERY_DATE: due } = filters;
  return [
    ...(ofStatus.length > 0 ? [sql`(${sql.join(ofStatus, sql` or `)})`] : []),
    ...ids.flatMap((each) => (each?.length ? [sql`o.id = any(${idsOf(each)})`] : [])),
    ...oneOf(sql`o.third_party_order_id`, filters.THIRD_PARTY_ORDER_ID, notEmpty),
    ...oneOf(sql`o.primary_use_case`, filters.PRIMARY_USE_CASE),
    ...oneOf(sql`o.industry_focus`, filters.INDUSTRY_FOCUS, notEmpty),
    ...oneOf(sql`o.form_name`, filters.RFQ_CONFIG_NAME, notEmpty),
    ...(filters.CUSTOMER_ID?.length ? [sql`o.company_id = any(${idsOf(filters.CUSTOMER_ID)})`] : []),
    ...(typeof due === 'string' ? [marked(viewer, portal, due)] : between(dueColumn(viewer), due)),
    ...between(provider ? sql`m.quote_due_at` : sql`o.quote_due_at`, filters.QUOTE_DUE_DATE),
    ...between(provider ? sql`m.created_at` : sql`o.created_at`, filters.CREATE_DATE),
    ...between(provider ? sql`m.updated_at` : sql`o.updated_at`, filters.MODIFY_DATE),
  ];
}

/** One part has to meet all that is asked of parts together. */
function ofParts(viewer: Principal, filters: OrderFilters, scheduling: boolean): Condition[] {
  const { AM_PROCESS, GENERAL_MATERIAL, CAD_FILE_ID } = filters;
  const part = [
    ...(AM_PROCESS?.length ? [sql`f.am_process_id = any(${idsOf(AM_PROCESS)})`] : []),
    ...[filters.MATERIALS, filters.SPECIFIC_MATERIAL].flatMap((each) =>
      each?.length ? [sql`f.material_id = any(${idsOf(each)})`] : [],
    ),
    ...(GENERAL_MATERIAL?.length
      ? [
          sql`f.material_id = any(array(
            select id from material where general_material_id = any(${idsOf(GENERAL_MATERIAL)})))`,
        ]
      : []),
    ...[filters.MACHINE, filters.EQUIPMENTS].flatMap((each) =>
      each?.length
        ? [
            sql`exists (select 1 from equipment e join machine_model model on model.id = e.machine_model_id
              join equipment_material em on em.equipment_id = e.id and em.material_id = f.material_id
              where e.id = any(${idsOf(each)}) and model.am_process_id = f.am_process_id)`,
          ]
        : [],
    ),
    ...(CAD_FILE_ID?.length ? [sql`f.id = any(${idsOf(CAD_FILE_ID)})`] : []),
    ...(scheduling ? [sql`f.quantity + f.remake_quantity > f.scheduled`] : []),
  ];
  if (part.length === 0) return [];
  // Nor is it told what the parts are like.
  const shown = isProvider(viewer) ? sql`${partsShown} and ` : sql``;
  return [
    sql`${shown}exists (select 1 from rfq_order_file f where f.order_id = o.id and ${sql.join(part, sql` and `)})`,
  ];
}

const rawStatus = (viewer: Principal) => (isProvider(viewer) ? sql`m.status` : sql`o.status`);
/** As the viewer knows it. */
export const statusColumn = (viewer: Principal, portal: Portal) => publicColumn(portal, rawStatus(viewer));
export const dueColumn = (viewer: Principal) => (isProvider(viewer) ? sql`m.due_at` : sql`o.estimated_delivery_date`);

export const dueWithin: Record<DueMark, (due: Condition) => Condition> = {
  LATE: (due) => sql`${due} < now()`,
  DUE_IN_3: (due) => sql`${due} >= now() and ${due} < now() + interval '3 days'`,
  DUE_IN_7: (due) => sql`${due} >= now() and ${due} < now() + interval '7 days'`,
};

/** Whether the order still has to be delivered, and when: what is over is not late. */
const marked = (viewer: Principal, portal: Portal, mark: DueMark): Condition =>
  sql`${rawStatus(viewer)} = any(${meantBy(portal, openStatuses(isProvider(viewer) ? 'provider' : 'buyer'))}::text[])
    and ${dueWithin[mark](dueColumn(viewer))}`;

function between(column: Condition, range: DayRange | undefined): Condition[] {
  const { from = null, to = null } = range ?? {};
  return [
    ...(from === null ? [] : [sql`${column} >= ${from}::timestamp at time zone 'UTC'`]),
    ...(to === null ? [] : [sql`${column} < (${to}::timestamp + interval '1 day') at time zone 'UTC'`]),
  ];
}

/** `also`: what the index of the column leaves out, which the planner has to be told. */
const oneOf = (
  column: Condition,
  values: readonly (string | number)[] | undefined,
  also: (column: Condition) => Condition = () => sql`true`,
): Condition[] => (values?.length ? [sql`${column} = any(${values.map(String)}::text[])`, also(column)] : []);

const notEmpty = (column: Condition): Condition => sql`${column} <> ''`;

const idsOf = (values: readonly (string | number)[]) => values.map(Number).filter((id) => Number.isSafeInteger(id));
export const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Names of groups stand for the statuses in them. */
function statusesOf(wanted: readonly (string | number)[]): string[] {
  return wanted.flatMap((name) => {
    const group = statusGroupSchema.safeParse(name);
    return group.success && group.data !== 'ON_HOLD' && group.data !== 'ARCHIVED'
      ? [...statusGroups[group.data]]
      : [String(name)];
  });
}
