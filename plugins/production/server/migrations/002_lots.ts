import { sql, type Kysely } from 'kysely';

/** The workplan of each part, the lots that go through it, and the ledger of their pieces. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Copied from the settings that were in force when the order was awarded.
    create table workplan (
      order_file_id bigint not null references rfq_order_file on delete cascade,
      facility_id bigint not null references facility,
      template text not null,
      version int not null,
      steps jsonb not null,
      primary key (order_file_id, facility_id)
    );

    create table lot (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      order_id bigint not null references rfq_order on delete cascade,
      order_file_id bigint not null references rfq_order_file on delete cascade,
      job_id bigint references job,
      -- The row of the build that made it; none for lots that came from other lots.
      job_file_id bigint unique references job_file on delete set null,
      quantity int not null check (quantity >= 0),
      state text not null default 'OPEN' check (state in ('OPEN', 'DONE', 'CANCELLED', 'MERGED')),
      held_for text,
      version int not null default 1,
      created_at timestamptz not null default now(),
      changed_at timestamptz not null default now()
    );
    create index lot_order on lot (order_id);
    create index lot_part on lot (order_file_id);
    create index lot_job on lot (job_id);

    create table lot_step (
      lot_id bigint not null references lot on delete cascade,
      position int not null,
      facility_id bigint not null,
      step text not null,
      name text not null,
      kind text not null check (kind in ('PRINT', 'POST', 'INSPECTION')),
      work_center text not null,
      status text not null check (status in
        ('NOT_READY', 'READY', 'IN_PROGRESS', 'PAUSED', 'ON_HOLD', 'COMPLETED', 'SKIPPED', 'CANCELLED')),
      held_from text,
      -- What came from other lots, or was built; the rest of what was received came from the step before.
      joined int not null default 0,
      received int not null default 0,
      good int not null default 0 check (good >= 0),
      scrap int not null default 0 check (scrap >= 0),
      rework int not null default 0 check (rework >= 0),
      moved int not null default 0,
      answers jsonb not null default '[]',
      started_at timestamptz,
      started_by bigint references app_user,
      finished_at timestamptz,
      since timestamptz not null default now(),
      primary key (lot_id, position),
      -- Nothing is counted twice, and nothing that was not there.
      check (good + scrap + rework + moved <= received)
    );
    create index lot_step_open on lot_step (facility_id, work_center, since)
      where status in ('READY', 'IN_PROGRESS', 'PAUSED', 'ON_HOLD');
    create index lot_step_mine on lot_step (facility_id, started_by) where status in ('IN_PROGRESS', 'PAUSED');
    create index lot_step_recent on lot_step (facility_id, finished_at desc) where finished_at is not null;

    create table lot_move (
      id bigint generated always as identity primary key,
      lot_id bigint not null references lot,
      position int not null,
      facility_id bigint not null,
      kind text not null check (kind in ('GOOD', 'SCRAP', 'REWORK', 'SPLIT', 'MERGE')),
      quantity int not null,
      reason text not null default '',
      batch text not null default '',
      device text not null default '',
      remake boolean not null default false,
      other_lot_id bigint references lot,
      reverses bigint unique references lot_move,
      user_id bigint references app_user,
      created_at timestamptz not null default now()
    );
    create index lot_move_lot on lot_move (lot_id, id desc);
    create index lot_move_counted on lot_move (facility_id, created_at) where kind in ('GOOD', 'SCRAP');

    -- Pieces that are made again: the row that scrapped them, and the lots that make them.
    create table lot_remake (
      move_id bigint not null references lot_move,
      lot_id bigint not null references lot,
      quantity int not null check (quantity > 0),
      primary key (move_id, lot_id)
    );
    create index lot_remake_lot on lot_remake (lot_id);

    create table lot_parent (
      lot_id bigint not null references lot,
      parent_id bigint not null references lot,
      how text not null check (how in ('SPLIT', 'MERGE', 'REWORK')),
      quantity int not null,
      created_at timestamptz not null default now()
    );
    create index lot_parent_lot on lot_parent (lot_id);
    create index lot_parent_parent on lot_parent (parent_id);

    -- A request that comes twice is carried out once.
    create table lot_event (
      event_id text not null,
      facility_id bigint not null,
      user_id bigint not null,
      lot_id bigint not null references lot,
      created_at timestamptz not null default now(),
      primary key (facility_id, event_id)
    );

    create function keep_lot_moves() returns trigger language plpgsql as $$
    begin
      raise exception 'rows of the ledger are never changed';
    end $$;
    create trigger lot_move_kept before update or delete on lot_move for each row execute function keep_lot_moves();
  `.execute(db);
}
