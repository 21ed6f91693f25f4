import { sql, type Kysely } from 'kysely';

/** How quotes are paid: what facilities offer, payments by card, and money that goes back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The price engine's own quotes are nobody's.
    alter table quote alter column created_by drop not null;
    alter table quote add column paid_by text check (paid_by in ('PURCHASE_ORDER', 'ON_ACCOUNT', 'CARD'));
    update quote set paid_by = 'PURCHASE_ORDER' where po_number is not null;

    create table payment_setting (
      facility_id bigint primary key references facility,
      purchase_order boolean not null,
      on_account text not null check (on_account in ('NOBODY', 'EVERYBODY', 'CHOSEN')),
      account_company_ids bigint[] not null,
      card boolean not null,
      test boolean not null default false,
      api_address text,
      updated_at timestamptz not null default now()
    );

    create table payment (
      id uuid primary key,
      order_id bigint not null references rfq_order,
      match_id bigint not null references rfq_match,
      facility_id bigint not null references facility,
      quote_id bigint not null references quote,
      user_id bigint not null references app_user,
      event_id uuid not null,
      state text not null check (state in ('WAITING', 'PAID', 'ENDED')),
      reason text,
      amount_minor bigint not null check (amount_minor > 0),
      currency text not null,
      lines jsonb not null,
      choices jsonb not null,
      return_address text not null,
      session_id text unique,
      url text,
      -- What was charged, by the payment service's name.
      intent text,
      started_at timestamptz not null,
      expires_at timestamptz not null,
      paid_at timestamptz,
      unique (order_id, event_id)
    );
    create unique index payment_one_waiting on payment (order_id) where state = 'WAITING';
    create index payment_match on payment (match_id);

    create table payment_refund (
      id uuid primary key,
      payment_id uuid not null references payment,
      intent text not null unique,
      amount_minor bigint not null,
      reason text not null,
      state text not null check (state in ('WAITING', 'DONE', 'FAILED')),
      created_at timestamptz not null default now(),
      done_at timestamptz
    );
    create index payment_refund_payment on payment_refund (payment_id);
  `.execute(db);
}
