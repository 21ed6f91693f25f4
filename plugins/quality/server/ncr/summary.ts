import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { orderProduction } from '@sinter/sdk/contract/orders/production';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import type { readNcrSummary } from '@sinter/sdk/contract/quality/ncrs';
import type { CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { qualitySettings } from '../settings.ts';
import { inView } from './search.ts';
import { containmentOf, isOpen, seenNcrs } from './lines.ts';

type Reply = CallReply<typeof readNcrSummary>;
/** Up to so many days old; the last without end. */
const ages = [7, 30, 90, null] as const;
const mostInPareto = 8;

/** What is open, by one walk over the index that holds only these; and what the last `days` say. */
export async function summary(
  context: CallContext,
  { query: { view, days } }: CallArguments<typeof readNcrSummary>,
): Promise<Reply> {
  const { db, facilityId, user } = context;
  const settings = await qualitySettings(context, db, facilityId);
  const seen = sql`${seenNcrs(context)} and ${inView(view)}`;
  const recent = sql`${seen} and n.created_at > now() - make_interval(days => ${days})`;
  const [open, tested, defects, machines, materials, thrown] = await Promise.all([
    openOnes(context, seen),
    inspected(context, days),
    pareto(context, sql`n.defect_id`, recent),
    pareto(context, sql`n.equipment_id`, recent),
    pareto(
      context,
      sql`coalesce((select f.material_id from rfq_order_file f where f.id = n.order_file_id),
        (select j.material_id from job j where j.id = n.job_id))`,
      recent,
    ),
    scrapped(context, seen, days),
  ]);
  const [machineNames, materialNames] = await Promise.all([
    namesIn(context, sql`select id, display_name as name from equipment`, machines),
    namesIn(context, sql`select id, name from material`, materials),
  ]);
  const defectNames = new Map(settings.defects.map(({ id, name }) => [id, name]));
  const named = (rows: readonly Counted[], names: ReadonlyMap<number, string>) =>
    rows.map((row) => ({ ...row, name: row.id === 0 ? '' : (names.get(row.id) ?? `#${row.id}`) }));
  return {
    open: open.reduce((sum, each) => sum + each.open, 0),
    bySeverity: [...new Set([...settings.severities.map(({ key }) => key), ...open.map((each) => each.severity)])].map(
      (key) => ({ key, open: sumOf(open.filter(({ severity }) => severity === key)) }),
    ),
    uncontained: open.reduce((sum, each) => sum + each.uncontained, 0),
    overdue: open.reduce((sum, each) => sum + each.overdue, 0),
    ageing: ages.map((until, index) => ({ until, open: sumOf(open.filter(({ age }) => age === index)) })),
    ...tested,
    scrapped: thrown.reduce((sum, each) => sum + each.pieces, 0),
    scrapCost: hasOrderRight(user.memberRoles, 'prices') ? await costOf(context, thrown) : null,
    pareto: {
      defects: named(defects, defectNames),
      machines: named(machines, machineNames),
      materials: named(materials, materialNames),
    },
  };
}

const sumOf = (rows: readonly { open: number }[]): number => rows.reduce((sum, each) => sum + each.open, 0);

interface Open {
  severity: string;
  age: number;
  open: number;
  uncontained: number;
  overdue: number;
}

async function openOnes({ db }: CallContext, seen: RawBuilder<unknown>): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select n.severity, case when n.created_at > now() - interval '7 days' then 0 when n.created_at > now() - interval '30 days' then 1
        when n.created_at > now() - interval '90 days' then 2 else 3 end as age,
      count(*)::int as open, (count(*) filter (where ${containmentOf} = 'UNCONTAINED'))::int as uncontained,
      (count(*) filter (where n.due_at < now()))::int as overdue
    from ncr n where ${isOpen} and ${seen} group by 1, 2
  `.execute(db);
  return rows;
}

/**
 * Of pieces at the first inspection of their lot: of those that were measured there, or where nothing was, as its step counted them. What comes back from rework was inspected before, and so were pieces that were
 * split off behind an inspection: they do not count again.
 */
async function inspected(
  { db, facilityId, user }: CallContext,
  days: number,
): Promise<Pick<Reply, 'firstPassYield' | 'inspected'>> {
  const { rows } = await sql<{ good: number | null; all: number | null }>`
    select sum(coalesce(measured.pieces - measured.nonconforming, s.good))::int as good,
      sum(coalesce(measured.pieces, s.good + s.scrap + s.rework))::int as all
    from lot_step s join lot l on l.id = s.lot_id
      left join lateral (select i.nonconforming, (select count(distinct r.sample) from inspection_reading r where r.inspection_id = i.id) as pieces
        from lot_inspection i where i.lot_id = s.lot_id and i.state in ('ACCEPTED', 'REJECTED') order by i.id limit 1) measured on true
    where s.facility_id = ${facilityId} and s.kind = 'INSPECTION' and s.status <> 'SKIPPED'
      and s.finished_at > now() - make_interval(days => ${days})
      and not exists (select from lot_step first where first.lot_id = s.lot_id and first.kind = 'INSPECTION' and first.position < s.position)
      and not exists (select from lot_parent p left join lot_step before on before.lot_id = p.parent_id
          and before.kind = 'INSPECTION' and before.position < s.position
        where p.lot_id = s.lot_id and (p.how = 'REWORK' or before.lot_id is not null))
      ${user.cleared ? sql`` : sql`and not exists (select from rfq_order o where o.id = l.order_id and ${orderIsControlled})`}
  `.execute(db);
  const { good, all } = rows[0] ?? { good: null, all: null };
  return { inspected: all ?? 0, firstPassYield: all && good !== null ? good / all : null };
}

interface Counted {
  id: number;
  ncrs: number;
  pieces: number;
}

/** The worst of one kind. */
async function pareto({ db }: CallContext, by: RawBuilder<unknown>, recent: RawBuilder<unknown>): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select coalesce(${by}, 0)::int as id, count(*)::int as ncrs, sum(n.affected_quantity)::int as pieces
    from ncr n where ${recent} and n.status <> 'VOID' group by 1 order by 2 desc, 3 desc, 1 limit ${mostInPareto}
  `.execute(db);
  return rows;
}

