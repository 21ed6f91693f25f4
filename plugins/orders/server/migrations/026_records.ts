import { sql, type Kysely } from 'kysely';

/** Records of orders that people asked for, and what each side has to keep of what it has put away, and why. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_record (
      id bigint generated always as identity primary key,
      order_id bigint not null references rfq_order,
      user_id bigint not null references app_user,
      facility_id bigint references facility,
      company_id bigint references company,
      -- What the person might do when they asked.
      member_roles text[] not null,
      state text not null default 'WAITING' check (state in ('WAITING', 'READY', 'FAILED', 'CANCELLED')),
      plan jsonb,
      done int not null default 0,
      total int not null,
      left_out int not null,
      controlled boolean not null,
      with_parts boolean not null,
      file_name text not null,
      file_id bigint references stored_file,
      asked_at timestamptz not null default now(),
      kept_until timestamptz not null
    );
    create index order_record_asked on order_record (order_id, user_id, id desc);
    alter table rfq_order add column legal_hold jsonb;
    alter table rfq_match add column legal_hold jsonb;
    create table archive_settings (
      facility_id bigint unique references facility,
      company_id bigint unique references company,
      years int not null check (years between 1 and 100),
      check (num_nonnulls(facility_id, company_id) = 1)
    );
  `.execute(db);
}
