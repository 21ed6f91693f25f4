import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { getPart, Part, searchParts } from '@sinter/sdk/contract/catalog/parts';
import type { KnownTag } from '@sinter/sdk/contract/tags';
import { sql, type RawBuilder } from 'kysely';
import { hasFacilityTags, knownFacilityTags } from './facilityTags.ts';
import { revisionName } from './revision.ts';
import { partRows, revisionJoins, revisionJson, toRevisions, type RawRevision } from './rows.ts';
import {
  isProvider,
  visibleParts,
  visibleOrders,
  partIsControlled,
  isVisible,
  isVisibleRevision,
  ordersFrom,
  type Reading,
} from './visibility.ts';

type Search = CallArguments<typeof searchParts>;
type Sort = Search['body']['sort'];

const sorts: Record<Sort, RawBuilder<unknown>> = {
  NAME: sql`lower(p.name)`,
  PART_NUMBER: sql`nullif(lower(p.part_number), '')`,
  CREATED: sql`p.created_at`,
  LAST_ORDERED: sql`ordered.latest`,
  VOLUME: sql`facts.volume_mm3`,
  ORDERS: sql`coalesce(ordered.orders, 0)`,
};
const ofOrders: readonly Sort[] = ['LAST_ORDERED', 'ORDERS'];

export async function search(context: Reading, { query, body }: Search): Promise<CallResult<typeof searchParts>> {
  const viewer = context.user;
  const { sort, descending } = body;
  const where = sql.join([isVisible(context), ...(await conditions(context, body))], sql` and `);
  const ordered = ofOrders.includes(sort)
    ? sql`left join (
        select pr.part_id, count(distinct o.order_id) as orders, max(o.ordered_at) as latest
        from ${visibleOrders(context)} ${isProvider(viewer) ? sql`` : sql`where own.company_id = ${viewer.companyId}`}
        group by pr.part_id) ordered on ordered.part_id = p.id`
    : sql``;
  const way = descending ? sql`desc` : sql`asc`;
  const first = query.page * query.size;
  // Everything is read once: finding a facility's parts by the orders sent to it takes longest.
  const { rows } = await sql<{ total: number; ids: number[]; revisionIds: number[] }>`
    with found as materialized (
      select p.id, r.id as revision_id,
        row_number() over (order by ${sorts[sort]} ${way} nulls last, p.id ${way}) as place
      from ${visibleParts(context)} join file_facts facts on facts.file_id = r.file_id ${ordered} where ${where}),
    page as (select * from found where place > ${first} and place <= ${first + query.size})
    select (select count(*)::int from found) as total,
      array(select id::int from page order by place) as ids,
      array(select revision_id::int from page order by place) as "revisionIds"
  `.execute(context.db);
  const { total, ids, revisionIds } = rows[0] ?? { total: 0, ids: [], revisionIds: [] };
  const content = await partRows(
    context,
    sql`select * from unnest(${ids}::bigint[], ${revisionIds}::bigint[]) with ordinality as page (id, revision_id, place)`,
  );
  return {
    content,
    totalElements: total,
    ...(body.choices ? await choices(context) : { tags: [], facilityTags: [], formats: [] }),
  };
}

/** The values by which the caller can filter the parts that they see. */
async function choices(context: Reading): Promise<{ tags: string[]; facilityTags: KnownTag[]; formats: string[] }> {
  const viewer = context.user;
  const tags = sql`select distinct tag from part p cross join unnest(p.tags) tag where ${isVisible(context)} order by 1 limit 1000`;
  const { rows } = await sql<{ tags: string[]; formats: string[] }>`
    select ${isProvider(viewer) ? sql`'{}'::text[]` : sql`array(${tags})`} as tags,
      array(select distinct r.format from ${visibleParts(context)} where ${isVisible(context)} order by 1) as formats
  `.execute(context.db);
  const facilityTags = await knownFacilityTags(context);
  return { ...(rows[0] ?? { tags: [], formats: [] }), facilityTags };
}

