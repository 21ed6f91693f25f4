import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_key add column membership text not null default 'WRITE' check (membership in ('NONE', 'READ', 'WRITE'))
  `.execute(db);
}
