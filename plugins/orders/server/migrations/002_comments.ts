import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table comment (
      id bigint generated always as identity primary key,
      order_id bigint not null references rfq_order,
      order_file_id bigint references rfq_order_file,
      parent_id bigint references comment,
      -- Of the writer, when a provider; null: the buyer wrote it.
      facility_id bigint references facility,
      -- A buyer's answer to a provider is for that provider only.
      addressed_facility_id bigint references facility,
      author_id bigint not null references app_user,
      body text not null,
      visibility text not null check (visibility in ('INTERNAL', 'SHARED')),
      pin jsonb,
      event_id uuid not null unique,
      created_at timestamptz not null default now(),
      edited_at timestamptz,
      deleted_at timestamptz,
      resolved_at timestamptz
    );
    create index comment_order on comment (order_id, id);
    create index comment_order_file on comment (order_file_id, id) where order_file_id is not null;

    create table comment_file (
      comment_id bigint not null references comment,
      position int not null,
      file_id bigint not null references stored_file,
      primary key (comment_id, position)
    );
  `.execute(db);
}
