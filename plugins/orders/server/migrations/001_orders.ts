import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create extension if not exists pg_trgm;
    create table rfq_order (
      id bigint generated always as identity primary key,
      display_title text not null,
      company_id bigint not null references company,
      created_by bigint not null references app_user,
      status text not null,
      held_from text,
      currency text not null,
      notes text not null default '',
      primary_use_case text,
      estimated_delivery_date timestamptz,
      export_controlled boolean not null default false,
      search_text text not null default '',
      event_id uuid not null unique,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (held_from is null or status in ('ON_HOLD', 'ARCHIVED'))
    );
    create index rfq_order_company on rfq_order (company_id, created_at desc, id desc);
    create index rfq_order_search on rfq_order using gin (search_text gin_trgm_ops);

    create table rfq_order_file (
      id bigint generated always as identity primary key,
      order_id bigint not null references rfq_order,
      position int not null,
      original_file_id bigint not null references stored_file,
      file_id bigint not null references stored_file,
      am_process_id bigint not null references am_process,
      material_id bigint not null references material,
      quantity int not null check (quantity > 0),
      remake_quantity int not null default 0 check (remake_quantity >= 0),
      units text not null default 'MM',
      unique (order_id, position)
    );

    create table rfq_match (
      id bigint generated always as identity primary key,
      order_id bigint not null references rfq_order,
      facility_id bigint not null references facility,
      status text not null,
      held_from text,
      created_at timestamptz not null,
      updated_at timestamptz not null default now(),
      unique (order_id, facility_id)
    );
    create index rfq_match_facility on rfq_match (facility_id, created_at desc, order_id desc);
    create index rfq_match_status on rfq_match (facility_id, status);

    create table quote (
      id bigint generated always as identity primary key,
      match_id bigint not null references rfq_match,
      status text not null check (status in ('SUBMITTED', 'ACCEPTED', 'REJECTED', 'WITHDRAWN', 'EXPIRED')),
      currency text not null,
      total_minor bigint not null check (total_minor >= 0),
      lead_time_days int not null,
      note text not null default '',
      po_number text,
      valid_until timestamptz not null,
      created_by bigint not null references app_user,
      created_at timestamptz not null default now()
    );
    create index quote_match on quote (match_id, id desc);
    -- One quote of a facility is open at a time; a new one follows a withdrawn one.
    create unique index quote_one_open on quote (match_id) where status in ('SUBMITTED', 'ACCEPTED');

    create table quote_line (
      quote_id bigint not null references quote,
      order_file_id bigint not null references rfq_order_file,
      unit_price_minor bigint not null check (unit_price_minor >= 0),
      quantity int not null,
      primary key (quote_id, order_file_id)
    );

    create table order_history (
      id bigint generated always as identity primary key,
      order_id bigint not null references rfq_order,
      match_id bigint references rfq_match,
      event text not null,
      event_id uuid unique,
      order_status text not null,
      match_status text,
      reason text not null default '',
      user_id bigint references app_user,
      created_at timestamptz not null default now()
    );
    create index order_history_order on order_history (order_id, id);
  `.execute(db);
}