async function conditions(reading: Reading, { searchText, filters }: Search['body']): Promise<RawBuilder<unknown>[]> {
  const viewer = reading.user;
  const { tags, tagIds, formats, watertight, ordered, exportControlled, archived } = filters;
  const hasOrders = sql`exists (select 1 from ${visibleOrders(reading)} where pr.part_id = p.id)`;
  return [
    // A facility still has to make the parts that a buyer has archived.
    ...(isProvider(viewer) ? [] : [archived ? sql`p.archived_at is not null` : sql`p.archived_at is null`]),
    ...foundBy(reading, searchText),
    ...(tags.length > 0 && !isProvider(viewer) ? [sql`p.tags && ${tags}::text[]`] : []),
    ...(tagIds.length > 0 && isProvider(viewer) ? [await hasFacilityTags(reading, tagIds)] : []),
    ...(formats.length > 0 ? [sql`r.format = any(${formats}::text[])`] : []),
    ...(watertight === null ? [] : [sql`facts.watertight = ${watertight}`]),
    ...(ordered === null ? [] : [ordered ? hasOrders : sql`not ${hasOrders}`]),
    ...(exportControlled === null ? [] : [sql`${partIsControlled} = ${exportControlled}`]),
  ];
}

/** Conditions on what the words are looked for in; none without words. */
export function foundBy(reading: Reading, searchText: string): RawBuilder<unknown>[] {
  const text = searchText.trim();
  return text === '' ? [] : [found(reading, `%${text.replace(/[\\%_]/g, '\\$&')}%`)];
}

/** A facility searches what it sees: neither tags nor the names of revisions that were never sent to it. */
const found = (reading: Reading, pattern: string): RawBuilder<unknown> =>
  isProvider(reading.user)
    ? sql`(p.name ilike ${pattern} or p.part_number ilike ${pattern} or p.id in (
        select pr.part_id from ${visibleOrders(reading)} join stored_file named on named.id = pr.original_file_id
        where named.file_name ilike ${pattern}))`
    : sql`p.search_text ilike ${pattern}`;

/** Throws NOT_FOUND for a part that does not exist or that the caller may not know of; the two look the same. */
export async function partById(context: Reading, id: number): Promise<Part> {
  const [part] = await partRows(
    context,
    sql`select p.id, r.id as revision_id, 1 as place
      from ${visibleParts(context)} where p.id = ${id} and ${isVisible(context)}`,
  );
  if (!part) throw new CallError('NOT_FOUND');
  return part;
}

export async function detail(context: Reading, id: number): Promise<CallResult<typeof getPart>> {
  const viewer = context.user;
  const part = await partById(context, id);
  const { rows: revisions } = await sql<{ revision: RawRevision }>`
    select ${revisionJson} as revision
    from part p join part_revision r on r.part_id = p.id ${revisionJoins}
    where p.id = ${id} and ${isVisibleRevision(context)} order by r.number desc
  `.execute(context.db);
  const { rows: orders } = await sql<{ id: number; displayTitle: string; number: number; quantity: number }>`
    select o.order_id as id, o.title as "displayTitle", r.number, sum(o.quantity)::int as quantity
    from part p
      join part_revision r on r.part_id = p.id
      join part_upload u on u.revision_id = r.id
      join ${ordersFrom(context, (one) => one.opened(viewer))} o
        on o.original_file_id = u.original_file_id and o.company_id = p.company_id
    where p.id = ${id}
    group by o.order_id, o.title, o.ordered_at, r.number
    order by o.ordered_at desc, o.order_id desc, r.number desc
    limit 200
  `.execute(context.db);
  return {
    ...part,
    revisions: await toRevisions(
      context,
      revisions.map(({ revision }) => revision),
    ),
    orders: orders.map(({ number, ...order }) => ({ ...order, revision: revisionName(number) })),
  };
}