async function namesIn({ db }: CallContext, from: RawBuilder<unknown>, of: readonly Counted[]) {
  const { rows } = await sql<{ id: number; name: string }>`
    ${from} where id = any(${of.map(({ id }) => id)}::bigint[])
  `.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

interface Thrown {
  orderFileId: number | null;
  pieces: number;
}

/** Pieces that were thrown away or made again because of a non-conformance, by their part. */
async function scrapped({ db }: CallContext, seen: RawBuilder<unknown>, days: number): Promise<Thrown[]> {
  const { rows } = await sql<Thrown>`
    select n.order_file_id as "orderFileId", sum(r.quantity)::int as pieces
    from ncr_row r join ncr n on n.id = r.ncr_id
    where ${seen} and r.state = 'DONE' and r.disposition in ('SCRAP', 'REMAKE')
      and r.done_at > now() - make_interval(days => ${days}) group by 1
  `.execute(db);
  return rows;
}

/** At the price that they were sold for. */
async function costOf(context: CallContext, thrown: readonly Thrown[]): Promise<NonNullable<Reply['scrapCost']>> {
  const ids = thrown.flatMap(({ orderFileId }) => orderFileId ?? []);
  const prices = await context.get(orderProduction).pricesOf(context.db, context.facilityId, ids);
  const sums = new Map<string, number>();
  for (const { orderFileId, pieces } of thrown) {
    const price = orderFileId === null ? undefined : prices.get(orderFileId);
    if (price) sums.set(price.currency, (sums.get(price.currency) ?? 0) + price.amount * pieces);
  }
  return [...sums].map(([currency, amount]) => ({ amount, currency })).toSorted((a, b) => b.amount - a.amount);
}
