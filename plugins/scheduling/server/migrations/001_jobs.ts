import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table job (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      equipment_id bigint not null references equipment,
      job_name text not null,
      job_type text not null,
      job_source text not null,
      job_creation_type text not null,
      status text not null,
      material_id bigint references material,
      from_date timestamptz not null,
      to_date timestamptz not null,
      estimated_hours double precision not null default 0,
      material_unit text not null default 'GRAM',
      material_quantity double precision not null default 0,
      notes text not null default '',
      utilization real check (utilization between 0 and 1),
      event_id uuid unique,
      created_by bigint references app_user,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (to_date > from_date)
    );
    -- A window's jobs of a facility, and a machine's reservations from some time on.
    create index job_facility_window on job (facility_id, to_date, from_date);
    create index job_equipment on job (equipment_id, to_date) where status in ('WAITING', 'QUEUED', 'IN_PROGRESS', 'PAUSED');

    create table job_file (
      id bigint generated always as identity primary key,
      job_id bigint not null references job,
      order_file_id bigint not null references rfq_order_file,
      quantity int not null check (quantity > 0),
      completed_quantity int not null default 0 check (completed_quantity between 0 and quantity),
      unique (job_id, order_file_id)
    );
    create index job_file_order_file on job_file (order_file_id);

    -- How many of an ordered file jobs have taken: planned ones in full, ended ones as many as came out good.
    -- The one place of this rule; a job that is being changed leaves itself out.
    create function order_file_scheduled(of_file bigint, except_job bigint default null) returns int
    language sql stable as $$
      select coalesce(sum(
        case when j.status in ('COMPLETED', 'FAILED') then jf.completed_quantity else jf.quantity end), 0)::int
      from job_file jf join job j on j.id = jf.job_id
      where jf.order_file_id = of_file and j.status not in ('CANCELLED', 'MERGED') and j.id is distinct from except_job
    $$;

    create table job_history (
      id bigint generated always as identity primary key,
      job_id bigint not null references job,
      event text not null,
      status text not null,
      reason text not null default '',
      user_id bigint references app_user,
      created_at timestamptz not null default now()
    );
    create index job_history_job on job_history (job_id, id);
  `.execute(db);
}
