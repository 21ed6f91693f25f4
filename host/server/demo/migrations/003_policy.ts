import { type Kysely, sql } from 'kysely';

/** The demo company's accounts are tried out with their printed password alone, also those that were there before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into security_policy (facility_id, second_factor, idle_minutes, session_hours)
    select id, 'OFFERED', 720, 168 from facility
    where root_facility_id is null and exists (select from demo_seed where owner = 'host' and removed_at is null) order by id limit 1
    on conflict do nothing`.execute(db);
}
