import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#host/server/database/embedded.ts';
import { type Caller, createCaller, expectOk, signIn } from './caller.ts';
import { costOver, type Table } from './figure.ts';
import type { OrderFilters } from '@sinter/sdk/contract/orders/filters';
import { emptyFolder, startProduct } from './program.ts';
import { inRounds, median, percentile } from './statistics.ts';

/** What people ask for, in equal shares: what the call is sent, and the best we can write for it by hand. */
interface Search {
  page?: number;
  sort?: 'TARGET_DATE';
  body: { searchString?: string; searchFilters?: OrderFilters };
  /** On `m`, the facility's match, and `o`, the order. */
  sql: string;
  /** By hand; the newest first when left out. */
  order?: string;
}
/** Statuses in which a delivery date still counts. */
const open = `'CREATED', 'APPROVED', 'NDA_UPLOAD_PENDING', 'NDA_VERIFICATION_PENDING', 'NDA_APPROVED', 'BID_WAITING',
  'BID_SUBMITTED', 'PAYMENT_WAITING', 'BID_APPROVED', 'SP_BID_ACCEPTED', 'IN_PROGRESS', 'IN_POSTPROCESSING',
  'IN_QUALITYCONTROL', 'ON_HOLD'`;
const like = (text: string) => `o.search_text ilike '%${text}%'`;
export const mix: readonly Search[] = [
  { body: {}, sql: 'true' },
  { body: {}, page: 20, sql: 'true' },
  { body: { searchString: 'bracket' }, sql: like('bracket') },
  { body: { searchString: 'lot 1234' }, sql: like('lot 1234') },
  { body: { searchString: 'no such order' }, sql: like('no such order') },
  { body: { searchString: '4321' }, sql: `(o.id = 4321 or ${like('4321')})` },
  {
    body: { searchFilters: { ORDER_STATUS: ['AWARDED'] } },
    sql: `m.status in ('SP_BID_ACCEPTED', 'IN_PROGRESS', 'IN_POSTPROCESSING', 'IN_QUALITYCONTROL')`,
  },
  { body: { searchFilters: { ORDER_STATUS: ['BID_WAITING'] } }, sql: `m.status = 'BID_WAITING'` },
  {
    body: { searchFilters: { MATERIALS: [1, 2] } },
    sql: 'exists (select from rfq_order_file f where f.order_id = o.id and f.material_id in (1, 2))',
  },
  { body: {}, sort: 'TARGET_DATE', sql: 'true', order: 'm.due_at desc nulls last, m.order_id desc' },
  {
    body: { searchFilters: { ESTIMATED_DELIVERY_DATE: 'LATE' } },
    sql: `m.due_at < now() and m.status in (${open})`,
  },
  { body: { searchFilters: { PRIMARY_USE_CASE: ['SPARE_PART'] } }, sql: `o.primary_use_case = 'SPARE_PART'` },
  {
    body: { searchFilters: { TAGS: ['Rush'] } },
    sql: `exists (select from facility_tag t join tag_link l on l.tag_id = t.id where l.object_id = o.id and l.kind = 'ORDER' and t.facility_id = m.facility_id and t.label = 'Rush')`,
  },
];
export const size = 15;
const counted = 1_000;

/** One page with everything that is shown of it, in plain rows, and up to a thousand counted. */
const newest = 'm.created_at desc, m.order_id desc';

export function statementsOf({ sql, page = 0, order = newest }: Search, facilityId: string): string[] {
  return [
    `with found as materialized (
        select o.id, m.id as match_id, row_number() over (order by ${order}) as place
        from rfq_order o join rfq_match m on m.order_id = o.id and m.facility_id = ${facilityId}
        where not o.export_controlled and not o.holds_controlled and ${sql}
        order by ${order} limit ${counted + 1})
      select (select count(*) from found), found.place, o.*, m.status as match_status, c.name, u.first_name, u.last_name,
        q.total_minor, q.currency, f.*, p.name, mat.name, upload.file_name, upload.size, mesh.file_name, mesh.size,
        facts.*, picture.file_name, picture.size, line.unit_price_minor
      from found join rfq_order o on o.id = found.id join rfq_match m on m.id = found.match_id
        join company c on c.id = o.company_id join app_user u on u.id = o.created_by
        join rfq_order_file f on f.order_id = o.id
        join am_process p on p.id = f.am_process_id join material mat on mat.id = f.material_id
        join stored_file upload on upload.id = f.original_file_id join stored_file mesh on mesh.id = f.file_id
        join file_facts facts on facts.file_id = f.file_id
        left join stored_file picture on picture.id = facts.thumbnail_file_id
        left join lateral (select * from quote where match_id = m.id and status in ('ACCEPTED', 'SUBMITTED')
          order by (status = 'ACCEPTED') desc, id desc limit 1) q on true
        left join quote_line line on line.quote_id = q.id and line.order_file_id = f.id
      where found.place between ${page * size + 1} and ${(page + 1) * size}
      order by found.place, f.position`,
    `select e.id, e.display_name, em.material_id, model.am_process_id from equipment e
      join machine_model model on model.id = e.machine_model_id join equipment_material em on em.equipment_id = e.id
      where e.facility_id = ${facilityId} and not e.hidden`,
  ];
}

