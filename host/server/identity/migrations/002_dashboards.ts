import { sql, type Kysely } from 'kysely';

/** The lighter dashboard of third-party engineers is a choice, no longer a matter of their kind of account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table membership drop constraint membership_dashboard_check;
    alter table membership add constraint membership_dashboard_check
      check (dashboard in ('STORE_FRONT', 'CONSUMER', 'NORMAL'));
    update membership set dashboard = 'CONSUMER'
      where account_type = 'THIRD_PARTY_ENGINEER' and dashboard = 'NORMAL';
  `.execute(db);
}
