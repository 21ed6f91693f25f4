import { sql, type Kysely } from 'kysely';

/** Files that were attached to a check of a step, or to an item of a checklist. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table check_file (
      file_id bigint primary key references stored_file on delete cascade,
      facility_id bigint not null references facility,
      -- STEP: a check of the step itself; otherwise the gate of a checklist.
      place text not null,
      -- A lot, a job or an order.
      subject_id bigint not null,
      position int not null,
      created_at timestamptz not null default now()
    );
    create index check_file_at on check_file (place, subject_id, position);
  `.execute(db);
}
