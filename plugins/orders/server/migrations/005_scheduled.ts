import { sql, type Kysely } from 'kysely';

/** How many of an ordered file are scheduled; whoever schedules says so (`OrderProduction.setScheduled`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table rfq_order_file add column scheduled int not null default 0 check (scheduled >= 0)
  `.execute(db);
}
