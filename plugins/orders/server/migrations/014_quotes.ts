import { sql, type Kysely } from 'kysely';

/**
 * What quotes offer beside one price for each part and what of it was agreed, what the buyer saw as estimate, and who was
 * asked to accept a quote.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table rfq_order add column estimate jsonb;

    alter table quote
      add column revision int not null default 1,
      add column internal_note text not null default '',
      add column charges jsonb not null default '[]',
      add column options jsonb not null default '[]',
      add column option_id int,
      add column offered_lead_time_days int,
      add column wish jsonb;
    update quote q set revision = counted.place
    from (select id, row_number() over (partition by match_id order by id) as place from quote) counted
    where counted.id = q.id and counted.place > 1;

    alter table quote_line
      add column breaks jsonb not null default '[]',
      add column alternatives jsonb not null default '[]',
      add column alternative_id int,
      add column offered_unit_price_minor bigint,
      add column offered_quantity int;

    create table quote_file (
      quote_id bigint not null references quote,
      position int not null,
      file_id bigint not null references stored_file,
      primary key (quote_id, position)
    );
    create index quote_file_file on quote_file (file_id);

    create table quote_approval (
      id bigint generated always as identity primary key,
      quote_id bigint not null references quote,
      asked_by bigint not null references app_user,
      asked_of bigint[] not null default '{}',
      message text not null default '',
      created_at timestamptz not null default now(),
      answered_by bigint references app_user,
      answered_at timestamptz,
      refused boolean not null default false,
      reason text not null default ''
    );
    create index quote_approval_quote on quote_approval (quote_id);

    -- A company's purchase order numbers, of which each is used once.
    create index quote_po_number on quote (lower(po_number)) where po_number is not null;
  `.execute(db);
}
