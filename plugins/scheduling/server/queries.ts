import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { ChartJob, fileJobStatus, Job, listJobs, nextSlot, searchJobs } from '@sinter/sdk/contract/scheduling';
import { facilityScope, type CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { busyTimes } from './jobs.ts';
import { firstFreeSlot } from './slots.ts';

const epoch = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint::text`;

const scheduledOf = sql`coalesce((
  select sum(case when ij.status in ('COMPLETED', 'FAILED') then ijf.completed_quantity else ijf.quantity end)
  from job_file ijf join job ij on ij.id = ijf.job_id
  where ijf.order_file_id = f.id and ij.status not in ('CANCELLED', 'MERGED')), 0)::int`;

const dto = (table: string) => sql`jsonb_build_object(
  'id', ${sql.ref(table)}.id, 'fileName', ${sql.ref(table)}.file_name, 'size', ${sql.ref(table)}.size,
  'fileURL', '/api/v1/files/' || ${sql.ref(table)}.id || '/content')`;

/** Job `j` with its orders and their files, as the contract's Job. */
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
  j.status not in ('CANCELLED', 'MERGED') as active,
  coalesce((
    select jsonb_agg(per_order.dto order by per_order.order_id) from (
      select o.id as order_id, jsonb_build_object(
        'orderId', o.id, 'subOrderId', null,
        'rfqDTO', jsonb_build_object('id', o.id, 'displayTitle', o.display_title),
        'fileIds', jsonb_agg(jsonb_build_object(
          'rfqCadFileId', f.id, 'quantity', jf.quantity, 'completedQuantity', jf.completed_quantity,
          'fileName', original.file_name,
          'rfqFileDTO', jsonb_build_object(
            'id', f.id, 'quantity', f.quantity, 'scheduled', ${scheduledOf},
            'notScheduled', greatest(f.quantity + f.remake_quantity - ${scheduledOf}, 0),
            'aMProcess', jsonb_build_object('id', p.id, 'name', p.name),
            'materials', jsonb_build_array(jsonb_build_object('id', fm.id, 'name', fm.name)),
            'machines', '[]'::jsonb,
            'originalFileDTO', ${dto('original')}, 'fileDTO', ${dto('mesh')},
            'pngFileDTO', case when png.id is null then null else ${dto('png')} end,
            'itar', original.controlled, 'unitPrice', null,
            'report', jsonb_build_object(
              'volumeMm3', facts.volume_mm3, 'areaMm2', facts.area_mm2, 'facets', facts.facets,
              'watertight', facts.watertight,
              'size', jsonb_build_array(facts.size_x_mm, facts.size_y_mm, facts.size_z_mm))
          )) order by jf.id)) as dto
      from job_file jf
        join rfq_order_file f on f.id = jf.order_file_id
        join rfq_order o on o.id = f.order_id
        join am_process p on p.id = f.am_process_id
        join material fm on fm.id = f.material_id
        join stored_file original on original.id = f.original_file_id
        join stored_file mesh on mesh.id = f.file_id
        join file_facts facts on facts.file_id = f.file_id
        left join stored_file png on png.id = facts.thumbnail_file_id
      where jf.job_id = j.id
      group by o.id
    ) per_order), '[]'::jsonb) as "jobOrderDTOs"`;

const joins = sql`
  join equipment e on e.id = j.equipment_id
  join machine_model model on model.id = e.machine_model_id
  join facility fac on fac.id = j.facility_id
  left join material mat on mat.id = j.material_id`;

export async function readOne(context: CallContext, jobId: number): Promise<Job> {
  const { rows } = await sql<Job>`
    select ${jobColumns} from job j ${joins} where j.id = ${jobId} and j.facility_id = ${context.facilityId}
  `.execute(context.db);
  const job = rows[0];
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
  const { rows } = await sql<Job>`
    select ${jobColumns} from (
      select * from job j where ${where} order by j.from_date desc, j.id desc limit ${params.limit} offset ${params.offset}
    ) j ${joins} order by j.from_date desc, j.id desc
  `.execute(context.db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from job j where ${where}
  `.execute(context.db);
  return { jobDTOS: rows, totalCount: counted[0]?.total ?? 0 };
}

export async function statusOfFiles(
  context: CallContext,
  orderFileIds: readonly number[],
): Promise<CallResult<typeof fileJobStatus>> {
  const { rows } = await sql<{ id: number; notScheduled: number }>`
    select f.id, greatest(f.quantity + f.remake_quantity - ${scheduledOf}, 0) as "notScheduled"
    from rfq_order_file f join rfq_match m on m.order_id = f.order_id and m.facility_id = ${context.facilityId}
    where f.id = any(${orderFileIds}) order by f.id
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
