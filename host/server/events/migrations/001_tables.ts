import { type Kysely, sql } from 'kysely';

const statements = [
  `create table outbox_event (
    sequence bigint generated always as identity primary key,
    type text not null,
    payload jsonb not null,
    facility_ids bigint[] not null,
    company_ids bigint[] not null,
    created_at timestamptz not null default now()
  )`,
  `create index on outbox_event (created_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
