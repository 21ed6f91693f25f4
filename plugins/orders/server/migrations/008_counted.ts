import { sql, type Kysely } from 'kysely';

/**
 * Orders are counted without being read: those of a company by their status (a facility has `rfq_match_status`), and
 * those that somebody may not know of.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index rfq_order_status on rfq_order (company_id, created_by, status);
    create index rfq_order_controlled on rfq_order (company_id, created_by, status, id)
      where export_controlled or holds_controlled;
  `.execute(db);
}
