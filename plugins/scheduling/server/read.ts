import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import type { fileJobStatus, Job, listJobs } from '@sinter/sdk/contract/scheduling/jobs';
import { tagIdsOf } from '@sinter/sdk/contract/tagIds';
import { facilityScope, storedFiles, type CallContext } from '@sinter/sdk/server';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { orderFiles } from '@sinter/sdk/contract/orders/orderFiles';
import { sql, type RawBuilder } from 'kysely';
import { nameable, nameFor } from './controlled.ts';
import { hasTags, tagsColumn } from './tags.ts';
import { readableTime } from './time.ts';

export const epoch = (column: string) => sql`(date_part('epoch', ${sql.ref(column)}) * 1000)::bigint::text`;

/** What job `j` uses of materials in this role, the contract's way. */
const used = (role: string) => sql`
  select jsonb_build_object('materialDTO', jsonb_build_object('id', um.id, 'name', um.name),
    'materialQuantityUsed', u.quantity::text, 'jobMaterialType', 'SUPPORT') as one, u.position
  from job_material u join material um on um.id = u.material_id where u.job_id = j.id and u.role = ${role}`;

/** Job `j` as the contract's Job, but for its orders and files. */
const jobColumns = (context: CallContext) => sql`
  j.id, ${nameFor(context)} as "jobName", j.job_type as "jobType", j.job_source as "jobSource",
  j.job_creation_type as "jobCreationType", j.status as "jobStatus",
  ${epoch('j.from_date')} as "fromDate", ${epoch('j.to_date')} as "toDate",
  j.estimated_hours::text as "estimatedTime",
  coalesce(j.actual_hours, round((extract(epoch from j.to_date - j.from_date) / 3600)::numeric, 2))::text as "actualTime",
  j.material_unit as "materialUnit", j.material_quantity::text as "materialQuantityUsed",
  case when mat.id is null then null else jsonb_build_object('id', mat.id, 'name', mat.name) end as "materialDTO",
  array(select one from (${used('SECONDARY')}) secondary order by position) as "secondaryMaterials",
  (select one from (${used('SUPPORT')}) support) as "supportMaterial",
  case when soft.id is null then null else jsonb_build_object('id', soft.id, 'name', soft.name) end
    as "simulationSoftwareDTO",
  case when prio.id is null then null else jsonb_build_object('id', prio.id, 'label', prio.label, 'color', prio.color) end
    as "priorityDTO",
  j.equipment_id as "equipmentId",
  jsonb_build_object('id', e.id, 'displayName', e.display_name, 'facilityName', fac.company_name, 'spId', e.facility_id)
    as "equipmentDTO",
  model.kind as "equipmentType",
  case when ${nameable(context)} then j.notes else '' end as "jobNotes", j.utilization as "buildPlateUtilization",
  j.status not in ('CANCELLED', 'MERGED') as active, j.version,
  j.merged_into_job_id as "mergedIntoJobId", j.rerun_of_job_id as "rerunOfJobId", j.series_id as "seriesId", ${tagsColumn(context)} as tags`;

const joins = sql`
  join equipment e on e.id = j.equipment_id
  join machine_model model on model.id = e.machine_model_id
  join facility fac on fac.id = j.facility_id
  left join material mat on mat.id = j.material_id
  left join priority_label prio on prio.id = j.priority_label_id
  left join simulation_software soft on soft.id = j.simulation_software_id`;

type JobRow = Omit<Job, 'jobOrderDTOs' | 'jobFiles'>;

interface BuiltFile {
  jobId: number;
  orderId: number;
  orderTitle: string;
  orderFileId: number;
  quantity: number;
  completed: number;
}

/** Adds what the jobs build and what is attached to them, as far as the caller may see it, in three queries in all. */
async function withFiles(context: CallContext, jobs: readonly JobRow[]): Promise<Job[]> {
  const ids = jobs.map((job) => job.id);
  const { rows: built } = await sql<BuiltFile>`
    select jf.job_id as "jobId", o.id as "orderId", o.display_title as "orderTitle", jf.order_file_id as "orderFileId",
      jf.quantity, jf.completed_quantity as completed
    from job_file jf join job j on j.id = jf.job_id and j.status <> 'MERGED'
      join rfq_order_file f on f.id = jf.order_file_id join rfq_order o on o.id = f.order_id
    where jf.job_id = any(${ids}::bigint[]) and (${context.user.cleared} or not ${orderIsControlled})
    order by o.id, jf.id
  `.execute(context.db);
  const files = await context.get(orderFiles).read(
    context.db,
    built.map((file) => file.orderFileId),
  );
  const attached = await attachedTo(context, ids);
  return jobs.map((job) => ({
    ...job,
    jobOrderDTOs: ordersOf(
      built.filter((file) => file.jobId === job.id),
      files,
    ),
    jobFiles: attached.get(job.id) ?? [],
  }));
}

