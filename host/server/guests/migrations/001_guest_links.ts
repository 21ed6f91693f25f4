import { type Kysely, sql } from 'kysely';

/** Links by which somebody without an account answers one task. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table guest_link (
      id bigint generated always as identity primary key,
      token_hash text not null unique,
      kind text not null,
      subject_id bigint not null,
      made_by bigint references app_user,
      made_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz
    )
  `.execute(db);
  // One link of a task works at a time.
  await sql`create unique index guest_link_open on guest_link (kind, subject_id) where ended_at is null`.execute(db);
}
