import { sql, type Kysely } from 'kysely';

/**
 * What lists of orders show, sort and filter by. When an order is due is kept with each facility's side of it, where its
 * lists are read in that order; and each side has tags of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table rfq_order
      add column industry_focus text not null default '',
      add column tags text[] not null default '{}';
    alter table rfq_match
      add column tags text[] not null default '{}',
      add column due_at timestamptz,
      add column quote_due_at timestamptz;
    update rfq_match m set due_at = o.estimated_delivery_date, quote_due_at = o.quote_due_at
      from rfq_order o where o.id = m.order_id;

    create function rfq_match_is_due() returns trigger language plpgsql as $$
    begin
      select estimated_delivery_date, quote_due_at into new.due_at, new.quote_due_at
        from rfq_order where id = new.order_id;
      return new;
    end $$;
    create trigger is_due before insert on rfq_match for each row execute function rfq_match_is_due();
    create function rfq_order_is_due() returns trigger language plpgsql as $$
    begin
      update rfq_match set due_at = new.estimated_delivery_date, quote_due_at = new.quote_due_at
        where order_id = new.id;
      return null;
    end $$;
    create trigger is_due after update of estimated_delivery_date, quote_due_at on rfq_order for each row
      when ((old.estimated_delivery_date, old.quote_due_at) is distinct from (new.estimated_delivery_date, new.quote_due_at))
      execute function rfq_order_is_due();

    create table order_seen (
      user_id bigint not null references app_user on delete cascade,
      order_id bigint not null references rfq_order on delete cascade,
      seen_at timestamptz not null default now(),
      primary key (user_id, order_id)
    );
    create index order_seen_order on order_seen (order_id);

    -- Counted by status and date.
    drop index rfq_match_status;
    create index rfq_match_status on rfq_match (facility_id, status, due_at);
    drop index rfq_order_status;
    create index rfq_order_status on rfq_order (company_id, created_by, status, estimated_delivery_date);
    -- Sorted, either way.
    create index rfq_match_by_priority_down on rfq_match
      (facility_id, priority_label_id desc nulls last, created_at desc, order_id desc);
    create index rfq_match_by_due on rfq_match (facility_id, due_at desc nulls last, order_id desc);
    create index rfq_match_by_quote_due on rfq_match (facility_id, quote_due_at, order_id);
    create index rfq_match_by_quote_due_down on rfq_match (facility_id, quote_due_at desc nulls last, order_id desc);
    create index rfq_order_by_due on rfq_order (company_id, estimated_delivery_date desc nulls last, id desc);
    create index rfq_order_by_quote_due on rfq_order (company_id, quote_due_at, id);
    create index rfq_order_by_quote_due_down on rfq_order (company_id, quote_due_at desc nulls last, id desc);
    -- Filtered.
    create index rfq_match_modified on rfq_match (facility_id, updated_at);
    create index rfq_order_modified on rfq_order (company_id, updated_at);
    create index rfq_match_tags on rfq_match using gin (tags);
    create index rfq_order_tags on rfq_order using gin (tags);
    create index rfq_match_tagged on rfq_match (facility_id, order_id desc) where tags <> '{}';
    create index rfq_order_tagged on rfq_order (company_id, id desc) where tags <> '{}';
    create index rfq_order_use_case on rfq_order (primary_use_case, company_id) where primary_use_case is not null;
    create index rfq_order_industry on rfq_order (industry_focus, company_id) where industry_focus <> '';
    create index rfq_order_third_party on rfq_order (third_party_order_id) where third_party_order_id <> '';
  `.execute(db);
}
