import { sql, type Kysely } from 'kysely';

/** What became of the objects of builds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Rows are only added; the newest of an object counts.
    create table object_mark (
      id bigint generated always as identity primary key,
      job_id bigint not null references job on delete cascade,
      order_file_id bigint not null references rfq_order_file on delete cascade,
      copy int not null check (copy >= 0),
      -- Taken back.
      outcome text check (outcome in ('GOOD', 'FAILED')),
      reason text not null default '',
      source text not null check (source in ('OPERATOR', 'MACHINE', 'END')),
      user_id bigint references app_user,
      device text not null default '',
      created_at timestamptz not null default now()
    );
    create index object_mark_of on object_mark (job_id, order_file_id, copy, id desc);

    -- Which objects a row of the ledger is about.
    create table lot_move_object (
      move_id bigint not null references lot_move,
      copy int not null,
      primary key (move_id, copy)
    );

    -- A request that comes twice is carried out once.
    create table build_event (
      facility_id bigint not null,
      event_id text not null,
      job_id bigint not null references job on delete cascade,
      created_at timestamptz not null default now(),
      primary key (facility_id, event_id)
    );

    create function keep_object_marks() returns trigger language plpgsql as $$
    begin
      raise exception 'marks of objects are never changed';
    end $$;
    create trigger object_mark_kept before update on object_mark for each row execute function keep_object_marks();
  `.execute(db);
}
