import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create extension if not exists pg_trgm;
    create table part (
      id bigint generated always as identity primary key,
      company_id bigint not null references company,
      name text not null check (name <> ''),
      part_number text not null default '',
      tags text[] not null default '{}',
      -- Some revision of it is export controlled: then all that is known of the part is.
      controlled boolean not null,
      -- Number of the latest revision.
      latest int not null default 1,
      archived_at timestamptz,
      search_text text not null default '',
      created_by bigint references app_user,
      event_id uuid unique,
      created_at timestamptz not null default now()
    );
    create index part_company on part (company_id, created_at desc, id desc);
    create index part_search on part using gin (search_text gin_trgm_ops);

    create table part_revision (
      id bigint generated always as identity primary key,
      part_id bigint not null references part on delete cascade,
      number int not null check (number > 0),
      original_file_id bigint not null references stored_file,
      file_id bigint not null references stored_file,
      units text not null check (units in ('MM', 'IN', 'CM')),
      format text not null,
      -- Of the original: the same content is the same revision.
      sha256 text not null,
      created_by bigint references app_user,
      event_id uuid unique,
      created_at timestamptz not null default now(),
      unique (part_id, number)
    );
    create index part_revision_content on part_revision (sha256);

    -- Every upload that holds a revision's content: an order of any of them is an order of that revision.
    create table part_upload (
      revision_id bigint not null references part_revision on delete cascade,
      original_file_id bigint not null references stored_file,
      primary key (revision_id, original_file_id)
    );
    create index part_upload_file on part_upload (original_file_id, revision_id);
  `.execute(db);
}
