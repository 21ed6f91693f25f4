import { type Kysely, sql } from 'kysely';
import { addReader } from '../../events/readers.ts';

const statements = [
  `create table webhook_endpoint (
    id bigint generated always as identity primary key,
    kind text not null,
    name text not null,
    facility_id bigint not null references facility,
    /* set: nothing is sent until somebody resumes it */
    disabled_at timestamptz,
    disabled_reason text check (disabled_reason in ('GONE', 'FAILING')),
    /* since when every attempt has failed */
    failing_since timestamptz,
    /* how often in a row all that was tried together has failed, and until when nothing is tried because of it */
    failed_rounds integer not null default 0,
    rests_until timestamptz,
    last_at timestamptz,
    last_code integer,
    last_problem text,
    unique (kind, name, facility_id)
  )`,
  `create table webhook_delivery (
    id bigint generated always as identity primary key,
    endpoint_id bigint not null references webhook_endpoint on delete cascade,
    /* the same in every attempt, so that its receiver knows what it has had */
    message_id text not null unique,
    type text not null,
    /* what of the same object happened earlier is sent earlier */
    object text not null,
    body text not null,
    state text not null default 'WAITING' check (state in ('WAITING', 'DELIVERED', 'FAILED')),
    attempts integer not null default 0,
    due_at timestamptz not null default now(),
    happened_at timestamptz not null,
    answered_at timestamptz,
    code integer,
    problem text,
    ms integer,
    created_at timestamptz not null default now()
  )`,
  `create index webhook_delivery_waiting on webhook_delivery (endpoint_id, id) where state = 'WAITING'`,
  `create index webhook_delivery_object on webhook_delivery (endpoint_id, object, id) where state = 'WAITING'`,
  `create index webhook_delivery_newest on webhook_delivery (endpoint_id, state, id)`,
  `create index webhook_delivery_age on webhook_delivery (created_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await addReader(db, 'webhooks');
}
