import { sql, type Kysely } from 'kysely';

/** What was confirmed is looked through once, however many orders there are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table quickbooks_connection
      -- Orders that were confirmed before then have their invoices; empty: all are looked through.
      add column confirmed_to timestamptz
  `.execute(db);
}
