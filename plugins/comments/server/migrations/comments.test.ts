import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { migrate } from '../../../../host/server/database/migrate.ts';
import { testDatabase, type TestDatabase } from '../../../../host/server/database/testing.ts';
import { migrationsOf } from '../../../../host/server/migrations.ts';
import catalog from '../../../catalog/server/index.ts';
import orders from '../../../orders/server/index.ts';
import preparation from '../../../preparation/server/index.ts';
import comments from '../index.ts';

const plugins = [preparation, catalog, comments, orders];
let database: TestDatabase<Record<never, never>>;
afterEach(() => database.close());

/** The tables as the orders made them when comments were their own, and what was written since. */
const whileOfOrders = {
  async up(db: Parameters<(typeof comments.migrations)[string]['up']>[0]): Promise<void> {
    await sql`
      create table comment (
        id bigint generated always as identity primary key,
        order_id bigint not null references rfq_order,
        order_file_id bigint references rfq_order_file,
        parent_id bigint references comment,
        facility_id bigint references facility,
        addressed_facility_id bigint references facility,
        author_id bigint not null references app_user,
        body text not null,
        visibility text not null check (visibility in ('INTERNAL', 'SHARED')),
        pin jsonb,
        event_id uuid not null unique,
        created_at timestamptz not null default now(),
        edited_at timestamptz,
        deleted_at timestamptz,
        resolved_at timestamptz
      );
      create index comment_order on comment (order_id, id);
      create index comment_order_file on comment (order_file_id, id) where order_file_id is not null;
      create table comment_file (
        comment_id bigint not null references comment,
        position int not null,
        file_id bigint not null references stored_file,
        primary key (comment_id, position)
      );
    `.execute(db);
  },
};
const idsBecomeTheCallers = sql`
  alter table comment drop constraint comment_event_id_key, add unique (author_id, event_id);
  create index comment_file_file on comment_file (file_id);
`;

const write = sql`
  with company as (insert into company (name) values ('Buyers') returning id),
    writer as (
      insert into app_user (email, first_name, last_name, password_hash) values ('a@example.com', 'A', 'B', '') returning id),
    placed as (
      insert into rfq_order (display_title, company_id, created_by, status, currency, event_id)
      select 'Brackets', company.id, writer.id, 'DRAFT', 'EUR', gen_random_uuid() from company, writer returning id),
    file as (
      insert into stored_file (sha256, size, file_name, controlled, owner_company_id)
      select repeat('a', 64), 1, 'a.stl', false, company.id from company returning id),
    part as (
      insert into rfq_order_file (order_id, position, original_file_id, file_id, am_process_id, material_id, quantity)
      select placed.id, 0, file.id, file.id, (select min(id) from am_process), (select min(id) from material), 1
      from placed, file returning id),
    written as (
      insert into comment (order_id, order_file_id, author_id, body, visibility, event_id)
      select placed.id, on_part.id, writer.id, on_part.body, 'SHARED', gen_random_uuid()
      from placed, writer, (select null::bigint as id, 'On the order' as body union all select id, 'On the part' from part) on_part
      returning id)
  insert into comment_file (comment_id, position, file_id) select written.id, 1, file.id from written, file`;

test.each(['before', 'after'])(
  'comments that the orders kept stay, from %s the ids of requests became the callers',
  async (when) => {
    const { '002_comments': _moved, '004_event_ids': eventIds, ...rest } = orders.migrations;
    const known = when === 'before' ? rest : { ...rest, ...(eventIds && { '004_event_ids': eventIds }) };
    const before = [preparation, catalog, { ...orders, migrations: { ...known, '002_comments': whileOfOrders } }];
    database = await testDatabase({ migrations: migrationsOf(before) });
    if (when === 'after') await idsBecomeTheCallers.execute(database.db);
    await write.execute(database.db);

    await migrate(database.db, migrationsOf(plugins));

    const { rows } = await sql`
      select c.object_kind as kind, c.object_id = case c.object_kind when 'RFQ_ORDER' then o.id else f.id end as there,
        c.body, count(a.file_id)::int as files
      from comment c join comment_file a on a.comment_id = c.id, rfq_order o, rfq_order_file f
      group by c.id, o.id, f.id order by c.object_kind
    `.execute(database.db);
    expect(rows).toEqual([
      { kind: 'RFQ_ORDER', there: true, body: 'On the order', files: 1 },
      { kind: 'RFQ_ORDER_FILE', there: true, body: 'On the part', files: 1 },
    ]);
    expect(await shape()).toEqual(await shapeWhenNew());
  },
  60_000,
);

/** Columns, constraints and indexes of both tables, whatever their order. */
async function shape(db = database.db): Promise<unknown[]> {
  const { rows } = await sql`
    select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as what
      from information_schema.columns where table_name in ('comment', 'comment_file')
    union all
    select conrelid::regclass || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where conrelid in ('comment'::regclass, 'comment_file'::regclass) and contype <> 'n'
    union all
    select indexdef from pg_indexes where tablename in ('comment', 'comment_file')
    order by 1
  `.execute(db);
  return rows;
}

async function shapeWhenNew(): Promise<unknown[]> {
  const fresh = await testDatabase({ migrations: migrationsOf(plugins) });
  try {
    return await shape(fresh.db);
  } finally {
    await fresh.close();
  }
}
