import { sql, type Kysely } from 'kysely';

/**
 * How facilities stand to a buyer company, whom an order is offered to, why a facility was found able to make it or not,
 * and how the facilities that an order was sent to stood then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table vendor (
      company_id bigint not null references company,
      facility_id bigint not null references facility,
      relation text not null check (relation in ('PRIVATE', 'BLACK_LISTED')),
      reason text not null default '',
      set_by bigint not null references app_user,
      set_at timestamptz not null default now(),
      primary key (company_id, facility_id)
    );
    create index vendor_facility on vendor (facility_id);

    -- An enterprise says that the company is its own; it counts once the company has said the same.
    create table internal_company (
      company_id bigint primary key references company,
      root_facility_id bigint not null references facility,
      declared_by bigint not null references app_user,
      declared_at timestamptz not null default now(),
      confirmed_by bigint references app_user,
      confirmed_at timestamptz
    );
    create index internal_company_root on internal_company (root_facility_id);

    alter table rfq_order add column sourcing text
      check (sourcing in ('LINK3D', 'INTERNAL_FACILITY', 'APPROVED_VENDORS'));
    alter table rfq_match add column relation text not null default 'MATCHED'
      check (relation in ('INTERNAL', 'PRIVATE', 'MATCHED'));
    create index rfq_order_unmatched on rfq_order (id) where status = 'UNMATCHED';

    create table order_matching (
      order_id bigint primary key references rfq_order,
      judged_at timestamptz not null default now(),
      -- A facility each: \`judgedSchema\`.
      facilities jsonb not null
    );
  `.execute(db);
}
