import { sql, type Kysely } from 'kysely';

/**
 * For which facility somebody acted, when an agreed order is promised, how many pieces of a part are made, and what
 * each side writes down for itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table order_history add column by_facility_id bigint references facility;
    alter table rfq_match add column promised_at timestamptz;
    alter table rfq_order_file add column made int not null default 0 check (made >= 0);
    update rfq_match m set promised_at = h.created_at + q.lead_time_days * interval '1 day'
    from quote q, order_history h
    where q.match_id = m.id and q.status = 'ACCEPTED' and h.match_id = m.id and h.event = 'ACCEPT_AWARD';

    create table order_note (
      id bigint generated always as identity primary key,
      order_id bigint not null references rfq_order,
      -- Whose note it is: a facility's, else that of the company that ordered.
      facility_id bigint references facility,
      author_id bigint not null references app_user,
      body text not null,
      event_id uuid not null,
      created_at timestamptz not null default now(),
      edited_at timestamptz,
      unique (author_id, event_id)
    );
    create index order_note_order on order_note (order_id, id);
  `.execute(db);
}
