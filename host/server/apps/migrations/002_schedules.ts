import { type Kysely, sql } from 'kysely';

/** What the host calls by the clock: when it did last, and when it does next. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table app_schedule (
    facility_id bigint not null references facility,
    plugin_id text not null,
    schedule_id text not null,
    next_at timestamptz not null,
    last_at timestamptz,
    code integer,
    problem text,
    ms integer,
    failures integer not null default 0,
    primary key (facility_id, plugin_id, schedule_id)
  )`.execute(db);
  await sql`create index app_schedule_next on app_schedule (next_at)`.execute(db);
}
