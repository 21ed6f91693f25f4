import { type Kysely, sql } from 'kysely';

/** What came in by email, and what became of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mail_reply (
      id bigint generated always as identity primary key,
      address_id bigint references mail_reply_address on delete set null,
      facility_id bigint references facility,
      sender text not null,
      state text not null check (state in ('ACCEPTED', 'DROPPED', 'REFUSED')),
      -- Why; of what was accepted, nothing.
      says jsonb,
      -- Of its address and Message-ID: the same email comes once.
      message_hash text not null,
      created_at timestamptz not null default now()
    );
    create index mail_reply_of_facility on mail_reply (facility_id, id desc) where state <> 'ACCEPTED';
    create index mail_reply_accepted on mail_reply (message_hash) where state = 'ACCEPTED';
    create index mail_reply_by_address on mail_reply (address_id);
    create index mail_reply_age on mail_reply (created_at);
  `.execute(db);
}
