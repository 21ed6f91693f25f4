import { sql, type Kysely } from 'kysely';

/** Who was mentioned, what each person has read of a thread, when something internal was shared, and who resolved a thread. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table comment
      add column shared_at timestamptz,
      add column resolved_by bigint references app_user;
    create index comment_thread on comment (parent_id, id) where parent_id is not null;
    create table comment_mention (
      comment_id bigint not null references comment,
      user_id bigint not null references app_user,
      primary key (comment_id, user_id)
    );
    create table comment_seen (
      thread_id bigint not null references comment,
      user_id bigint not null references app_user,
      -- The last comment of the thread that was there.
      seen_id bigint not null,
      seen_at timestamptz not null default now(),
      primary key (thread_id, user_id)
    );
  `.execute(db);
}
