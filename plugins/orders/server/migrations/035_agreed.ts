import { sql, type Kysely } from 'kysely';

/** Since when an order is agreed with a facility: what was agreed lately is found by when, and what was called off since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table rfq_match add column agreed_at timestamptz;
    update rfq_match m set agreed_at = h.at
    from (select match_id, max(created_at) as at from order_history where event = 'ACCEPT_AWARD' group by match_id) h
    where h.match_id = m.id;
    create index rfq_match_agreed on rfq_match (facility_id, agreed_at, order_id)
      where agreed_at is not null and relation <> 'INTERNAL';
    create index rfq_match_called_off on rfq_match (facility_id, order_id)
      where agreed_at is not null and coalesce(held_from, status) = 'SP_BID_REJECTED';
  `.execute(db);
}
