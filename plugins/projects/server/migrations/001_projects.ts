import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table project (
      id bigint generated always as identity primary key,
      name text not null,
      description text not null default '',
      facility_id bigint references facility,
      company_id bigint references company,
      target_on date,
      closed_at timestamptz,
      version int not null default 1,
      created_by bigint not null references app_user,
      event_id uuid not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (created_by, event_id),
      check (facility_id is not null or company_id is not null)
    );
    create index project_facility on project (facility_id, updated_at desc, id desc);
    create index project_company on project (company_id, updated_at desc, id desc);
    create index project_name on project using gin (name gin_trgm_ops);

    -- What each side wants to spend or earn; the other never sees it.
    create table project_budget (
      project_id bigint not null references project,
      side text not null check (side in ('FACILITY', 'COMPANY')),
      amount_minor bigint not null check (amount_minor >= 0),
      currency text not null,
      primary key (project_id, side)
    );

    -- Somebody of the project's facility or company.
    create table project_member (
      project_id bigint not null references project,
      user_id bigint not null references app_user on delete cascade,
      side text not null check (side in ('FACILITY', 'COMPANY')),
      role text not null check (role in ('OWNER', 'EDITOR', 'READER')),
      added_at timestamptz not null default now(),
      primary key (project_id, user_id, side)
    );
    create index project_member_user on project_member (user_id, side, project_id);

    create table project_invitation (
      project_id bigint not null references project,
      email text not null,
      role text not null check (role in ('EDITOR', 'READER')),
      created_at timestamptz not null default now(),
      primary key (project_id, email)
    );
    create index project_invitation_email on project_invitation (email);

    create table project_order (
      project_id bigint not null references project,
      order_id bigint not null references rfq_order,
      added_at timestamptz not null default now(),
      primary key (project_id, order_id)
    );
    create index project_order_order on project_order (order_id);

    create table project_part (
      project_id bigint not null references project,
      part_id bigint not null references part on delete cascade,
      added_at timestamptz not null default now(),
      primary key (project_id, part_id)
    );
    create index project_part_part on project_part (part_id);

    create table project_file (
      project_id bigint not null references project,
      file_id bigint not null references stored_file,
      added_by bigint not null references app_user,
      side text not null check (side in ('FACILITY', 'COMPANY')),
      added_at timestamptz not null default now(),
      primary key (project_id, file_id)
    );
    create index project_file_file on project_file (file_id);

    create table project_task (
      id bigint generated always as identity primary key,
      project_id bigint not null references project,
      title text not null,
      note text not null default '',
      state text not null check (state in ('TODO', 'DOING', 'DONE')),
      assignee_id bigint references app_user on delete set null,
      due_on date,
      version int not null default 1,
      created_by bigint not null references app_user,
      event_id uuid not null,
      created_at timestamptz not null default now(),
      removed_at timestamptz,
      unique (created_by, event_id)
    );
    create index project_task_project on project_task (project_id) where removed_at is null;
    create index project_task_assignee on project_task (assignee_id, project_id) where removed_at is null and state <> 'DONE';

    create table project_history (
      id bigint generated always as identity primary key,
      project_id bigint not null references project,
      user_id bigint references app_user on delete set null,
      what text not null,
      -- Of what everybody in the project sees; what not is named when it is read, to who sees it.
      subject text not null default '',
      moved_to text,
      order_id bigint references rfq_order,
      part_id bigint references part on delete cascade,
      file_id bigint references stored_file,
      at timestamptz not null default now()
    );
    create index project_history_project on project_history (project_id, id desc);
  `.execute(db);
}
