import type { CallArguments } from '@sinter/sdk/contract/call';
import type { facilityJobs, searchJobs } from '@sinter/sdk/contract/scheduling/chart';
import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { facilityScope, type CallContext } from '@sinter/sdk/server';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { sql, type RawBuilder } from 'kysely';
import { epoch } from './read.ts';
import { readableTime } from './time.ts';

const yearMs = 365 * 86_400_000;
/** Characters of notes and of parts. Notes come with one more, which says that they are cut. */
const shown = 80;

type Wanted = CallArguments<typeof searchJobs>['body'];

export async function enterpriseChart(
  context: CallContext,
  { query, body }: CallArguments<typeof searchJobs>,
): Promise<ChartJob[]> {
  const all = await facilityScope(context, query.getFromAllFacilities === 'true');
  return windowOf(context, body.sp?.length ? all.filter((id) => body.sp?.includes(id)) : all, body);
}

export const facilityChart = (
  context: CallContext,
  { body }: CallArguments<typeof facilityJobs>,
): Promise<ChartJob[]> => windowOf(context, [context.facilityId], body);

async function windowOf(context: CallContext, facilityIds: readonly number[], wanted: Wanted): Promise<ChartJob[]> {
  const from = readableTime(wanted.fromDate);
  const to = Math.min(readableTime(wanted.toDate), from + yearMs);
  if (to <= from) return [];
  const among = (column: RawBuilder<unknown>, ids: readonly number[] | undefined) =>
    ids && ids.length > 0 ? [sql`${column} = any(${[...ids]}::bigint[])`] : [];
  const machine = [
    ...among(sql`model.id`, wanted.models),
    ...among(sql`model.manufacturer_id`, wanted.manufacturers),
    ...among(sql`model.am_process_id`, wanted.amProcesses),
  ];
  return rowsOf(context, [
    sql`j.facility_id = any(${[...facilityIds]}::bigint[])`,
    sql`tstzrange(j.from_date, j.to_date) && tstzrange(${new Date(from)}, ${new Date(to)})`,
    ...among(sql`j.id`, wanted.jobs),
    ...among(sql`j.equipment_id`, wanted.equipments),
    ...among(sql`j.material_id`, wanted.materials),
    ...(wanted.materialTypes?.length
      ? [
          sql`j.material_id in (select id from material where general_material_id = any(${wanted.materialTypes}::bigint[]))`,
        ]
      : []),
    ...(machine.length > 0
      ? [
          sql`j.equipment_id in (select e.id from equipment e join machine_model model on model.id = e.machine_model_id
            where ${sql.join(machine, sql` and `)})`,
        ]
      : []),
  ]);
}

/** Jobs of the active facility for its chart, by their ids. */
export const chartJobs = (context: CallContext, ids: readonly number[]): Promise<ChartJob[]> =>
  rowsOf(context, [sql`j.id = any(${[...ids]}::bigint[])`, sql`j.facility_id = ${context.facilityId}`]);

/** What is read of a job; its parts are read for all jobs together. */
const columns = {
  id: sql`j.id`,
  jobName: sql`j.job_name`,
  jobType: sql`j.job_type`,
  jobCreationType: sql`j.job_creation_type`,
  jobStatus: sql`j.status`,
  fromDate: epoch('j.from_date'),
  toDate: epoch('j.to_date'),
  jobNotes: sql`left(j.notes, ${sql.lit(shown + 1)})`,
  buildPlateUtilization: sql`j.utilization`,
  materialId: sql`j.material_id`,
  version: sql`j.version`,
} satisfies Partial<Record<keyof ChartJob, RawBuilder<unknown>>>;
type Column = keyof typeof columns;

/** The jobs of a machine: a list of each column, which cost a third of what rows cost to send and to read. */
type Lane = { equipmentId: number } & { [Name in Column]: ChartJob[Name][] };

const lists = Object.entries(columns).map(
  ([name, column]) => sql`json_agg(${column} order by j.from_date, j.id) as ${sql.ref(name)}`,
);

/** A year of a thousand machines has to fit into the memory that it is sorted in. */
async function rowsOf(context: CallContext, conditions: readonly RawBuilder<unknown>[]): Promise<ChartJob[]> {
  const { rows: lanes } = await context.db.transaction().execute(async (transaction) => {
    await sql`set local work_mem = '64MB'`.execute(transaction);
    return sql<Lane>`
      select j.equipment_id as "equipmentId", ${sql.join(lists)}
      from job j where j.status <> 'CANCELLED' and ${sql.join(conditions, sql` and `)}
      group by j.equipment_id order by j.equipment_id
    `.execute(transaction);
  });
  const [names, marked] = [
    await namesOf(
      context,
      lanes.flatMap(({ id }) => id),
    ),
    await withControlledFiles(context, conditions),
  ];
  return lanes.flatMap((lane) =>
    lane.id.map((id, at) => {
      const name = names.get(id) ?? noNames;
      return jobAt(lane, at, marked.has(id) ? { ...name, known: false } : name);
    }),
  );
}

