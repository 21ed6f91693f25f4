import { sql, type Kysely } from 'kysely';

/** A deleted part can be brought back for a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table part add column deleted_at timestamptz;
    create index part_deleted on part (deleted_at) where deleted_at is not null;
  `.execute(db);
}
