import { sql, type Kysely } from 'kysely';

/**
 * Parcels out. `reship_quantity`: pieces of an accepted claim, which leave once more. Orders that were shipped before get
 * the one shipment that it was.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table rfq_order_file add column reship_quantity integer not null default 0;
    create table shipment (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility (id),
      company_id bigint not null references company (id),
      status text not null default 'DRAFT' check (status in ('DRAFT', 'PACKED', 'SHIPPED', 'DELIVERED', 'EXCEPTION', 'VOIDED')),
      address jsonb,
      carrier text not null default '',
      service text not null default '',
      tracking text not null default '',
      note text not null default '',
      incoterm text not null default '',
      tariff_number text not null default '',
      export_licence text not null default '',
      label_file_id bigint references stored_file (id),
      search_text text not null default '',
      reason text not null default '',
      version integer not null default 1,
      event_id uuid not null,
      created_by bigint references app_user (id),
      created_at timestamptz not null default now(),
      shipped_at timestamptz,
      delivered_at timestamptz,
      unique (facility_id, event_id)
    );
    create index shipment_list on shipment (facility_id, id desc);
    create index shipment_status on shipment (facility_id, status, id desc);
    create index shipment_company on shipment (facility_id, company_id, id desc);
    create index shipment_created on shipment (facility_id, created_at);
    create index shipment_search on shipment using gin (search_text gin_trgm_ops);
    create index shipment_label on shipment (label_file_id) where label_file_id is not null;
    create table shipment_line (
      shipment_id bigint not null references shipment (id) on delete cascade,
      order_file_id bigint not null references rfq_order_file (id),
      order_id bigint not null references rfq_order (id),
      quantity integer not null check (quantity > 0),
      primary key (shipment_id, order_file_id)
    );
    create index shipment_line_order on shipment_line (order_id, shipment_id);
    create index shipment_line_file on shipment_line (order_file_id, shipment_id) include (quantity);
    create table shipment_box (
      id bigint generated always as identity primary key,
      shipment_id bigint not null references shipment (id) on delete cascade,
      position integer not null,
      weight_g integer,
      length_mm integer,
      width_mm integer,
      height_mm integer
    );
    create index shipment_box_of on shipment_box (shipment_id, position);
    create table shipment_scan (
      id bigint generated always as identity primary key,
      shipment_id bigint not null references shipment (id) on delete cascade,
      box_id bigint not null references shipment_box (id) on delete cascade,
      order_file_id bigint not null references rfq_order_file (id),
      quantity integer not null check (quantity > 0),
      user_id bigint references app_user (id),
      event_id uuid not null,
      created_at timestamptz not null default now(),
      unique (shipment_id, event_id)
    );
    create index shipment_scan_box on shipment_scan (box_id);
    create table shipment_screening (
      id bigint generated always as identity primary key,
      shipment_id bigint not null references shipment (id) on delete cascade,
      list text not null,
      result text not null check (result in ('CLEAR', 'MATCH')),
      screened_on date not null,
      note text not null,
      user_id bigint not null references app_user (id),
      created_at timestamptz not null default now()
    );
    create index shipment_screening_of on shipment_screening (shipment_id, id desc);
    create table shipment_history (
      id bigint generated always as identity primary key,
      shipment_id bigint not null references shipment (id) on delete cascade,
      event text not null,
      event_id uuid,
      status text not null,
      reason text not null default '',
      user_id bigint references app_user (id),
      created_at timestamptz not null default now(),
      unique (shipment_id, event_id)
    );

    insert into shipment (facility_id, company_id, status, address, tracking, search_text, event_id, created_at, shipped_at, delivered_at)
    select m.facility_id, o.company_id, case when m.delivered_at is null then 'SHIPPED' else 'DELIVERED' end, o.delivery_address,
      left(h.reason, 100), c.name || ' ' || left(h.reason, 100),
      overlay(lpad(to_hex(o.id), 32, '0') placing '4' from 13 for 1)::uuid, h.created_at, h.created_at, m.delivered_at
    from rfq_match m join rfq_order o on o.id = m.order_id join company c on c.id = o.company_id
      cross join lateral (select reason, created_at from order_history
        where match_id = m.id and event = 'SHIP' order by id desc limit 1) h
    where coalesce(m.held_from, m.status) in ('SHIPPED', 'INTERNAL_SHIPPED', 'COMPLETED', 'INTERNAL_COMPLETED')
    order by h.created_at;
    insert into shipment_line (shipment_id, order_file_id, order_id, quantity)
    select s.id, f.id, f.order_id, f.quantity from rfq_order_file f
      join shipment s on s.event_id = overlay(lpad(to_hex(f.order_id), 32, '0') placing '4' from 13 for 1)::uuid
    where f.quantity > 0;
    insert into shipment_history (shipment_id, event, status, created_at)
    select id, 'SHIP', 'SHIPPED', shipped_at from shipment
    union all select id, 'DELIVER', 'DELIVERED', delivered_at from shipment where delivered_at is not null;
  `.execute(db);
}
