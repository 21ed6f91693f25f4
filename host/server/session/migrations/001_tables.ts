import { type Kysely, sql } from 'kysely';

const statements = [
  `create table session (
    id text primary key,
    parent_id text references session on delete cascade,
    user_id bigint not null references app_user on delete cascade,
    membership_id bigint not null references membership on delete cascade,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    expires_at timestamptz not null,
    facility_id bigint references facility,
    authenticated_at timestamptz not null default now(),
    idle_minutes integer not null default 720,
    user_agent text not null default '',
    address text not null default ''
  )`,
  `create index on session (user_id)`,
  `create index on session (parent_id)`,
  `create index on session (membership_id)`,
  `create index on session (expires_at)`,
  // Something that somebody was asked and has to answer with a secret handle, once: the second step of a sign-in, a
  // passkey's question, a round trip to an identity provider, a mailed link.
  `create table challenge (
    id text primary key,
    kind text not null,
    user_id bigint references app_user on delete cascade,
    data jsonb not null,
    tries integer not null default 0,
    expires_at timestamptz not null
  )`,
  `create index on challenge (user_id)`,
  `create index on challenge (expires_at)`,
  // Of an enterprise (its root facility) or of a buyer company
  `create table security_policy (
    facility_id bigint references facility,
    company_id bigint references company,
    second_factor text not null check (second_factor in ('OFF', 'OFFERED', 'REQUIRED')),
    idle_minutes integer not null check (idle_minutes >= 5),
    session_hours integer not null check (session_hours >= 1),
    updated_by bigint references app_user,
    updated_at timestamptz not null default now(),
    check (num_nonnulls(facility_id, company_id) = 1),
    unique nulls not distinct (facility_id, company_id)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