interface Times {
  http: number[];
  sql: number[];
}

/** Our search over HTTP beside SQL by hand over a bare `pg` client: at `few` orders, and at `many`. */
export async function orderSearch(rounds: number, many: number, few = 10_000): Promise<Table> {
  const data = join(emptyFolder('orders'), 'data');
  const product = await startProduct(data);
  const database = await startEmbedded({ dataDir: join(data, 'db') });
  const pool = new pg.Pool({ ...database.connection, max: 1 });
  try {
    const session = await signIn(product.url, 'planner');
    const caller = createCaller(product.url, session);
    await addOrders(pool, few);
    const atFew = await searchTimes(rounds, pool, caller);
    if (many > few) await addOrders(pool, many - few);
    const times = many > few ? await searchTimes(rounds, pool, caller) : atFew;
    const counted = await countTimes(rounds, pool, caller);
    caller.close();
    const compared = (share: number) => costOver(percentile(times.sql, share), percentile(times.http, share));
    const before = percentile(atFew.http, 0.95);
    return {
      subject: 'Order search',
      note: `${many} orders, ${mix.length} kinds of searches mixed, one after the other; floor: the best SQL by hand over bare pg.`,
      figures: [
        { name: 'p50', unit: 'ms', ...compared(0.5) },
        { name: 'p95', unit: 'ms', ...compared(0.95), target: { atMost: 1.2 } },
        {
          name: `p95, beside that of ${few} orders`,
          unit: 'ms',
          ...costOver(before, percentile(times.http, 0.95)),
          target: { atMost: 2 },
        },
        {
          name: 'all of them counted by status: p50',
          unit: 'ms',
          ...costOver(median(counted.sql), median(counted.http)),
        },
      ],
    };
  } finally {
    await pool.end();
    await product.stop();
    await database.stop();
  }
}

export async function searchTimes(rounds: number, pool: pg.Pool, caller: Caller): Promise<Times> {
  const { rows } = await pool.query<{ id: string }>(
    'select min(id) as id from facility where root_facility_id is null',
  );
  const statements = mix.map((one) => statementsOf(one, rows[0]?.id ?? '0'));
  const overHttp = ({ page = 0, sort, body }: Search): Promise<unknown> =>
    expectOk(
      caller.post(`/api/v3/orders/search?page=${page}&size=${size}${sort ? `&sort=${sort}&direction=desc` : ''}`, {
        searchString: '',
        searchFilters: {},
        ...body,
      }),
    );
  const times: Times = { http: [], sql: [] };
  for (let round = -2; round < rounds * 4; round += 1) {
    for (const [index, one] of mix.entries()) {
      const asked = {
        sql: async () => {
          for (const statement of statements[index] ?? []) await pool.query(statement);
        },
        http: () => overHttp(one),
      };
      for (const name of ['sql', 'http'] as const) {
        const begun = performance.now();
        await asked[name]();
        if (round >= 0) times[name].push(performance.now() - begun);
      }
    }
  }
  return times;
}

/** How many orders the facility has in each status, and how many of them are late or due soon. */
async function countTimes(rounds: number, pool: pg.Pool, caller: Caller): Promise<Times> {
  const times: Times = { http: [], sql: [] };
  const timed = (into: number[], work: () => Promise<unknown>) => async () => {
    const begun = performance.now();
    await work();
    into.push(performance.now() - begun);
  };
  const byHand = `select status, count(*), count(*) filter (where due_at < now()),
      count(*) filter (where due_at between now() and now() + interval '3 days'),
      count(*) filter (where due_at between now() and now() + interval '7 days')
    from rfq_match where facility_id = (select min(id) from facility where root_facility_id is null) group by 1`;
  await inRounds(
    rounds * 4,
    timed(times.sql, () => pool.query(byHand)),
    timed(times.http, () => expectOk(caller.get('/api/v3/orders/count'))),
  );
  return times;
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
    `insert into rfq_match (order_id, facility_id, status, held_from, created_at, unlocked_at, due_at)
       select c.id, m.facility_id, m.status, m.held_from, m.created_at - c.n * interval '5 minutes', m.unlocked_at, m.due_at
       from copied c join rfq_match m on m.order_id = c.template_id`,
    `insert into facility_tag (facility_id, label, color, applies_to)
       select id, 'Rush', '#667085', '{ORDER}' from facility
       on conflict do nothing`,
    `insert into tag_link (tag_id, kind, object_id)
       select t.id, 'ORDER', c.id from copied c join facility_tag t on t.label = 'Rush' where c.n % 50 = 0`,
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
