import { sql, type Kysely } from 'kysely';

/** What happened to a non-conformance, what passed in spite of one, and the proof that rows sum up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Pieces had been shipped when the customer reported it.
    alter table ncr add column shipped boolean not null default false;

    create table ncr_history (
      id bigint generated always as identity primary key,
      ncr_id bigint not null references ncr on delete cascade,
      what text not null,
      note text not null default '',
      about text not null default '',
      quantity int,
      user_id bigint references app_user,
      created_at timestamptz not null default now()
    );
    create index ncr_history_of on ncr_history (ncr_id, id desc);

    -- Who said that something goes on in spite of it.
    create table ncr_pass (
      ncr_id bigint not null references ncr on delete cascade,
      gate text not null,
      subject_id bigint not null,
      position int not null,
      user_id bigint not null references app_user,
      created_at timestamptz not null default now(),
      primary key (ncr_id, gate, subject_id, position, user_id)
    );

    create index ncr_hold_open on ncr_hold (ncr_id) where released_at is null;
    create index ncr_row_remade on ncr_row using gin (move_ids);
    create index ncr_due on ncr (facility_id, due_at, id) where status not in ('CLOSED', 'VOID') and due_at is not null;
    create index ncr_assignee on ncr (assignee_id, id) where assignee_id is not null;
    create index ncr_creator on ncr (created_by, id) where created_by is not null;

    -- Whoever writes them: at the end of every transaction the rows are as many pieces as are affected.
    create function ncr_rows_sum() returns trigger language plpgsql as $sum$
    declare
      subject bigint;
      affected int;
      summed bigint;
    begin
      if tg_table_name = 'ncr' then subject := new.id;
      elsif tg_op = 'DELETE' then subject := old.ncr_id;
      else subject := new.ncr_id;
      end if;
      select affected_quantity into affected from ncr where id = subject;
      if not found then return null; end if;
      select coalesce(sum(quantity), 0) into summed from ncr_row where ncr_id = subject;
      if summed <> affected then
        raise exception 'the rows of non-conformance % are % pieces, and % are affected', subject, summed, affected
          using errcode = 'check_violation';
      end if;
      return null;
    end $sum$;
    create constraint trigger ncr_rows_sum_of_row after insert or delete or update of quantity, ncr_id on ncr_row
      deferrable initially deferred for each row execute function ncr_rows_sum();
    create constraint trigger ncr_rows_sum_of_ncr after insert or update of affected_quantity on ncr
      deferrable initially deferred for each row execute function ncr_rows_sum();
  `.execute(db);
}
