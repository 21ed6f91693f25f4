import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';

/**
 * Sets the types of jobs by where they are planned and what they build: on a machine for post-processing they are of its
 * types, elsewhere a build says whether it has parts of orders. To be called when a job was made, was given other parts
 * or came to another machine.
 */
export async function settleTypes(unit: Work, jobIds: readonly number[]): Promise<void> {
  await sql`
    update job set job_type = settled.job_type
    from (
      select j.id, case
        when j.job_type in ('DOWNTIME', 'POST_PROCESSING_DOWNTIME')
          then case m.kind when 'POST_PROCESSING_MACHINE' then 'POST_PROCESSING_DOWNTIME' else 'DOWNTIME' end
        when m.kind = 'POST_PROCESSING_MACHINE' then 'POST_PROCESSING_ORDER'
        when j.job_type in ('ORDER', 'ORDER_NO_RFQ', 'POST_PROCESSING_ORDER') then
          case when exists (select from job_file f where f.job_id = j.id) then 'ORDER' else 'ORDER_NO_RFQ' end
        else j.job_type end as job_type
      from job j join equipment e on e.id = j.equipment_id join machine_model m on m.id = e.machine_model_id
      where j.id = any(${[...jobIds]}::bigint[])
    ) settled
    where job.id = settled.id and job.job_type <> settled.job_type
  `.execute(unit.db);
}
