import { sql, type Kysely } from 'kysely';

/** Each state has a list of its own, also the seldom ones among many that were sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index quickbooks_push_state on quickbooks_push (facility_id, state, id desc);
    drop index quickbooks_push_failed;
  `.execute(db);
}
