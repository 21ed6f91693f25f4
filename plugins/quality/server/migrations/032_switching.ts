import { sql, type Kysely } from 'kysely';

/** By which severity of ISO 2859-1 a lot is inspected. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A switchingSchema as it was decided when the inspection began; null where pieces are not sampled by the standard.
    alter table lot_inspection add column switching jsonb;
    update lot_inspection set switching = '{"severity": "NORMAL", "since": null, "why": "START", "refused": 0, "of": 0, "score": 0,
      "discontinued": false}' where letter <> '';
  `.execute(db);
}
