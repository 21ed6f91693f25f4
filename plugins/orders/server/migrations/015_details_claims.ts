import { sql, type Kysely } from 'kysely';

/** Photos that a buyer reports a problem with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table claim_file (
      match_id bigint not null references rfq_match,
      file_id bigint not null references stored_file,
      primary key (match_id, file_id)
    );
    create index claim_file_file on claim_file (file_id);
  `.execute(db);
}
