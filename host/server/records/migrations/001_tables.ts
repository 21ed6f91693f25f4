import { type Kysely, sql } from 'kysely';

const statements = [
  `create table config_record (
    id bigint generated always as identity primary key,
    config_type text not null,
    element_type text,
    element_id bigint,
    config_value jsonb not null,
    active boolean not null default true,
    revision integer not null default 1,
    updated_by bigint references app_user,
    updated_at timestamptz not null default now(),
    unique nulls not distinct (config_type, element_type, element_id)
  )`,
  `create table config_revision (
    config_record_id bigint not null references config_record on delete cascade,
    revision integer not null,
    config_value jsonb not null,
    active boolean not null,
    updated_by bigint references app_user,
    updated_at timestamptz not null,
    primary key (config_record_id, revision)
  )`,
  `create table user_preference (
    user_id bigint not null references app_user on delete cascade,
    preference_type text not null,
    preference text not null,
    primary key (user_id, preference_type)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
