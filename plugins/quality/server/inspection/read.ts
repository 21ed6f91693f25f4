import { CallError } from '@sinter/sdk/contract';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import { inspectionPlanSchema } from '@sinter/sdk/contract/quality/inspectionPlans';
import type {
  Inspection,
  InspectionLine,
  Reading,
  searchInspections,
  TakenReadings,
} from '@sinter/sdk/contract/quality/inspections';
import { isKiosk, isoTime, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { lotIdIn } from '../lotName.ts';
import { ncrIsControlled } from '../ncr/lines.ts';
import { containing } from '../ncr/search.ts';

const countedTo = 10_000;

/** Inspections `i` with their order `o` that the caller may know of. */
export const seenInspections = ({ facilityId, user }: Pick<CallContext, 'facilityId' | 'user'>) =>
  sql`i.facility_id = ${facilityId} and (${user.cleared} or not ${orderIsControlled})`;

const from = sql`lot_inspection i join lot l on l.id = i.lot_id join rfq_order o on o.id = l.order_id
  join rfq_order_file f on f.id = l.order_file_id join stored_file up on up.id = f.original_file_id
  join inspection_plan_version v on v.plan_id = i.plan_id and v.version = i.version`;

const personName = (column: 'i.finished_by' | 'r.user_id') =>
  sql`coalesce((select trim(u.first_name || ' ' || u.last_name) from app_user u where u.id = ${sql.ref(column)}), '')`;

const columns = sql`i.id, i.number, i.state, jsonb_build_object('id', i.plan_id, 'name', v.content ->> 'name') as plan, i.version,
  i.lot_id as "lotId", coalesce(l.number, l.id::text) as "lotNumber", jsonb_build_object('id', o.id, 'name', coalesce(nullif(o.display_title, ''), '#' || o.id)) as order,
  up.file_name as part, i.lot_size as "lotSize", i.samples, i.measured, i.wanted, i.nonconforming,
  coalesce(v.content ->> 'sampling' = 'FIRST_ARTICLE', false) as "firstArticle", ${isoTime('i.created_at')} as "createdAt", ${isoTime('i.finished_at')} as "finishedAt",
  ${personName('i.finished_by')} as "finishedBy", ${orderIsControlled} as controlled`;

export async function search(
  context: CallContext,
  { body: { states, text, planId, lotId, page, size } }: CallArguments<typeof searchInspections>,
): Promise<CallReply<typeof searchInspections>> {
  if (lotId === null && isKiosk(context)) throw new CallError('FORBIDDEN');
  const like = containing(text);
  const lot = lotIdIn(text);
  const conditions = [
    seenInspections(context),
    ...(states.length === 0 ? [] : [sql`i.state = any(${states}::text[])`]),
    ...(planId === null ? [] : [sql`i.plan_id = ${planId}`]),
    ...(lotId === null ? [] : [sql`i.lot_id = ${lotId}`]),
    ...(text === ''
      ? []
      : [
          sql`(i.number ilike ${like} or v.content ->> 'name' ilike ${like} or up.file_name ilike ${like}
            or o.display_title ilike ${like} or i.lot_id = ${lot} or l.number ilike ${like})`,
        ]),
  ];
  const found = sql`${from} where ${sql.join(conditions, sql` and `)}`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<InspectionLine>`
      select ${columns} from ${found} order by i.id desc limit ${size} offset ${page * size}
    `.execute(context.db),
    sql<{
      count: number;
    }>`select count(*)::int as count from (select from ${found} limit ${countedTo + 1}) each`.execute(context.db),
  ]);
  const total = counted[0]?.count ?? 0;
  return { inspections: rows, total: Math.min(total, countedTo), more: total > countedTo };
}

interface Row extends InspectionLine {
  position: number | null;
  letter: string;
  accept: number;
  reject: number;
  switching: Inspection['switching'];
  note: string;
  content: unknown;
  ncr: Inspection['ncr'];
}

interface ReadingRow extends Omit<Reading, 'before'> {
  newest: boolean;
}

/** Throws NOT_FOUND. */
export async function requireInspection(context: CallContext, id: number): Promise<void> {
  const { rows } = await sql`
    select from lot_inspection i join lot l on l.id = i.lot_id join rfq_order o on o.id = l.order_id
    where i.id = ${id} and ${seenInspections(context)}
  `.execute(context.db);
  if (rows.length === 0) throw new CallError('NOT_FOUND');
}

/** Throws NOT_FOUND. */
export async function readOne(context: CallContext, id: number): Promise<Inspection> {
  const { db, user } = context;
  const { rows } = await sql<Row>`
    select ${columns}, i.position, i.letter, i.accept, i.reject, i.switching, i.note, v.content,
      (select jsonb_build_object('id', n.id, 'number', n.number, 'title', n.title, 'status', n.status) from ncr n
        where n.id = i.ncr_id and (${user.cleared} or not ${ncrIsControlled})) as ncr
    from ${from} where i.id = ${id} and ${seenInspections(context)}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new CallError('NOT_FOUND');
  const readings = await readingsOf(context, id);
  const { content, ...line } = row;
  const { sampling, level, aql, characteristics } = inspectionPlanSchema.parse(content);
  const readsNcrs = user.permissions.includes('QUALITY_MANAGEMENT_ACCESS');
  const mayResume =
    line.switching?.discontinued === true &&
    (line.state === 'OPEN' || line.state === 'MEASURING') &&
    user.permissions.includes('QMS_SETTINGS_EDITOR');
  return { ...line, sampling, level, aql, characteristics, readings, readsNcrs, mayResume };
}

/** What counts now, with what was said before; of single `cells`, or of the whole inspection. */
async function readingsOf({ db }: CallContext, id: number, cells?: readonly Cell[]): Promise<Reading[]> {
  const among = cells
    ? sql`and (r.sample, r.key) in (select * from unnest(${cells.map(({ sample }) => sample)}::int[], ${cells.map(({ key }) => key)}::text[]))`
    : sql``;
  const { rows } = await sql<ReadingRow>`
    select r.sample, r.key, coalesce(to_jsonb(r.value), to_jsonb(r.verdict)) as value, r.conforms, ${personName('r.user_id')} as by,
      ${isoTime('r.created_at')} as at, r.id = max(r.id) over (partition by r.sample, r.key) as newest
    from inspection_reading r where r.inspection_id = ${id} ${among} order by r.sample, r.key, r.id desc
  `.execute(db);
  const readings: Reading[] = [];
  for (const { newest, ...reading } of rows) {
    if (newest) readings.push({ ...reading, before: [] });
    else readings.at(-1)?.before.push({ value: reading.value, by: reading.by, at: reading.at });
  }
  return readings;
}

type Cell = Pick<Reading, 'sample' | 'key'>;

/** What became of an inspection by the values of these cells. Throws NOT_FOUND. */
export async function takenAt(context: CallContext, id: number, cells: readonly Cell[]): Promise<TakenReadings> {
  const { rows } = await sql<Omit<TakenReadings, 'readings'>>`
    select i.state, i.measured, i.nonconforming from lot_inspection i join lot l on l.id = i.lot_id join rfq_order o on o.id = l.order_id
    where i.id = ${id} and ${seenInspections(context)}
  `.execute(context.db);
  const [row] = rows;
  if (!row) throw new CallError('NOT_FOUND');
  return { ...row, readings: await readingsOf(context, id, cells) };
}
