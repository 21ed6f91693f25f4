import { type Kysely, sql } from 'kysely';

const statements = [
  `create table issued_document (
    type text not null,
    subject text not null,
    subject_id bigint not null,
    version integer not null check (version > 0),
    facility_id bigint not null references facility,
    models jsonb not null,
    brand jsonb not null,
    content_hash text not null,
    issued_at timestamptz not null default now(),
    primary key (type, subject, subject_id, version)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
