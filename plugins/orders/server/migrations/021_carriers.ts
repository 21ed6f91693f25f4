import { sql, type Kysely } from 'kysely';

/** The carriers of facilities that have changed the built-in ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table carrier_settings (
      facility_id bigint primary key references facility,
      version int not null,
      carriers jsonb not null,
      updated_by bigint not null references app_user,
      updated_at timestamptz not null default now()
    );
  `.execute(db);
}