/** Of these jobs, those with an export-controlled file, where the caller may not know what they are; see `jobIsControlled`. */
async function withControlledFiles(context: CallContext, conditions: readonly RawBuilder<unknown>[]) {
  if (context.user.cleared) return new Set<number>();
  const { rows } = await sql<{ id: number }>`
    select distinct j.id from job_attachment a
      join stored_file s on s.id = a.file_id and s.controlled join job j on j.id = a.job_id
    where ${sql.join(conditions, sql` and `)}
  `.execute(context.db);
  return new Set(rows.map(({ id }) => id));
}

function jobAt(lane: Lane, at: number, { parts, dueDate, known }: Names): ChartJob {
  // Parts of a job that was merged are another one's.
  const own = entry(lane.jobStatus, at) !== 'MERGED';
  return {
    id: entry(lane.id, at),
    equipmentId: lane.equipmentId,
    jobName: known ? entry(lane.jobName, at) : `#${entry(lane.id, at)}`,
    jobType: entry(lane.jobType, at),
    jobCreationType: entry(lane.jobCreationType, at),
    jobStatus: entry(lane.jobStatus, at),
    fromDate: entry(lane.fromDate, at),
    toDate: entry(lane.toDate, at),
    jobNotes: known ? entry(lane.jobNotes, at) : '',
    buildPlateUtilization: entry(lane.buildPlateUtilization, at),
    materialId: entry(lane.materialId, at),
    version: entry(lane.version, at),
    parts: own ? parts : '',
    dueDate: own ? dueDate : null,
  };
}

function entry<T>(list: readonly T[], at: number): T {
  const value = list[at];
  if (value === undefined) throw new RangeError(`A column of jobs ends before ${at}.`);
  return value;
}

interface Names extends Pick<ChartJob, 'parts' | 'dueDate'> {
  /** The caller may know of all parts. */
  known: boolean;
}
const noNames: Names = { parts: '', dueDate: null, known: true };

/** What those of the jobs build that build something. */
async function namesOf(context: CallContext, jobIds: readonly number[]): Promise<Map<number, Names>> {
  const { rows } = await sql<{ jobs: number[] | null; files: number[] | null }>`
    select json_agg(job_id order by job_id, order_file_id) as jobs,
      json_agg(order_file_id order by job_id, order_file_id) as files
    from job_file where job_id = any(${idsText(jobIds)}::bigint[])
  `.execute(context.db);
  const { jobs, files } = { jobs: rows[0]?.jobs ?? [], files: rows[0]?.files ?? [] };
  const parts = await visibleParts(context, new Set(files));
  const names = new Map<number, Names>();
  /** By file, for the many jobs that build one. */
  const alone = new Map<number, Names>();
  for (let first = 0; first < jobs.length;) {
    const id = entry(jobs, first);
    let end = first + 1;
    while (jobs[end] === id) end += 1;
    const file = entry(files, first);
    const known = end === first + 1 ? alone.get(file) : undefined;
    const name = known ?? nameOf(files.slice(first, end), parts);
    if (end === first + 1) alone.set(file, name);
    names.set(id, name);
    first = end;
  }
  return names;
}

/** As PostgreSQL writes an array: the client would quote each of a hundred thousand numbers. */
const idsText = (ids: Iterable<number>): string => `{${[...ids].join(',')}}`;

interface Part {
  id: number;
  orderId: number;
  name: string;
  dueDate: string | null;
}

async function visibleParts(context: CallContext, fileIds: ReadonlySet<number>): Promise<Map<number, Part>> {
  if (fileIds.size === 0) return new Map();
  const { rows: parts } = await sql<Part>`
    select f.id, o.id as "orderId", s.file_name as name, ${epoch('o.estimated_delivery_date')} as "dueDate"
    from rfq_order_file f join rfq_order o on o.id = f.order_id join stored_file s on s.id = f.original_file_id
    where f.id = any(${idsText(fileIds)}::bigint[]) and (${context.user.cleared} or not ${orderIsControlled})
  `.execute(context.db);
  return new Map(parts.map((part) => [part.id, part]));
}

/** `#18 bracket.stl, cover.stl #19 lid.stl`, and the first day on which one of the orders is due. */
function nameOf(files: readonly number[], parts: ReadonlyMap<number, Part>): Names {
  // A job builds parts of few orders: two lists cost less than a map for each of a hundred thousand.
  const orders: number[] = [];
  const texts: string[] = [];
  let dueDate: string | null = null;
  let known = true;
  for (const id of files) {
    const part = parts.get(id);
    if (!part) {
      known = false;
      continue;
    }
    const at = orders.indexOf(part.orderId);
    if (at < 0) {
      orders.push(part.orderId);
      texts.push(`#${part.orderId} ${part.name}`);
    } else texts[at] = `${texts[at] ?? ''}, ${part.name}`;
    if (part.dueDate !== null && (dueDate === null || Number(part.dueDate) < Number(dueDate))) dueDate = part.dueDate;
  }
  return { parts: texts.join(' ').slice(0, shown), dueDate, known };
}
