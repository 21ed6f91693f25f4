import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import type { listFlowLots, readFlow } from '@sinter/sdk/contract/production/flow';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { cardsAt } from './cards.ts';
import { seenLots } from './rows.ts';
import { floorSettings } from './settings.ts';
import { openStatuses } from '../../shared/steps/transitions.ts';

interface Present {
  step: string;
  lots: number;
  pieces: number;
  waiting: number;
  running: number;
  held: number;
  late: number;
  age: number | null;
}
interface Counted {
  step: string;
  good: number;
  scrap: number;
  week: number;
}

/** Where all work of the facility stands: its catalogue of steps in the order of the templates. */
export async function flow(
  context: CallContext,
  { query }: CallArguments<typeof readFlow>,
): Promise<CallReply<typeof readFlow>> {
  const { db, facilityId } = context;
  const settings = await floorSettings(context, db, facilityId);
  const wanted = narrowed(context, query);
  const joins = sql`join lot l on l.id = s.lot_id join rfq_order o on o.id = l.order_id
    join rfq_match m on m.order_id = l.order_id and m.facility_id = l.facility_id`;
  const open = sql`s.facility_id = ${facilityId} and s.status = any(${[...openStatuses]})`;
  const [{ rows: present }, { rows: counted }, choices] = await Promise.all([
    sql<Present>`
      select s.step, count(*)::int as lots, sum(s.received - s.good - s.scrap - s.rework - s.moved)::int as pieces,
        count(*) filter (where s.status = 'READY')::int as waiting,
        count(*) filter (where s.status in ('IN_PROGRESS', 'PAUSED'))::int as running,
        count(*) filter (where s.status = 'ON_HOLD')::int as held,
        count(*) filter (where coalesce(m.promised_at, o.estimated_delivery_date) < now())::int as late,
        round((extract(epoch from now() - min(s.since)) / 3600)::numeric, 1)::float8 as age
      from lot_step s ${joins} where ${open} and ${wanted} group by s.step
    `.execute(db),
    sql<Counted>`
      select s.step, coalesce(sum(v.quantity) filter (where v.kind = 'GOOD'), 0)::int as good,
        coalesce(sum(v.quantity) filter (where v.kind = 'SCRAP'), 0)::int as scrap,
        coalesce(sum(v.quantity) filter (where v.kind = 'GOOD' and v.created_at > now() - interval '7 days'), 0)::int as week
      from lot_move v join lot_step s on s.lot_id = v.lot_id and s.position = v.position ${joins}
      where v.facility_id = ${facilityId} and v.kind in ('GOOD', 'SCRAP')
        and v.created_at > now() - interval '30 days' and ${wanted} group by s.step
    `.execute(db),
    choicesOf(context),
  ]);
  const places = settings.templates.flatMap(({ steps }) => steps);
  const place = (key: string): number => places.indexOf(key);
  const used = settings.steps
    .filter(({ key }) => place(key) >= 0)
    .toSorted((one, other) => rank(one) - rank(other) || place(one.key) - place(other.key));
  return {
    steps: used.map(({ key, name, kind, workCenter }) => {
      const now = present.find(({ step }) => step === key);
      const sums = counted.find(({ step }) => step === key);
      const all = (sums?.good ?? 0) + (sums?.scrap ?? 0);
      const center = settings.workCenters.find((each) => each.key === workCenter);
      return {
        key,
        name,
        kind,
        workCenter,
        lots: now?.lots ?? 0,
        pieces: now?.pieces ?? 0,
        waiting: now?.waiting ?? 0,
        running: now?.running ?? 0,
        held: now?.held ?? 0,
        late: now?.late ?? 0,
        age: now?.age ?? null,
        limit: center?.limit ?? null,
        blocks: center?.blocks ?? false,
        yield: sums && all > 0 ? sums.good / all : null,
        throughput: sums?.week ?? 0,
      };
    }),
    choices,
  };
}

type Narrow = CallArguments<typeof readFlow>['query'];

/** Lots that the caller may know of and asks for, over lot `l` with its order and match. */
const narrowed = (context: CallContext, { processId, companyId, priorityId }: Narrow) =>
  sql`${seenLots(context)}
    and (${processId ?? null}::bigint is null or exists (
      select from rfq_order_file part where part.id = l.order_file_id and part.am_process_id = ${processId ?? null}))
    and (${companyId ?? null}::bigint is null or o.company_id = ${companyId ?? null})
    and (${priorityId ?? null}::bigint is null or m.priority_label_id = ${priorityId ?? null})`;

/** What stands at one step. */
export const flowLots = (context: CallContext, { query }: CallArguments<typeof listFlowLots>) =>
  cardsAt(context, query.step, narrowed(context, query), query.offset);

const kinds = ['PRINT', 'POST', 'INSPECTION'];
const rank = ({ kind }: { kind: string }): number => kinds.indexOf(kind);

/** What can be filtered by: only what open lots have. */
async function choicesOf(context: CallContext): Promise<CallReply<typeof readFlow>['choices']> {
  const { rows } = await sql<CallReply<typeof readFlow>['choices']>`
    with seen as materialized (
      select distinct f.am_process_id, o.company_id, m.priority_label_id
      from lot l join rfq_order o on o.id = l.order_id join rfq_order_file f on f.id = l.order_file_id
        join rfq_match m on m.order_id = l.order_id and m.facility_id = l.facility_id
      where l.state = 'OPEN' and ${seenLots(context)}
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name), '[]') from am_process p
        where p.id in (select am_process_id from seen)) as processes,
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.name), '[]') from company c
        where c.id in (select company_id from seen)) as companies,
      (select coalesce(jsonb_agg(jsonb_build_object('id', tag.id, 'name', tag.label) order by tag.id), '[]')
        from priority_label tag where tag.id in (select priority_label_id from seen)) as priorities
  `.execute(context.db);
  return rows[0] ?? { processes: [], companies: [], priorities: [] };
}
