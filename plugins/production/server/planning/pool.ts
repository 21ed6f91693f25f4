import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { statusGroups } from '@sinter/sdk/contract/orders/orders';
import {
  poolPartSchema,
  type listPool,
  type poolChoices,
  type PoolSort,
} from '@sinter/sdk/contract/production/planning';
import { isoTime, type CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod';
import { isCleared } from '../nesting/read.ts';
import { waitingRemakes } from '../outcome/lineage.ts';
import { machinesOf } from './machines.ts';
import { dueAt } from './rows.ts';

type Query = CallArguments<typeof listPool>['query'];

const pageSize = 250;
const open = sql<number>`(f.quantity + f.remake_quantity - f.scheduled)`;
const free = sql<number>`(${open} - coalesce(held.pieces, 0))`;

/** Parts with pieces that neither a job nor a planned build has: `f` of order `o`, its match `m`, and `held` by planned builds. */
export const pool = (context: CallContext): { from: RawBuilder<unknown>; where: RawBuilder<unknown> } => ({
  from: sql`rfq_match m join rfq_order o on o.id = m.order_id join rfq_order_file f on f.order_id = m.order_id
    left join (
      select piece.order_file_id, sum(piece.quantity)::int as pieces from planned_piece piece group by 1
    ) held on held.order_file_id = f.id`,
  where: sql`m.facility_id = ${context.facilityId} and m.status = any(${[...statusGroups.AWARDED]})
    and f.quantity + f.remake_quantity > f.scheduled and ${free} > 0
    and (${isCleared(context)} or not ${orderIsControlled})`,
});

/** Monday of the week in which it is due, by the clock of facility `fac`. */
export const week = sql<string>`coalesce(to_char(date_trunc('week', ${dueAt} at time zone fac.time_zone), 'YYYY-MM-DD'), 'NONE')`;

/** What a sort goes by before the date and the id, as something that can be compared, and its type. */
const sorts: Readonly<Record<PoolSort, { key: RawBuilder<unknown>; type: 'bigint' | 'text' }>> = {
  DUE: { key: sql`0::bigint`, type: 'bigint' },
  PRIORITY: { key: sql`coalesce(m.priority_label_id, 9000000000000000000)`, type: 'bigint' },
  PART: { key: sql`lower(s.file_name)`, type: 'text' },
  ORDER: { key: sql`o.id`, type: 'bigint' },
  PIECES: { key: free, type: 'bigint' },
};

const cursorSchema = z.tuple([z.string(), z.string(), z.number().int()]);

function cursorOf(text: string): z.infer<typeof cursorSchema> {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw new CallError('INVALID_INPUT');
  }
}

export async function list(
  context: CallContext,
  { query }: CallArguments<typeof listPool>,
): Promise<CallReply<typeof listPool>> {
  const { from, where } = narrowed(context, query);
  const { key, type } = sorts[query.sort];
  const [by, than] = query.direction === 'asc' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const due = sql`coalesce(${dueAt}, 'infinity')`;
  const [k, d, i] = query.after === undefined ? [] : cursorOf(query.after);
  const after =
    i === undefined
      ? sql`true`
      : sql`(${key}, ${due}, f.id) ${than} (${sql`${k}::${sql.raw(type)}`}, ${d}::timestamptz, ${i}::bigint)`;
  const [{ rows }, total] = await Promise.all([
    sql`
      select f.id as "orderFileId", o.id as "orderId", coalesce(nullif(o.display_title, ''), '#' || o.id) as "orderTitle", file.file_name as "fileName",
        f.file_id as "fileId", jsonb_build_object('id', p.id, 'name', p.name) as process,
        jsonb_build_object('id', mat.id, 'name', mat.name) as material, ${isoTime('one.due')} as "dueAt",
        coalesce(one.due < now(), false) as late,
        case when label.id is not null then jsonb_build_object('label', label.label, 'color', label.color) end as priority,
        f.quantity + f.remake_quantity as quantity, ${open} as "notScheduled", one.free, one.key::text as key,
        one.sorted::text as sorted
      from (
        select f.id, ${key} as key, ${dueAt} as due, ${due} as sorted, ${free} as free, m.priority_label_id
        from ${from} where ${where} and ${after} order by ${key} ${by}, ${due} ${by}, f.id ${by} limit ${pageSize + 1}
      ) one join rfq_order_file f on f.id = one.id join rfq_order o on o.id = f.order_id
        join stored_file file on file.id = f.original_file_id join am_process p on p.id = f.am_process_id
        join material mat on mat.id = f.material_id left join priority_label label on label.id = one.priority_label_id
      order by one.key ${by}, one.sorted ${by}, one.id ${by}
    `.execute(context.db),
    query.after === undefined ? countOf(context, query) : null,
  ]);
  const found = z.array(rowSchema).parse(rows);
  const shown = found.slice(0, pageSize);
  const remakes = await waitingRemakes(
    context.db,
    context.facilityId,
    shown.map(({ orderFileId }) => orderFileId),
  );
  const page = shown.map((part) => ({ ...part, remakes: remakes.get(part.orderFileId) ?? [] }));
  const last = found.length > pageSize ? shown.at(-1) : undefined;
  const next = last
    ? Buffer.from(JSON.stringify([last.key, last.sorted, last.orderFileId])).toString('base64url')
    : null;
  return { parts: page, next, total };
}

