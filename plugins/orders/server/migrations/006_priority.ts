import { sql, type Kysely } from 'kysely';

/** How urgent an order is to a facility: a label of scheduling's, which tells it by `OrderProduction.setPriority`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table rfq_match add column priority_label_id bigint;
    create index rfq_match_by_priority on rfq_match (facility_id, priority_label_id, created_at desc, order_id desc);
  `.execute(db);
}
