import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table job
      add version int not null default 1,
      add started_at timestamptz,
      add actual_hours double precision,
      add merged_into_job_id bigint references job,
      add rerun_of_job_id bigint references job,
      add series_id bigint references job,
      add simulation_software_id bigint references simulation_software,
      -- Ids of requests are made by the callers: nobody can take one from another facility.
      drop constraint job_event_id_key,
      add unique (facility_id, event_id);
    update job set started_at = from_date where status in ('IN_PROGRESS', 'PAUSED', 'COMPLETED', 'FAILED')
      or exists (select from job_history h where h.job_id = job.id and h.event = 'START');
    create index job_series on job (series_id, from_date) where series_id is not null;
    -- What touches a window, for the chart. Its jobs lie close together in time.
    create index job_window on job using gist (tstzrange(from_date, to_date)) where status <> 'CANCELLED';
    drop index job_facility_window;
    create index job_facility_from on job (facility_id, from_date, id);

    -- What a job uses beside its material; in the job's unit.
    create table job_material (
      job_id bigint not null references job,
      position int not null,
      role text not null check (role in ('SECONDARY', 'SUPPORT')),
      material_id bigint not null references material,
      quantity double precision not null default 0,
      primary key (job_id, position)
    );
    create table job_attachment (
      job_id bigint not null references job,
      file_id bigint not null references stored_file,
      primary key (job_id, file_id)
    );
    create index job_attachment_file on job_attachment (file_id);

    create table facility_calendar (
      facility_id bigint primary key references facility,
      calendar jsonb not null,
      updated_at timestamptz not null default now()
    );

    create table priority_label (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      label text not null,
      color text not null,
      event_id uuid,
      created_at timestamptz not null default now(),
      unique (facility_id, event_id)
    );
    create unique index priority_label_name on priority_label (facility_id, lower(label));

    -- A request that is sent again is known by its id.
    alter table job_history add event_id uuid;
    create unique index job_history_event on job_history (job_id, event_id) where event_id is not null;

    -- Downtimes that are there already follow the clock from now on.
    select graphile_worker.add_job('scheduling.clock', json_build_object('jobId', id), job_key => 'downtime ' || id)
    from job where job_type in ('DOWNTIME', 'POST_PROCESSING_DOWNTIME') and status in ('QUEUED', 'IN_PROGRESS');
  `.execute(db);
}
