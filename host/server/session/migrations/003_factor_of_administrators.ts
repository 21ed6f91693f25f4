import { type Kysely, sql } from 'kysely';

/** A policy may ask administrators alone for a second factor; a facility's does unless it says otherwise. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table security_policy drop constraint security_policy_second_factor_check,
    add constraint security_policy_second_factor_check
      check (second_factor in ('OFF', 'OFFERED', 'ADMINS', 'REQUIRED'))`.execute(db);
}
