import { type Kysely, sql } from 'kysely';

/** How facilities send their mail, and which mails are theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mail_config (
      facility_id bigint primary key references facility,
      sender_name text not null,
      sender_address text,
      reply_to text,
      host text,
      port int,
      security text not null,
      user_name text not null,
      password_sealed text,
      dkim_selector text not null,
      digest text not null,
      hour int not null,
      off_kinds text[] not null,
      check ((host is null) = (port is null))
    );
    alter table mail_message add column facility_id bigint references facility;
    create index mail_message_failed on mail_message (facility_id, id desc) where error is not null;
  `.execute(db);
}
