import { type Kysely, sql } from 'kysely';

const statements = [
  // A file that comes in pieces: `received` bytes of it are safe on the disk. Its id is the sender's.
  `create table upload (
    id uuid primary key,
    user_id bigint not null references app_user on delete cascade,
    company_id bigint references company on delete cascade,
    facility_id bigint references facility on delete cascade,
    file_name text not null,
    size bigint not null check (size > 0),
    controlled boolean not null,
    received bigint not null default 0 check (received between 0 and size),
    sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
    file_id bigint references stored_file on delete cascade,
    touched_at timestamptz not null default now(),
    check ((received = size) = (sha256 is not null)),
    check (file_id is null or sha256 is not null)
  )`,
  `create index on upload (user_id) where file_id is null`,
  `create index on upload (touched_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
