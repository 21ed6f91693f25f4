import { sql, type Kysely } from 'kysely';

/** Jobs have priority labels; and what is planned on machines for post-processing is of a type of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table job add column priority_label_id bigint references priority_label (id) on delete set null;
    update job set job_type = case when job_type = 'DOWNTIME' then 'POST_PROCESSING_DOWNTIME' else 'POST_PROCESSING_ORDER' end
      from equipment e join machine_model m on m.id = e.machine_model_id
      where e.id = job.equipment_id and m.kind = 'POST_PROCESSING_MACHINE'
        and job.job_type not in ('POST_PROCESSING_DOWNTIME', 'POST_PROCESSING_ORDER');
  `.execute(db);
}
