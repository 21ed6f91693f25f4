import { sql, type Kysely } from 'kysely';

/** How facilities listen to machines, and what they heard. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mc_connector (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      type text not null,
      name text not null,
      endpoint text not null default '',
      poll_seconds real not null,
      state_map jsonb not null default '{}',
      run text not null default 'OFF' check (run in ('OFF', 'ON', 'PAUSED')),
      -- Where its driver goes on after a restart.
      cursor text not null default '',
      ok boolean,
      message text not null default '',
      said jsonb,
      told_at timestamptz,
      version int not null default 1,
      event_id text not null,
      created_at timestamptz not null default now(),
      unique (facility_id, event_id)
    );
    create index mc_connector_on on mc_connector (id) where run = 'ON';

    create table mc_machine (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      connector_id bigint not null references mc_connector on delete cascade,
      machine text not null,
      equipment_id bigint unique,
      state text not null default 'OFFLINE',
      since timestamptz not null default now(),
      vendor_state text not null default '',
      seen_at timestamptz,
      live jsonb not null default '{}',
      print_id uuid,
      alarm_id uuid,
      plate_full boolean not null default false,
      unique (connector_id, machine)
    );
    create index mc_machine_facility on mc_machine (facility_id, state);

    create table mc_span (
      id bigint generated always as identity primary key,
      machine_id bigint not null references mc_machine on delete cascade,
      state text not null,
      from_at timestamptz not null
    );
    create index mc_span_of on mc_span (machine_id, from_at desc, id desc);

    create table mc_alarm (
      id uuid primary key,
      machine_id bigint not null references mc_machine on delete cascade,
      code text not null,
      text text not null,
      raised_at timestamptz not null,
      cleared_at timestamptz,
      seen_by bigint references app_user,
      seen_at timestamptz
    );
    create index mc_alarm_of on mc_alarm (machine_id, raised_at desc, id);

    create table mc_print (
      id uuid primary key,
      machine_id bigint not null references mc_machine on delete cascade,
      name text not null,
      started_at timestamptz not null,
      ended_at timestamptz,
      finished boolean,
      skipped text[] not null default '{}',
      job_id bigint
    );
    create index mc_print_of on mc_print (machine_id, started_at desc);
    create unique index mc_print_job on mc_print (job_id) where job_id is not null;

    -- Readings that programs have brought and nobody has read yet.
    create table mc_drop (
      id bigint generated always as identity primary key,
      connector_id bigint not null references mc_connector on delete cascade,
      event_id text not null,
      readings jsonb not null,
      taken boolean not null default false,
      at timestamptz not null default now(),
      unique (connector_id, event_id)
    );
    create index mc_drop_waits on mc_drop (connector_id, id) where not taken;

    -- One node listens at a time.
    create table mc_lease (id int primary key check (id = 1), holder text not null, until timestamptz not null);
  `.execute(db);
}
