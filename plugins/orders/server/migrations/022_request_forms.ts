import { sql, type Kysely } from 'kysely';

/** Request forms, each a setting with versions; which one an order was asked by, and what was answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table request_form (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility (id),
      enabled boolean not null default true,
      published boolean not null default false,
      name text not null,
      company_ids bigint[] not null default '{}',
      departments text[] not null default '{}',
      created_at timestamptz not null default now(),
      changed_at timestamptz not null default now()
    );
    create index request_form_facility on request_form (facility_id);
    create unique index request_form_for_everybody on request_form (facility_id)
      where enabled and published and company_ids = '{}' and departments = '{}';
    alter table rfq_order
      add column form_id bigint references request_form (id),
      add column form_version int,
      add column form_name text not null default '',
      add column answers jsonb not null default '{}';
    create index rfq_order_form on rfq_order (form_id) where form_id is not null;
    create index rfq_order_form_name on rfq_order (form_name) where form_name <> '';
    create table order_answer_file (
      order_id bigint not null references rfq_order (id),
      field_id text not null,
      position int not null,
      file_id bigint not null references stored_file (id),
      primary key (order_id, field_id, position)
    );
    create index order_answer_file_file on order_answer_file (file_id);
  `.execute(db);
}