async function attachedTo(context: CallContext, jobIds: readonly number[]): Promise<Map<number, Job['jobFiles']>> {
  const { rows } = await sql<{ jobId: number; id: number; fileName: string; size: number; controlled: boolean }>`
    select a.job_id as "jobId", s.id, s.file_name as "fileName", s.size, s.controlled
    from job_attachment a join stored_file s on s.id = a.file_id join job j on j.id = a.job_id
    where j.id = any(${[...jobIds]}::bigint[]) and ${nameable(context)}
    order by s.id
  `.execute(context.db);
  const { dto } = context.get(storedFiles);
  const byJob = new Map<number, Job['jobFiles']>();
  for (const { jobId, ...file } of rows) {
    byJob.set(jobId, [...(byJob.get(jobId) ?? []), { id: file.id, fileDTO: dto(file) }]);
  }
  return byJob;
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

/** Jobs by their ids, in that order, of the facilities whose charts the caller sees. */
export async function readJobs(context: CallContext, ids: readonly number[]): Promise<Job[]> {
  const facilityIds = await facilityScope(context, context.user.permissions.includes('ENTERPRISE_SCHEDULER_VIEW'));
  const { rows } = await sql<JobRow>`
    select ${jobColumns(context)} from job j ${joins}
    where j.id = any(${[...ids]}::bigint[]) and j.facility_id = any(${facilityIds}::bigint[])
    order by array_position(${[...ids]}::bigint[], j.id)
  `.execute(context.db);
  return withFiles(context, rows);
}

export async function readJob(context: CallContext, id: number): Promise<Job> {
  const [job] = await readJobs(context, [id]);
  if (!job) throw new CallError('NOT_FOUND');
  return job;
}

type List = CallArguments<typeof listJobs>;

export async function list(context: CallContext, { params, query }: List): Promise<CallResult<typeof listJobs>> {
  const conditions: RawBuilder<unknown>[] = [sql`j.facility_id = ${context.facilityId}`];
  if (query.jobType) conditions.push(sql`j.job_type = ${query.jobType}`);
  if (query.fromDate) conditions.push(sql`j.to_date > ${new Date(readableTime(query.fromDate))}`);
  if (query.toDate) conditions.push(sql`j.from_date < ${new Date(readableTime(query.toDate))}`);
  if (query.equipmentId) conditions.push(sql`j.equipment_id = ${query.equipmentId}`);
  if (query.tagIds) conditions.push(await hasTags(context, tagIdsOf(query.tagIds)));
  const where = sql.join(conditions, sql` and `);
  const order = inOrder(query);
  const { rows } = await sql<JobRow>`
    select ${jobColumns(context)} from (
      select * from job j where ${where} order by ${order} limit ${params.limit} offset ${params.offset}
    ) j ${joins} order by ${order}
  `.execute(context.db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from job j where ${where}
  `.execute(context.db);
  return { jobDTOS: await withFiles(context, rows), totalCount: counted[0]?.total ?? 0 };
}

function inOrder({ sort, direction }: List['query']): RawBuilder<unknown> {
  const down = direction === 'asc' ? sql`asc` : sql`desc`;
  return sort === 'PRIORITY'
    ? sql`j.priority_label_id ${down} nulls last, j.from_date desc, j.id desc`
    : sql`j.from_date ${down}, j.id ${down}`;
}

export async function statusOfFiles(
  context: CallContext,
  orderFileIds: readonly number[],
): Promise<CallResult<typeof fileJobStatus>> {
  const { rows } = await sql<{ id: number; notScheduled: number }>`
    select f.id, greatest(f.quantity + f.remake_quantity - f.scheduled, 0) as "notScheduled"
    from rfq_order_file f join rfq_order o on o.id = f.order_id
      join rfq_match m on m.order_id = o.id and m.facility_id = ${context.facilityId}
    where f.id = any(${[...orderFileIds]}::bigint[]) and (${context.user.cleared} or not ${orderIsControlled}) order by f.id
  `.execute(context.db);
  return rows;
}
