import { sql, type Kysely } from 'kysely';

/** Checklists: each a setting with versions, what passed a gate with them, its answers, and who let something pass without. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table checklist (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      -- As published; what is not yet has the name of its draft.
      name text not null,
      enabled boolean not null default true,
      version int not null default 0,
      gate text not null default 'JOB_START'
        check (gate in ('QUOTE', 'REVIEW', 'JOB_START', 'STEP_START', 'STEP_FINISH', 'SHIP')),
      process_ids bigint[] not null default '{}',
      equipment_ids bigint[] not null default '{}',
      material_ids bigint[] not null default '{}',
      company_ids bigint[] not null default '{}',
      created_at timestamptz not null default now(),
      changed_at timestamptz not null default now()
    );
    create index checklist_of_facility on checklist (facility_id, id);
    create index checklist_at_gate on checklist (facility_id, gate) where enabled and version > 0;

    create table checklist_version (
      checklist_id bigint not null references checklist on delete cascade,
      version int not null check (version > 0),
      name text not null,
      items jsonb not null,
      primary key (checklist_id, version)
    );

    -- An order, a job, or a step of a lot, with the version that it is asked by.
    create table checklist_use (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      gate text not null,
      subject_id bigint not null,
      position int not null,
      checklist_id bigint not null,
      version int not null,
      begun_at timestamptz not null default now(),
      begun_by bigint references app_user,
      unique (facility_id, gate, subject_id, position, checklist_id),
      foreign key (checklist_id, version) references checklist_version on delete cascade
    );
    create index checklist_use_of on checklist_use (checklist_id, id desc);

    -- Rows are only added: the newest of an item is its answer, and null takes it back.
    create table checklist_answer (
      id bigint generated always as identity primary key,
      use_id bigint not null references checklist_use on delete cascade,
      item text not null,
      value jsonb,
      user_id bigint references app_user,
      created_at timestamptz not null default now()
    );
    create index checklist_answer_of on checklist_answer (use_id, item, id desc);

    create table checklist_override (
      id bigint generated always as identity primary key,
      use_id bigint not null references checklist_use on delete cascade,
      -- Keys of the items that were open.
      items text[] not null,
      reason text not null check (reason <> ''),
      user_id bigint references app_user,
      created_at timestamptz not null default now()
    );
    create index checklist_override_of on checklist_override (use_id, id desc);
  `.execute(db);
}
