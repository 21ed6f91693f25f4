import { sql, type Kysely } from 'kysely';

/**
 * What facilities offer (none: what is offered until somebody changes it), the price and date that a buyer chose, and
 * until when an order's jobs are planned.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table delivery_settings (
      facility_id bigint primary key references facility,
      settings jsonb not null,
      updated_at timestamptz not null default now()
    );
    alter table rfq_order add column date_choice jsonb;
    alter table rfq_order_file add column planned_until timestamptz;
    alter table rfq_match
      add column at_risk_since timestamptz,
      add column expected_on date;
  `.execute(db);
}
