import { sql, type Kysely } from 'kysely';

/** Arrangements of parts in a machine, each change a revision that stays as it was, and the jobs that build them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table platform (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      equipment_id bigint not null references equipment,
      name text not null,
      source text not null check (source in ('IN_APP', 'MAGICS', 'TRAY')),
      -- The newest one.
      revision int not null,
      created_at timestamptz not null default now(),
      changed_at timestamptz not null default now()
    );
    create index platform_of_facility on platform (facility_id, changed_at desc, id desc);
    create index platform_named on platform (facility_id, lower(name), id);

    create table platform_revision (
      platform_id bigint not null references platform on delete cascade,
      revision int not null check (revision > 0),
      user_id bigint references app_user,
      -- The machine's as it was.
      box_mm double precision[] not null check (cardinality(box_mm) = 3),
      height_mm double precision not null,
      volume_mm3 double precision not null,
      utilisation double precision not null,
      parts int not null,
      pieces int not null,
      file_id bigint references stored_file,
      created_at timestamptz not null default now(),
      primary key (platform_id, revision)
    );
    create index platform_revision_file on platform_revision (file_id) where file_id is not null;

    create table platform_piece (
      platform_id bigint not null,
      revision int not null,
      order_file_id bigint not null references rfq_order_file on delete cascade,
      copy int not null,
      -- Column by column, from the file to the machine, in mm.
      placement double precision[] not null check (cardinality(placement) = 16),
      primary key (platform_id, revision, order_file_id, copy),
      foreign key (platform_id, revision) references platform_revision on delete cascade
    );
    create index platform_piece_of_part on platform_piece (order_file_id);

    create table platform_build (
      job_id bigint primary key references job on delete cascade,
      platform_id bigint not null,
      revision int not null,
      foreign key (platform_id, revision) references platform_revision on delete cascade
    );
    create index platform_build_of on platform_build (platform_id, revision, job_id desc);
  `.execute(db);
}
