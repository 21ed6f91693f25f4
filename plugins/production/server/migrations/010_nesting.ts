import { sql, type Kysely } from 'kysely';

/** Parts of orders arranged in the builds of a machine. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table nesting (
      id bigint generated always as identity primary key,
      user_id bigint not null references app_user,
      facility_id bigint not null references facility,
      equipment_id bigint not null references equipment,
      space text not null check (space in ('BED', 'PLATE')),
      turning text not null check (turning in ('ANY', 'ABOUT_Z', 'KEPT')),
      spacing_mm double precision not null,
      wall_mm double precision not null,
      -- The machine's as it was.
      box_mm double precision[] not null check (cardinality(box_mm) = 3),
      seconds int not null,
      most_builds int not null,
      state text not null default 'WAITING' check (state in ('WAITING', 'READY', 'FAILED', 'CANCELLED')),
      -- What was found so far is wanted.
      enough boolean not null default false,
      share real not null default 0,
      failure jsonb,
      asked_at timestamptz not null default now(),
      begun_at timestamptz,
      kept_until timestamptz not null,
      check (state <> 'FAILED' or failure is not null)
    );
    create index nesting_of_facility on nesting (facility_id, id desc);
    create unique index nesting_waits on nesting (user_id, facility_id) where state = 'WAITING';

    create table nesting_item (
      nesting_id bigint not null references nesting on delete cascade,
      position int not null,
      order_file_id bigint not null references rfq_order_file on delete cascade,
      quantity int not null check (quantity > 0),
      unplaced int not null default 0,
      why jsonb,
      open boolean not null default false,
      primary key (nesting_id, order_file_id)
    );
    create index nesting_item_of_part on nesting_item (order_file_id);

    create table nesting_build (
      nesting_id bigint not null references nesting on delete cascade,
      number int not null,
      height_mm double precision not null,
      volume_mm3 double precision not null,
      area_mm2 double precision not null,
      heights_mm double precision not null,
      utilisation double precision not null,
      instances jsonb not null,
      parts int not null,
      file_id bigint not null references stored_file,
      primary key (nesting_id, number)
    );
  `.execute(db);
}
