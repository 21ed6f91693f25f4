import { type Kysely, sql } from 'kysely';

const statements = [
  `create table plugin_failure (
    facility_id bigint references facility,
    company_id bigint references company,
    plugin_id text not null,
    version text not null,
    kind text not null,
    message text not null,
    count integer not null default 1,
    last_at timestamptz not null default now(),
    unique nulls not distinct (facility_id, company_id, plugin_id, version, kind)
  )`,
  `create index on plugin_failure (facility_id, last_at)`,
  `create table registry_revision (
    facility_id bigint not null references facility,
    revision integer not null,
    state jsonb not null,
    changes text[] not null,
    changed_by bigint references app_user,
    changed_at timestamptz not null default now(),
    primary key (facility_id, revision)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
