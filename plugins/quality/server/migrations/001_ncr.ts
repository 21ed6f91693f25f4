import { sql, type Kysely } from 'kysely';

/** Non-conformances: what they are about, what is held because of them, what is done with how many pieces, and photos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The last number of each kind and year of a facility; year 0 where the year is not in the number.
    create table quality_counter (
      facility_id bigint not null references facility,
      kind text not null check (kind in ('NCR', 'CAPA')),
      year int not null,
      last bigint not null,
      primary key (facility_id, kind, year)
    );

    create table ncr (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      number text not null,
      title text not null,
      description text not null default '',
      status text not null default 'OPEN' check (status in ('OPEN', 'IN_REVIEW', 'DISPOSITIONED', 'CLOSED', 'VOID')),
      type text not null,
      severity text not null,
      source text not null check (source in ('SCREEN', 'JOB', 'STEP', 'INSPECTION', 'CUSTOMER')),
      defect_id int,
      affected_quantity int not null check (affected_quantity > 0),
      characteristic text not null default '',
      requirement text not null default '',
      measured text not null default '',
      customer_visible boolean not null default false,
      order_id bigint references rfq_order on delete cascade,
      order_file_id bigint references rfq_order_file on delete cascade,
      lot_id bigint references lot on delete set null,
      position int,
      job_id bigint references job on delete set null,
      equipment_id bigint references equipment,
      batch text not null default '',
      assignee_id bigint references app_user,
      due_at timestamptz,
      version int not null default 1,
      search_text text not null default '',
      created_by bigint references app_user,
      created_at timestamptz not null default now(),
      changed_at timestamptz not null default now(),
      closed_at timestamptz,
      unique (facility_id, number),
      check (order_file_id is null or order_id is not null),
      check (position is null or lot_id is not null)
    );
    create index ncr_of_facility on ncr (facility_id, created_at desc, id desc);
    create index ncr_open on ncr (facility_id, created_at desc, id desc) where status not in ('CLOSED', 'VOID');
    create index ncr_order on ncr (order_id) where order_id is not null;
    create index ncr_part on ncr (order_file_id) where order_file_id is not null;
    create index ncr_lot on ncr (lot_id) where lot_id is not null;
    create index ncr_job on ncr (job_id) where job_id is not null;
    create index ncr_machine on ncr (equipment_id) where equipment_id is not null;
    create index ncr_text on ncr using gin (search_text gin_trgm_ops);

    -- What is held until it is released; exactly one of the three.
    create table ncr_hold (
      id bigint generated always as identity primary key,
      ncr_id bigint not null references ncr on delete cascade,
      facility_id bigint not null references facility,
      lot_id bigint references lot on delete cascade,
      equipment_id bigint references equipment,
      batch text,
      held_by bigint references app_user,
      held_at timestamptz not null default now(),
      released_by bigint references app_user,
      released_at timestamptz,
      check (num_nonnulls(lot_id, equipment_id, batch) = 1)
    );
    create index ncr_hold_of on ncr_hold (ncr_id);
    create unique index ncr_hold_lot on ncr_hold (lot_id, ncr_id) where released_at is null and lot_id is not null;
    create unique index ncr_hold_machine on ncr_hold (equipment_id, ncr_id) where released_at is null and equipment_id is not null;
    create unique index ncr_hold_batch on ncr_hold (facility_id, lower(batch), ncr_id) where released_at is null and batch is not null;

    create table ncr_row (
      id bigint generated always as identity primary key,
      ncr_id bigint not null references ncr on delete cascade,
      quantity int not null check (quantity > 0),
      disposition text check (disposition in
        ('USE_AS_IS', 'REWORK', 'REPAIR', 'REMAKE', 'SCRAP', 'RETURN_TO_SUPPLIER', 'RETURN_FROM_CUSTOMER')),
      state text not null default 'PENDING' check (state in ('PENDING', 'PROPOSED', 'CUSTOMER', 'DONE', 'REFUSED')),
      reason text not null default '',
      to_position int,
      proposed_by bigint references app_user,
      concession jsonb,
      -- Rows of the ledger and lots that came of it.
      move_ids bigint[] not null default '{}',
      lot_ids bigint[] not null default '{}',
      done_at timestamptz,
      created_at timestamptz not null default now(),
      check ((state = 'PENDING') = (disposition is null))
    );
    create index ncr_row_of on ncr_row (ncr_id);

    -- One person signs once.
    create table ncr_signature (
      row_id bigint not null references ncr_row on delete cascade,
      user_id bigint not null references app_user,
      approves boolean not null,
      note text not null default '',
      signed_at timestamptz not null default now(),
      primary key (row_id, user_id)
    );

    create table ncr_photo (
      id bigint generated always as identity primary key,
      ncr_id bigint not null references ncr on delete cascade,
      file_id bigint not null references stored_file,
      caption text not null default '',
      marks jsonb not null default '[]',
      user_id bigint references app_user,
      created_at timestamptz not null default now()
    );
    create index ncr_photo_of on ncr_photo (ncr_id);
    create index ncr_photo_file on ncr_photo (file_id);

    -- Each request counts once.
    create table ncr_event (
      event_id text not null,
      facility_id bigint not null,
      ncr_id bigint not null references ncr on delete cascade,
      user_id bigint not null,
      created_at timestamptz not null default now(),
      primary key (facility_id, event_id)
    );
  `.execute(db);
}
