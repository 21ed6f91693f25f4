import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { OrderFile } from '@sinter/sdk/contract/orders';
import type { ChartJob, fileJobStatus, Job, listJobs, nextSlot, searchJobs } from '@sinter/sdk/contract/scheduling';
import { facilityScope, orderFiles, orderIsControlled, type CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { busyTimes } from './jobs.ts';
import { firstFreeSlot } from './slots.ts';

const epoch = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint::text`;

/** Job `j` as the contract's Job, but for its files. */
const jobColumns = sql`
  j.id, j.job_name as "jobName", j.job_type as "jobType", j.job_source as "jobSource",
  j.job_creation_type as "jobCreationType", j.status as "jobStatus",
  ${epoch('j.from_date')} as "fromDate", ${epoch('j.to_date')} as "toDate",
  j.estimated_hours::text as "estimatedTime",
  round((extract(epoch from j.to_date - j.from_date) / 3600)::numeric, 2)::text as "actualTime",
  j.material_unit as "materialUnit", j.material_quantity::text as "materialQuantityUsed",
  case when mat.id is null then null else jsonb_build_object('id', mat.id, 'name', mat.name) end as "materialDTO",
  j.equipment_id as "equipmentId",
  jsonb_build_object('id', e.id, 'displayName', e.display_name, 'facilityName', fac.company_name, 'spId', e.facility_id)
    as "equipmentDTO",
  model.kind as "equipmentType", j.notes as "jobNotes", j.utilization as "buildPlateUtilization",
  j.status not in ('CANCELLED', 'MERGED') as active`;

type JobRow = Omit<Job, 'jobOrderDTOs'>;

interface BuiltFile {
  jobId: number;
  orderId: number;
  orderTitle: string;
  orderFileId: number;
  quantity: number;
  completed: number;
}

/** Adds the orders and files that the jobs build, as far as the caller may see them, in two queries in all. */
async function withFiles(context: CallContext, jobs: readonly JobRow[]): Promise<Job[]> {
  const { rows: built } = await sql<BuiltFile>`
    select jf.job_id as "jobId", o.id as "orderId", o.display_title as "orderTitle", jf.order_file_id as "orderFileId",
      jf.quantity, jf.completed_quantity as completed
    from job_file jf join rfq_order_file f on f.id = jf.order_file_id join rfq_order o on o.id = f.order_id
    where jf.job_id = any(${jobs.map((job) => job.id)}) and (${context.user.cleared} or not ${orderIsControlled})
    order by o.id, jf.id
  `.execute(context.db);
  const files = await context.get(orderFiles).read(
    context.db,
    built.map((file) => file.orderFileId),
  );
  return jobs.map((job) => ({
    ...job,
    jobOrderDTOs: ordersOf(
      built.filter((file) => file.jobId === job.id),
      files,
    ),
  }));
}

function ordersOf(built: readonly BuiltFile[], files: ReadonlyMap<number, OrderFile>): Job['jobOrderDTOs'] {
  const orders = new Map<number, Job['jobOrderDTOs'][number]>();
  for (const { orderId, orderTitle, orderFileId, quantity, completed } of built) {
    const rfqFileDTO = files.get(orderFileId);
    if (!rfqFileDTO) continue;
    const rfqDTO = { id: orderId, displayTitle: orderTitle };
    const order = orders.get(orderId) ?? { orderId, subOrderId: null, rfqDTO, fileIds: [] };
    const { fileName } = rfqFileDTO.originalFileDTO;
    order.fileIds.push({ rfqCadFileId: orderFileId, quantity, completedQuantity: completed, fileName, rfqFileDTO });
    orders.set(orderId, order);
  }
  return [...orders.values()];
}

const joins = sql`
  join equipment e on e.id = j.equipment_id
  join machine_model model on model.id = e.machine_model_id
  join facility fac on fac.id = j.facility_id
  left join material mat on mat.id = j.material_id`;

export async function readOne(context: CallContext, jobId: number): Promise<Job> {
  const { rows } = await sql<JobRow>`
    select ${jobColumns} from job j ${joins} where j.id = ${jobId} and j.facility_id = ${context.facilityId}
  `.execute(context.db);
  const [job] = await withFiles(context, rows);
  if (!job) throw new CallError('NOT_FOUND');
  return job;
}

type List = CallArguments<typeof listJobs>;

export async function list(context: CallContext, { params, query }: List): Promise<CallResult<typeof listJobs>> {
  const conditions: RawBuilder<unknown>[] = [sql`j.facility_id = ${context.facilityId}`];
  if (query.jobType) conditions.push(sql`j.job_type = ${query.jobType}`);
  if (query.fromDate) conditions.push(sql`j.to_date > ${new Date(Number(query.fromDate))}`);
  if (query.toDate) conditions.push(sql`j.from_date < ${new Date(Number(query.toDate))}`);
  if (query.equipmentId) conditions.push(sql`j.equipment_id = ${query.equipmentId}`);
  const where = sql.join(conditions, sql` and `);
  const { rows } = await sql<JobRow>`
    select ${jobColumns} from (
      select * from job j where ${where} order by j.from_date desc, j.id desc limit ${params.limit} offset ${params.offset}
    ) j ${joins} order by j.from_date desc, j.id desc
  `.execute(context.db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from job j where ${where}
  `.execute(context.db);
  return { jobDTOS: await withFiles(context, rows), totalCount: counted[0]?.total ?? 0 };
}

