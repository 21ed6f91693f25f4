import { type Kysely, sql } from 'kysely';

const statements = [
  `create table mail_message (
    id bigint generated always as identity primary key,
    recipient text not null,
    subject text not null,
    body_sealed text,
    state text not null default 'QUEUED' check (state in ('QUEUED', 'SENT', 'KEPT', 'FAILED')),
    error text,
    created_at timestamptz not null default now(),
    settled_at timestamptz
  )`,
  `create index on mail_message (created_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