async function countOf(context: CallContext, query: Query): Promise<number> {
  const { from, where } = narrowed(context, { ...query, sort: 'DUE' });
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${from} where ${where}`.execute(
    context.db,
  );
  return rows[0]?.total ?? 0;
}

function narrowed(context: CallContext, { text, processId, materialId, week: chosen, late, sort }: Query) {
  const { from, where } = pool(context);
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const order = /^#?(\d{1,15})$/.exec(text)?.[1] ?? null;
  const conditions = [
    where,
    ...(processId === undefined ? [] : [sql`f.am_process_id = ${processId}`]),
    ...(materialId === undefined ? [] : [sql`f.material_id = ${materialId}`]),
    ...(chosen === undefined ? [] : [sql`${week} = ${chosen}`]),
    ...(late === 'true' ? [sql`${dueAt} < now()`] : []),
    ...(text === ''
      ? []
      : [sql`(o.id = ${order}::bigint or o.display_title ilike ${like} or s.file_name ilike ${like})`]),
  ];
  const named = text !== '' || sort === 'PART';
  return {
    from: sql`${from} ${named ? sql`join stored_file s on s.id = f.original_file_id` : sql``}
      ${chosen === undefined ? sql`` : sql`join facility fac on fac.id = m.facility_id`}`,
    where: sql.join(conditions, sql` and `),
  };
}

const rowSchema = poolPartSchema.omit({ remakes: true }).extend({ key: z.string(), sorted: z.string() });
const groupRow = z.object({
  processId: z.number(),
  process: z.string(),
  materialId: z.number(),
  material: z.string(),
  week: z.union([z.iso.date(), z.literal('NONE')]),
  parts: z.number(),
  late: z.number(),
});

export async function choices(context: CallContext): Promise<CallReply<typeof poolChoices>> {
  const { from, where } = pool(context);
  const [{ rows }, machines] = await Promise.all([
    sql`
      select p.id as "processId", p.name as process, mat.id as "materialId", mat.name as material, each.week, each.parts,
        each.late
      from (
        select f.am_process_id, f.material_id, ${week} as week, count(*)::int as parts,
          count(*) filter (where ${dueAt} < now())::int as late
        from ${from} join facility fac on fac.id = m.facility_id where ${where} group by 1, 2, 3
      ) each join am_process p on p.id = each.am_process_id join material mat on mat.id = each.material_id
    `.execute(context.db),
    machinesOf(context, context.facilityId),
  ]);
  const groups = z.array(groupRow).parse(rows);
  const weeks = new Map<string, { week: (typeof groups)[number]['week']; parts: number }>();
  for (const { week: each, parts } of groups) {
    weeks.set(each, { week: each, parts: (weeks.get(each)?.parts ?? 0) + parts });
  }
  return {
    processes: sums(groups.map(({ processId: id, process: name, parts }) => ({ id, name, parts }))),
    materials: sums(groups.map(({ materialId: id, material: name, parts }) => ({ id, name, parts }))),
    weeks: [...weeks.values()].toSorted((one, other) => (one.week < other.week ? -1 : 1)),
    late: groups.reduce((sum, group) => sum + group.late, 0),
    machines: machines.map(({ id, name, processId, materialIds }) => ({ id, name, processId, materialIds })),
  };
}

interface Counted {
  id: number;
  name: string;
  parts: number;
}

function sums(rows: readonly Counted[]): Counted[] {
  const found = new Map<number, Counted>();
  for (const row of rows) found.set(row.id, { ...row, parts: row.parts + (found.get(row.id)?.parts ?? 0) });
  return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}
