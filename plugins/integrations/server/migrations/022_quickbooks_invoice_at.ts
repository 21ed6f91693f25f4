import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table quickbooks_connection
      add column invoice_at text not null default 'SHIPPED' check (invoice_at in ('SHIPPED', 'DELIVERED'))
  `.execute(db);
}
