import { type Kysely, sql } from 'kysely';

/** Addresses at which emails are answered, and whether a facility has answers go into its messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mail_reply_address (
      id bigint generated always as identity primary key,
      -- The part before the @ is known to the recipient alone.
      token_hash text not null unique,
      membership_id bigint not null references membership on delete cascade,
      -- Whose email it was; null: of none.
      facility_id bigint references facility,
      -- The kind of notice, whose area knows what the thread is called.
      kind text not null,
      thread text not null,
      created_at timestamptz not null default now()
    );
    create index mail_reply_address_age on mail_reply_address (created_at);
    create index mail_reply_address_of on mail_reply_address (membership_id);
    alter table mail_config add column answers_to_messages boolean not null default true;
  `.execute(db);
}
