import { sql, type Kysely } from 'kysely';

/** A build may come out with more good pieces than were planned, as far as its facility allows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table job_file
      drop constraint if exists job_file_check,
      drop constraint if exists job_file_completed_quantity_check,
      add constraint job_file_completed check (completed_quantity >= 0)
  `.execute(db);
}
