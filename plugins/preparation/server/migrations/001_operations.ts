import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table file_operation (
      id uuid primary key,
      type text not null,
      file_id bigint not null references stored_file,
      units text not null check (units in ('MM', 'IN', 'CM')),
      status text not null default 'PENDING' check (status in ('PENDING', 'SUCCESS', 'FAILED')),
      progress real not null default 0,
      needs_repair boolean,
      message text,
      report jsonb,
      output_file_id bigint references stored_file,
      png_file_id bigint references stored_file,
      company_id bigint references company,
      facility_id bigint references facility,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      check (status <> 'SUCCESS' or report is not null),
      check (status <> 'FAILED' or message is not null)
    );
    -- Asking again for what is running or done answers the same operation; only a failed one may be tried anew.
    create unique index file_operation_once on file_operation (file_id, type, units) where status <> 'FAILED';

    create table file_facts (
      file_id bigint primary key references stored_file,
      volume_mm3 double precision not null,
      area_mm2 double precision not null,
      size_x_mm double precision not null,
      size_y_mm double precision not null,
      size_z_mm double precision not null,
      facets int not null,
      shells int not null,
      watertight boolean not null,
      thumbnail_file_id bigint references stored_file
    );
  `.execute(db);
}
