import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table quickbooks_connection
      -- What leaves from then on is invoiced: since the company was connected for the first time.
      add column push_since timestamptz,
      -- Quickbooks has asked for a rest.
      add column rests_until timestamptz,
      -- Changes there are known up to here, and were asked for last then; one asks at a time.
      add column read_to timestamptz,
      add column read_at timestamptz,
      add column reading_until timestamptz;

    -- Which object in the company in Quickbooks stands for what of ours.
    create table quickbooks_mapping (
      facility_id bigint not null references facility,
      realm_id text not null,
      kind text not null check (kind in ('PART', 'CHARGE', 'TAX', 'TERMS', 'ACCOUNT', 'CUSTOMER')),
      -- of a process, a charge, a customer; empty: for all others
      key text not null,
      quickbooks_id text not null,
      name text not null,
      -- Selected by a person, found there by its name, or made by us.
      origin text not null check (origin in ('SELECTED', 'FOUND', 'MADE')),
      -- of what we have told Quickbooks of it
      told text not null default '',
      primary key (facility_id, realm_id, kind, key)
    );

    -- An invoice for what of an order has left in a shipment, or the credit memo for it.
    create table quickbooks_push (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      kind text not null check (kind in ('INVOICE', 'CREDIT_MEMO')),
      order_id bigint not null references rfq_order,
      shipment_id bigint not null references shipment,
      -- What it says never changes.
      bill jsonb not null,
      currency text not null,
      total_minor bigint not null,
      -- Quickbooks takes a request of this name once. The version is another after a refusal.
      request uuid not null default gen_random_uuid(),
      version int not null default 1,
      state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'FAILED', 'SKIPPED')),
      -- What a person reads of it, as stored sentence
      problem jsonb,
      attempts int not null default 0,
      due_at timestamptz not null default now(),
      claimed_until timestamptz,
      realm_id text,
      quickbooks_id text,
      number text,
      balance_minor bigint,
      tax_minor bigint,
      created_at timestamptz not null default now(),
      sent_at timestamptz,
      unique (facility_id, kind, order_id, shipment_id)
    );
    create index quickbooks_push_list on quickbooks_push (facility_id, id desc);
    create index quickbooks_push_due on quickbooks_push (facility_id, due_at) where state = 'WAITING';
    create index quickbooks_push_failed on quickbooks_push (facility_id, id desc) where state = 'FAILED';
    create index quickbooks_push_there on quickbooks_push (facility_id, realm_id, quickbooks_id) where quickbooks_id is not null;
    create index quickbooks_push_order on quickbooks_push (order_id);
    create index quickbooks_push_shipment on quickbooks_push (shipment_id);

    -- What came in for an invoice, as Quickbooks tells it.
    create table quickbooks_payment (
      push_id bigint not null references quickbooks_push,
      payment_id text not null,
      amount_minor bigint not null,
      paid_on date not null,
      recorded_at timestamptz not null default now(),
      primary key (push_id, payment_id)
    );
  `.execute(db);
}