export async function statusOfFiles(
  context: CallContext,
  orderFileIds: readonly number[],
): Promise<CallResult<typeof fileJobStatus>> {
  const { rows } = await sql<{ id: number; notScheduled: number }>`
    select f.id, greatest(f.quantity + f.remake_quantity - order_file_scheduled(f.id), 0) as "notScheduled"
    from rfq_order_file f join rfq_order o on o.id = f.order_id
      join rfq_match m on m.order_id = o.id and m.facility_id = ${context.facilityId}
    where f.id = any(${orderFileIds}) and (${context.user.cleared} or not ${orderIsControlled}) order by f.id
  `.execute(context.db);
  return rows;
}

type Slot = CallArguments<typeof nextSlot>['query'];

export async function nextFreeSlot(context: CallContext, wanted: Slot): Promise<CallResult<typeof nextSlot>> {
  const machine = await context.db
    .selectFrom('equipment')
    .select(['id', 'hidden'])
    .where('id', '=', wanted.equipment)
    .where('facility_id', '=', context.facilityId)
    .executeTakeFirst();
  if (!machine) throw new CallError('NOT_FOUND');
  if (machine.hidden) throw new CallError('CONFLICT', 'This machine is retired.');
  const notBefore = Math.max(Date.now(), Number(wanted.notBefore ?? 0));
  const busy = await busyTimes(context.db, machine.id, notBefore, wanted.excludeJobId ?? null);
  const slot = firstFreeSlot(busy, wanted.totalHours * 3_600_000, notBefore);
  return slot
    ? { fromDate: String(slot.from), toDate: String(slot.to) }
    : { fromDate: null, toDate: null, reason: 'The machine has no gap of this length within a year.' };
}

type Window = CallArguments<typeof searchJobs>;

export async function searchChart(context: CallContext, { query, body }: Window): Promise<ChartJob[]> {
  const facilityIds = await facilityScope(context, query.getFromAllFacilities === 'true');
  const from = Number(body.fromDate);
  const to = Math.min(Number(body.toDate), from + 365 * 86_400_000);
  const among = (column: RawBuilder<unknown>, ids: readonly number[] | undefined) =>
    ids && ids.length > 0 ? [sql`${column} = any(${ids})`] : [];
  const conditions = [
    sql`j.facility_id = any(${facilityIds})`,
    sql`j.to_date > ${new Date(from)}`,
    sql`j.from_date < ${new Date(to)}`,
    sql`j.status <> 'CANCELLED'`,
    ...among(sql`j.equipment_id`, body.equipments),
    ...among(sql`j.material_id`, body.materials),
    ...among(sql`j.facility_id`, body.sp),
    ...among(sql`model.id`, body.models),
    ...among(sql`model.manufacturer_id`, body.manufacturers),
    ...among(sql`model.am_process_id`, body.amProcesses),
    ...among(sql`mat.general_material_id`, body.materialTypes),
  ];
  const { rows } = await sql<ChartJob>`
    select j.id, j.equipment_id as "equipmentId", j.job_name as "jobName", j.job_type as "jobType",
      j.job_creation_type as "jobCreationType", j.status as "jobStatus",
      ${epoch('j.from_date')} as "fromDate", ${epoch('j.to_date')} as "toDate",
      j.notes as "jobNotes", j.utilization as "buildPlateUtilization"
    from job j ${joins} where ${sql.join(conditions, sql` and `)} order by j.equipment_id, j.from_date, j.id
  `.execute(context.db);
  return rows;
}
