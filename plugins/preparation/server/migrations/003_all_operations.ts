import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table file_operation
      add column input jsonb not null default '{}',
      -- What is the same for PostgreSQL is the same: order and spaces do not count. An index cannot hold every input.
      add column input_key text not null generated always as (md5(input::text)) stored,
      add column details jsonb,
      add column map_file_id bigint references stored_file,
      add column user_id bigint references app_user;

    -- Each who may see a file has what they have made of it to themselves.
    drop index file_operation_once;
    create unique index file_operation_once
      on file_operation (file_id, type, units, input_key, company_id, facility_id) nulls not distinct
      where status <> 'FAILED';
    create index file_operation_pending on file_operation (company_id, facility_id) where status = 'PENDING';

    create table file_operation_output (
      operation_id uuid not null references file_operation,
      position int not null,
      file_id bigint not null references stored_file,
      primary key (operation_id, position)
    );
    insert into file_operation_output (operation_id, position, file_id)
      select id, 0, output_file_id from file_operation where output_file_id is not null;
    alter table file_operation drop column output_file_id;

    create table file_preview (
      file_id bigint not null references stored_file,
      units text not null check (units in ('MM', 'IN', 'CM')),
      status text not null default 'PENDING' check (status in ('PENDING', 'SUCCESS', 'FAILED')),
      message text,
      report jsonb,
      preview_file_id bigint references stored_file,
      full_file_id bigint references stored_file,
      -- Who asked first, and is told.
      company_id bigint references company,
      facility_id bigint references facility,
      ended_at timestamptz,
      primary key (file_id, units),
      check (status <> 'SUCCESS' or (report is not null and preview_file_id is not null)),
      check (status <> 'FAILED' or (message is not null and ended_at is not null))
    );

    create table file_preview_picture (
      file_id bigint not null,
      units text not null,
      view text not null check (view in ('ISO', 'FRONT', 'RIGHT', 'TOP')),
      picture_file_id bigint not null references stored_file,
      primary key (file_id, units, view),
      foreign key (file_id, units) references file_preview
    );
  `.execute(db);
}
