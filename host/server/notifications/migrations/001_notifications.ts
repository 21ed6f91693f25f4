import { type Kysely, sql } from 'kysely';

const statements = [
  `create table notification (
    id bigint generated always as identity primary key,
    membership_id bigint not null references membership on delete cascade,
    -- Where its reader was when told; null: in the buyer company.
    facility_id bigint references facility,
    kind text not null,
    category text not null,
    subject_id bigint not null,
    params jsonb not null,
    key text not null,
    bell boolean not null,
    created_at timestamptz not null default now(),
    read_at timestamptz,
    mail_due_at timestamptz,
    unique (membership_id, key)
  )`,
  `create index notification_of on notification (membership_id, facility_id, id desc) where bell`,
  `create index notification_of_category on notification (membership_id, facility_id, category, id desc) where bell`,
  `create index notification_unread on notification (membership_id, facility_id, category, id desc)
    where bell and read_at is null`,
  `create index notification_due on notification (mail_due_at) where mail_due_at is not null`,
  `create index notification_age on notification (created_at)`,
  `create table notification_setting (
    user_id bigint primary key references app_user on delete cascade,
    mail text not null check (mail in ('AT_ONCE', 'DAILY', 'WEEKLY', 'NEVER')),
    hour smallint not null default 8 check (hour between 0 and 23),
    weekday smallint not null default 1 check (weekday between 1 and 7),
    time_zone text not null default 'UTC',
    -- By kind: { bell, mail }, where the person has chosen.
    kinds jsonb not null default '{}'
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
