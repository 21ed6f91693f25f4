import { sql, type Kysely } from 'kysely';

/** Builds that planners make of parts that are still to schedule. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table planned_build (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      name text not null,
      equipment_id bigint not null references equipment,
      am_process_id bigint not null references am_process,
      material_id bigint not null references material,
      status text not null default 'DRAFT' check (status in ('DRAFT', 'SCHEDULED', 'MERGED', 'DISCARDED')),
      locked boolean not null default false,
      version int not null default 1,
      -- What it holds now: a sum over its machine and pieces.
      content text not null default '',
      -- It held parts of an export-controlled order when it was changed last.
      controlled boolean not null default false,
      -- The nesting that is under way or came to nothing, and what it was asked of.
      asked_nesting_id bigint references nesting on delete set null,
      asked_content text,
      -- The one whose arrangement it has, of what, and its figures.
      nesting_id bigint references nesting on delete set null,
      arranged_content text,
      placed int,
      unplaced int,
      utilisation double precision,
      height_mm double precision,
      hours double precision,
      grams double precision,
      job_id bigint references job,
      merged_into_id bigint references planned_build,
      event_id uuid not null,
      scheduled_by uuid,
      created_at timestamptz not null default now(),
      changed_at timestamptz not null default now(),
      changed_by bigint references app_user,
      unique (facility_id, event_id),
      check (status <> 'SCHEDULED' or job_id is not null)
    );
    create index planned_build_open on planned_build (facility_id, id) where status = 'DRAFT';
    create index planned_build_ended on planned_build (facility_id, changed_at desc) where status <> 'DRAFT';
    create index planned_build_asked on planned_build (asked_nesting_id) where asked_nesting_id is not null;
    create index planned_build_nesting on planned_build (nesting_id) where nesting_id is not null;

    -- Those of builds that are being planned alone: jobs have the others.
    create table planned_piece (
      build_id bigint not null references planned_build on delete cascade,
      order_file_id bigint not null references rfq_order_file on delete cascade,
      quantity int not null check (quantity > 0),
      primary key (build_id, order_file_id)
    );
    create index planned_piece_part on planned_piece (order_file_id) include (quantity);

    create table planning_change (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      user_id bigint not null references app_user,
      what text not null,
      name text not null,
      -- Each build as it was before, and its version after.
      builds jsonb not null,
      created_at timestamptz not null default now()
    );
    create index planning_change_last on planning_change (facility_id, user_id, id desc);
  `.execute(db);
}
