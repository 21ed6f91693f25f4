import { sql, type Kysely } from 'kysely';

/** Corrective and preventive actions, their tasks, and how often their effect was looked at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table capa (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      number text not null,
      title text not null,
      type text not null check (type in ('CORRECTIVE', 'PREVENTIVE')),
      status text not null default 'DRAFT' check (status in ('DRAFT', 'OPEN', 'IN_PROGRESS', 'VERIFICATION', 'CLOSED')),
      source text not null check (source in ('NCR', 'AUDIT', 'COMPLAINT', 'SUPPLIER', 'OTHER')),
      method text not null check (method in ('EIGHT_D', 'FIVE_WHYS')),
      problem text not null default '',
      analysis jsonb not null default '{}',
      root_cause text not null default '',
      owner_id bigint references app_user,
      due_on date,
      -- When its effect is looked at; set on the way to verification.
      check_on date,
      version int not null default 1,
      event_id text not null,
      search_text text not null default '',
      created_by bigint references app_user,
      created_at timestamptz not null default now(),
      changed_at timestamptz not null default now(),
      closed_at timestamptz,
      unique (facility_id, number),
      unique (facility_id, event_id)
    );
    create index capa_of_facility on capa (facility_id, created_at desc, id desc);
    create index capa_active on capa (facility_id, created_at desc, id desc) where status <> 'CLOSED';
    create index capa_due on capa (facility_id, due_on, id) where status <> 'CLOSED';
    create index capa_owner on capa (owner_id) where status <> 'CLOSED';
    create index capa_text on capa using gin (search_text gin_trgm_ops);

    create table capa_task (
      id bigint generated always as identity primary key,
      capa_id bigint not null references capa on delete cascade,
      kind text not null check (kind in ('CONTAINMENT', 'CORRECTIVE', 'PREVENTIVE', 'VERIFICATION', 'COMMUNICATION')),
      title text not null,
      note text not null default '',
      owner_id bigint references app_user,
      supplier text not null default '',
      due_on date,
      result text not null default '',
      done_at timestamptz,
      done_by text not null default '',
      done_by_id bigint references app_user,
      version int not null default 1,
      event_id text not null,
      created_at timestamptz not null default now(),
      unique (capa_id, event_id),
      check (owner_id is null or supplier = '')
    );
    create index capa_task_owner on capa_task (owner_id) where done_at is null;

    create table capa_ncr (
      capa_id bigint not null references capa on delete cascade,
      ncr_id bigint not null references ncr on delete cascade,
      primary key (capa_id, ncr_id)
    );
    create index capa_ncr_of on capa_ncr (ncr_id);

    -- Each time its effect was looked at.
    create table capa_check (
      id bigint generated always as identity primary key,
      capa_id bigint not null references capa on delete cascade,
      effective boolean not null,
      note text not null,
      user_id bigint references app_user,
      created_at timestamptz not null default now()
    );
    create index capa_check_of on capa_check (capa_id, id desc);

    create table capa_history (
      id bigint generated always as identity primary key,
      capa_id bigint not null references capa on delete cascade,
      what text not null,
      subject text not null default '',
      user_id bigint references app_user,
      -- Of somebody without an account.
      by_name text not null default '',
      created_at timestamptz not null default now()
    );
    create index capa_history_of on capa_history (capa_id, id desc);

    -- Each request counts once.
    create table capa_event (
      facility_id bigint not null,
      event_id text not null,
      capa_id bigint not null references capa on delete cascade,
      primary key (facility_id, event_id)
    );
  `.execute(db);
}
