import { type Kysely, sql } from 'kysely';

const statements = [
  `create table stored_file (
    id bigint generated always as identity primary key,
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    size bigint not null check (size >= 0),
    file_name text not null,
    controlled boolean not null,
    root_file_id bigint references stored_file,
    owner_company_id bigint references company,
    owner_facility_id bigint references facility,
    created_by bigint references app_user,
    created_at timestamptz not null default now(),
    made_from_file_id bigint references stored_file
  )`,
  `create index on stored_file (root_file_id)`,
  `create index on stored_file (owner_company_id)`,
  `create index on stored_file (owner_facility_id)`,
  `create index on stored_file (sha256)`,
  // The picture of a facility was made a column before there were files.
  `alter table facility add foreign key (logo_file_id) references stored_file`,
  `create table file_share (
    file_id bigint not null references stored_file on delete cascade,
    facility_id bigint references facility,
    company_id bigint references company,
    check (num_nonnulls(facility_id, company_id) = 1),
    unique nulls not distinct (file_id, facility_id, company_id)
  )`,
  // Uploads that a file with an owner of its own was made of: it is export controlled as long as one of them is.
  `create table file_source (
    file_id bigint not null references stored_file on delete cascade,
    root_id bigint not null references stored_file,
    primary key (file_id, root_id)
  )`,
  `create index on file_source (root_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
