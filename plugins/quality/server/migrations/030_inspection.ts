import { sql, type Kysely } from 'kysely';

/** Inspection plans, and inspections with what was measured. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table quality_counter drop constraint quality_counter_kind_check;
    alter table quality_counter add constraint quality_counter_kind_check check (kind in ('NCR', 'CAPA', 'INSPECTION'));

    create table inspection_plan (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      -- As released; what is not yet has the name of its draft.
      name text not null,
      enabled boolean not null default true,
      version int not null default 0,
      part_id bigint references stored_file,
      process_ids bigint[] not null default '{}',
      material_ids bigint[] not null default '{}',
      created_at timestamptz not null default now(),
      changed_at timestamptz not null default now()
    );
    create index inspection_plan_of on inspection_plan (facility_id, lower(name), id);
    create index inspection_plan_part on inspection_plan (part_id) where part_id is not null;

    create table inspection_plan_version (
      plan_id bigint not null references inspection_plan on delete cascade,
      version int not null check (version > 0),
      content jsonb not null,
      primary key (plan_id, version)
    );

    create table lot_inspection (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      number text not null,
      state text not null default 'OPEN' check (state in ('OPEN', 'MEASURING', 'ACCEPTED', 'REJECTED', 'VOID')),
      plan_id bigint not null,
      version int not null,
      lot_id bigint not null references lot on delete cascade,
      -- The quality control step; null where somebody began it.
      position int,
      lot_size int not null check (lot_size > 0),
      samples int not null check (samples > 0 and samples <= lot_size),
      letter text not null default '',
      accept int not null check (accept >= 0),
      reject int not null check (reject > accept),
      wanted int not null,
      measured int not null default 0,
      nonconforming int not null default 0,
      first_article boolean not null default false,
      note text not null default '',
      ncr_id bigint references ncr on delete set null,
      created_by bigint references app_user,
      created_at timestamptz not null default now(),
      finished_by bigint references app_user,
      finished_at timestamptz,
      unique (facility_id, number),
      foreign key (plan_id, version) references inspection_plan_version
    );
    create index inspection_of on lot_inspection (facility_id, id desc);
    create index inspection_open on lot_inspection (facility_id, id desc) where state in ('OPEN', 'MEASURING');
    create index inspection_plan_used on lot_inspection (plan_id, id desc);
    create index inspection_lot on lot_inspection (lot_id);
    create index inspection_ncr on lot_inspection (ncr_id) where ncr_id is not null;

    -- Rows are only added: the newest of a piece and characteristic counts. Exactly one of value and verdict is said.
    create table inspection_reading (
      id bigint generated always as identity primary key,
      inspection_id bigint not null references lot_inspection on delete cascade,
      sample int not null check (sample > 0),
      key text not null,
      value double precision,
      verdict boolean,
      conforms boolean not null,
      device text not null default '',
      user_id bigint references app_user,
      created_at timestamptz not null default now(),
      check (num_nonnulls(value, verdict) = 1)
    );
    create index inspection_reading_of on inspection_reading (inspection_id, sample, key, id desc);

    create function inspection_reading_stays() returns trigger language plpgsql as $$
    begin
      raise exception 'What was measured is never changed: a correction is another row.';
    end $$;
    create trigger inspection_reading_stays before update on inspection_reading
      for each row execute function inspection_reading_stays();

    -- Each request counts once.
    create table inspection_event (
      facility_id bigint not null,
      event_id text not null,
      inspection_id bigint not null references lot_inspection on delete cascade,
      primary key (facility_id, event_id)
    );
  `.execute(db);
}
