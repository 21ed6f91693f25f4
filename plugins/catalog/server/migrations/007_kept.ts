import { sql, type Kysely } from 'kysely';

/**
 * A part that came into the inventory with an order is seen by those who see such an order; one that somebody added, by the
 * whole company. Whoever adds a part gives the request an id, orders give none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table part add column kept boolean not null default true;
    update part set kept = false where event_id is null;
  `.execute(db);
}
