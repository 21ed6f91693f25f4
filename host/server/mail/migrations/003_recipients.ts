import { type Kysely, sql } from 'kysely';

/** Addresses beyond its people that a facility has emailed, by kind of notice, and the language for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mail_config
      add column recipients jsonb not null default '{}',
      add column language text not null default 'en_US'
  `.execute(db);
}
