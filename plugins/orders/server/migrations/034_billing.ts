import { type Kysely, sql } from 'kysely';

/** What has left is found by when, and payments by whom they are to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index shipment_left on shipment (facility_id, shipped_at) where shipped_at is not null;
    create index payment_facility on payment (facility_id);
  `.execute(db);
}
