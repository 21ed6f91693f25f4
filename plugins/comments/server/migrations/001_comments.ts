import { sql, type Kysely } from 'kysely';

/**
 * Comments on anything. Databases in which the orders' own comments were kept before have these tables already: their
 * rows stay, and say what they are on as all others do.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`select 1 where to_regclass('comment') is not null`.execute(db);
  await (rows.length > 0 ? takeOver : create)(db);
  await sql`
    create index comment_object on comment (object_kind, object_id, id);
    create index comment_file_file on comment_file (file_id);
  `.execute(db);
}

async function create(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table comment (
      id bigint generated always as identity primary key,
      object_kind text not null,
      object_id bigint not null,
      parent_id bigint references comment,
      -- Of the writer, when a provider; null: the buyer wrote it.
      facility_id bigint references facility,
      -- A buyer's answer to a provider is for that provider only.
      addressed_facility_id bigint references facility,
      author_id bigint not null references app_user,
      body text not null,
      visibility text not null check (visibility in ('INTERNAL', 'SHARED')),
      pin jsonb,
      event_id uuid not null,
      created_at timestamptz not null default now(),
      edited_at timestamptz,
      deleted_at timestamptz,
      resolved_at timestamptz,
      -- Ids of requests are made by the callers: nobody can take one from somebody else.
      unique (author_id, event_id)
    );
    create table comment_file (
      comment_id bigint not null references comment,
      position int not null,
      file_id bigint not null references stored_file,
      primary key (comment_id, position)
    );
  `.execute(db);
}

async function takeOver(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table comment add object_kind text, add object_id bigint;
    update comment set
      object_kind = case when order_file_id is null then 'RFQ_ORDER' else 'RFQ_ORDER_FILE' end,
      object_id = coalesce(order_file_id, order_id);
    alter table comment
      alter object_kind set not null,
      alter object_id set not null,
      drop order_id,
      drop order_file_id,
      drop constraint if exists comment_event_id_key,
      drop constraint if exists comment_author_id_event_id_key,
      add unique (author_id, event_id);
    drop index if exists comment_file_file;
  `.execute(db);
}
