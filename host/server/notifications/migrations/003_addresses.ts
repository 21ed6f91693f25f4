import { type Kysely, sql } from 'kysely';

/** What is emailed to addresses that belong to none of the people who are told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notification_address (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      address text not null,
      kind text not null,
      subject_id bigint not null,
      params jsonb not null,
      key text not null,
      created_at timestamptz not null default now(),
      mail_due_at timestamptz,
      unique (facility_id, address, key)
    );
    create index notification_address_due on notification_address (mail_due_at) where mail_due_at is not null;
    create index notification_address_age on notification_address (created_at);
  `.execute(db);
}
