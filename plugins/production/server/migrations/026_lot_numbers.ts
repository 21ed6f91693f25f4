import { sql, type Kysely } from 'kysely';

/** Lots have numbers of their facility's pattern, and a build's part may make several of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Null: known by its id.
    alter table lot add column number text;
    create unique index lot_number on lot (facility_id, number) where number is not null;
    create table lot_series (
      facility_id bigint not null references facility,
      -- The pattern with its date.
      series text not null,
      last int not null,
      primary key (facility_id, series)
    );
    alter table lot drop constraint lot_job_file_id_key;
    create index lot_job_file on lot (job_file_id);
  `.execute(db);
}
