import { type Kysely, sql } from 'kysely';

const statements = [
  `create table audit_entry (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    user_id bigint references app_user,
    facility_id bigint references facility,
    action text not null,
    object_kind text not null,
    object_id text not null,
    before jsonb,
    after jsonb,
    request_id text,
    company_id bigint references company,
    api_key_id bigint,
    address text,
    user_agent text
  )`,
  `create index on audit_entry (object_kind, object_id, id)`,
  `create index on audit_entry (facility_id, id)`,
  `create index on audit_entry (company_id, id)`,
  `create index on audit_entry (user_id, id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
