import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What an adapter was asked to open. Gone with its one use; parts hold addresses that are good for five minutes.
    create table magics_selection (
      code_hash bytea primary key,
      parts jsonb not null,
      until timestamptz not null
    );
    create index magics_selection_until on magics_selection (until);
  `.execute(db);
}
