import { sql, type Kysely } from 'kysely';

/** Travellers of many orders that people asked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table traveller_print (
      id bigint generated always as identity primary key,
      user_id bigint not null references app_user,
      facility_id bigint not null references facility,
      language text not null,
      grouped boolean not null,
      -- In the order of the paper.
      order_ids bigint[] not null,
      state text not null default 'WAITING' check (state in ('WAITING', 'READY', 'FAILED', 'CANCELLED')),
      share real not null default 0,
      left_out int not null,
      pages int,
      file_name text not null,
      file_id bigint references stored_file,
      asked_at timestamptz not null default now(),
      begun_at timestamptz,
      kept_until timestamptz not null
    );
    create index traveller_print_asked on traveller_print (user_id, facility_id, id desc);
    create unique index traveller_print_waits on traveller_print (user_id, facility_id) where state = 'WAITING';
  `.execute(db);
}
