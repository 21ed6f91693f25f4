import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#host/server/database/embedded.ts';
import { createCaller, expectOk, signIn } from './caller.ts';
import { costOver, type Table } from './figure.ts';
import { emptyFolder, productSources, startProduct } from './program.ts';
import { percentile } from './statistics.ts';

const search = (
  body: { searchString?: string; searchFilters?: { ORDER_STATUS?: string[]; MATERIALS?: number[] } },
  page = 0,
) => ({
  query: { page, size: 15 },
  body: { searchString: '', searchFilters: {}, ...body },
});

/** What people ask for, in equal shares. */
const mix = [
  search({}),
  search({}, 20),
  search({ searchString: 'bracket' }),
  search({ searchString: 'lot 1234' }),
  search({ searchString: 'no such order' }),
  search({ searchString: '4321' }),
  search({ searchFilters: { ORDER_STATUS: ['AWARDED'] } }),
  search({ searchFilters: { ORDER_STATUS: ['BID_WAITING'] } }),
  search({ searchFilters: { MATERIALS: [1, 2] } }),
];

/** Our search over HTTP beside its own statements sent by a bare `pg` client, over `orders` orders. */
export async function orderSearch(rounds: number, orders: number): Promise<Table> {
  const data = join(emptyFolder('orders'), 'data');
  const product = await startProduct(data);
  const database = await startEmbedded({ dataDir: join(data, 'db') });
  const pool = new pg.Pool({ ...database.connection, max: 1 });
  try {
    await addOrders(pool, orders);
    const session = await signIn(product.url, 'planner');
    const token = /sinter_session=([^;]+)/.exec(session.cookie)?.[1] ?? '';
    const { searchStatements } = await productSources();
    const statements = await searchStatements(database.connection, token, mix);
    const caller = createCaller(product.url, session);

    const overHttp = async (index: number): Promise<void> => {
      const input = mix[index] ?? search({});
      const { page, size } = input.query;
      await expectOk(caller.post(`/api/v3/orders/search?page=${page}&size=${size}`, input.body));
    };
    const bare = async (index: number): Promise<void> => {
      for (const { sql, parameters } of statements[index] ?? []) await pool.query(sql, [...parameters]);
    };
    const times = { http: [] as number[], sql: [] as number[] };
    for (let round = -2; round < rounds * 4; round += 1) {
      for (const index of mix.keys()) {
        for (const [name, ask] of [
          ['sql', bare],
          ['http', overHttp],
        ] as const) {
          const begun = performance.now();
          await ask(index);
          if (round >= 0) times[name].push(performance.now() - begun);
        }
      }
    }
    caller.close();
    const compared = (share: number) => costOver(percentile(times.sql, share), percentile(times.http, share));
    const [half, most] = [compared(0.5), compared(0.95)];
    return {
      subject: 'Order search',
      note: `${orders} orders, ${mix.length} kinds of searches mixed, one after the other; floor: the same statements by bare pg.`,
      figures: [
        { name: 'p50', unit: 'ms', ...half },
        { name: 'p95', unit: 'ms', ...most, target: { atMost: 1.5 } },
        { name: 'added by us, p50', unit: 'ms', measured: half.measured - half.floor, target: { atMost: 3 } },
      ],
    };
  } finally {
    await pool.end();
    await product.stop();
    await database.stop();
  }
}

/**
 * Copies of the demo's orders with their parts, sides and quotes, in one statement for each table; what would look at each
 * row as it comes is off meanwhile. `pool` has one connection.
 */
export async function addOrders(pool: pg.Pool, orders: number): Promise<void> {
  const statements = [
    `set session_replication_role = replica; set maintenance_work_mem = '512MB'; drop index rfq_order_search`,
    `drop table if exists copied; create temporary table copied as
       select n, nextval(pg_get_serial_sequence('rfq_order', 'id')) as id, template.id as template_id
       from generate_series(1, ${orders}) n
       join (select id, row_number() over (order by id) - 1 as place, count(*) over () as many
         from (select id from rfq_order order by id limit 100) first) template
         on template.place = n % template.many`,
    `insert into rfq_order (id, display_title, company_id, created_by, status, held_from, currency, notes,
         primary_use_case, estimated_delivery_date, export_controlled, search_text, event_id, created_at, updated_at)
       overriding system value
       select c.id, o.display_title || ', lot ' || c.n, o.company_id, o.created_by, o.status, o.held_from, o.currency,
         o.notes, o.primary_use_case, o.estimated_delivery_date, o.export_controlled,
         o.search_text || ' lot ' || c.n, gen_random_uuid(), o.created_at - c.n * interval '5 minutes', o.updated_at
       from copied c join rfq_order o on o.id = c.template_id`,
    `insert into rfq_order_file (order_id, position, original_file_id, file_id, am_process_id, material_id, quantity)
       select c.id, f.position, f.original_file_id, f.file_id, f.am_process_id, f.material_id, f.quantity
       from copied c join rfq_order_file f on f.order_id = c.template_id`,
    `insert into rfq_match (order_id, facility_id, status, held_from, created_at)
       select c.id, m.facility_id, m.status, m.held_from, m.created_at - c.n * interval '5 minutes'
       from copied c join rfq_match m on m.order_id = c.template_id`,
    `insert into quote (match_id, status, currency, total_minor, lead_time_days, note, valid_until, created_by)
       select copy.id, q.status, q.currency, q.total_minor, q.lead_time_days, q.note, q.valid_until, q.created_by
       from copied c
         join rfq_match original on original.order_id = c.template_id
         join quote q on q.match_id = original.id
         join rfq_match copy on copy.order_id = c.id and copy.facility_id = original.facility_id`,
    `create index rfq_order_search on rfq_order using gin (search_text gin_trgm_ops);
     set session_replication_role = origin`,
  ];
  for (const statement of statements) await pool.query(statement);
  await pool.query('vacuum analyze');
}
