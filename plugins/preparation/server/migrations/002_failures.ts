import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table file_operation add column failure_code text;
    update file_operation set failure_code = 'FILE_UNREADABLE' where status = 'FAILED';
    alter table file_operation add check (status <> 'FAILED' or failure_code is not null);
  `.execute(db);
}
