import { sql, type Kysely } from 'kysely';

/** Ids of requests are made by the callers: each counts where it was used, and nobody can take one from somebody else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table rfq_order drop constraint rfq_order_event_id_key, add unique (company_id, event_id);
    alter table order_history drop constraint order_history_event_id_key, add unique (order_id, event_id);
  `.execute(db);
}
