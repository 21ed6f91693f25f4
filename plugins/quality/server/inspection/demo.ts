import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import {
  inspectionPlanSchema,
  type Characteristic,
  type InspectionPlan,
} from '@sinter/sdk/contract/quality/inspectionPlans';
import type { InspectionState } from '@sinter/sdk/contract/quality/inspections';
import { versions, type DemoWorld, type Services, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { conforms, type Value } from '../../shared/inspection/judge.ts';
import { samplingOf } from '../../shared/inspection/sampling.ts';
import { switched } from '../../shared/inspection/switching.ts';
import { nextNumber } from '../numbers.ts';
import { inspectionNumber } from './begin.ts';
import { switchingFor } from './history.ts';
import { placeOf, plans } from './kind.ts';
import { inspectionDb } from './tables.ts';

const day = 86_400_000;

const plate = (processId: number): InspectionPlan =>
  inspectionPlanSchema.parse({
    ...{ name: 'Plates, dimensions', processIds: [processId], sampling: 'AQL', level: 'II', aql: '4.0' },
    characteristics: [
      {
        key: 'bore',
        number: '1',
        name: 'Bore',
        nominal: 6,
        lowest: 5.95,
        highest: 6.05,
        method: 'Plug gauge',
        isKey: true,
      },
      { key: 'flatness', number: '2', name: 'Flatness', highest: 0.15, method: 'Dial indicator' },
      { key: 'edges', number: '3', name: 'Edges without burr', kind: 'ATTRIBUTE', unit: '', method: 'By eye' },
    ],
  });

interface Lot {
  id: number;
  quantity: number;
  processId: number;
  partId: number;
  ncrId: number | null;
}

/** Values of the `nth` piece: the bore grows with each inspection, by chance a little more or less. */
function valueOf({ key }: Characteristic, nth: number, week: number, warped: boolean): Value {
  const chance = Math.sin(nth * 12.9898) * 0.011 + Math.cos(nth * 4.1414) * 0.006;
  if (key === 'bore') return Number((5.978 + week * 0.004 + chance).toFixed(3));
  if (key === 'flatness') return warped ? 0.4 : Number((0.08 + Math.abs(chance) * 3).toFixed(2));
  return true;
}

/** A part whose walls came out too thin twice, so that its next lot is inspected more strictly. */
async function thinWalls(unit: Work, lots: readonly Lot[]) {
  const { rows } = await sql<{ ids: number[]; ncrId: number }>`
    select array_agg(l.id order by l.id) as ids, (select id from ncr where title = 'Wall thinner than drawn' limit 1) as "ncrId"
    from lot l join rfq_order_file f on f.id = l.order_file_id join stored_file up on up.id = f.original_file_id
    where l.id = any(${lots.map(({ id }) => id)}::bigint[]) and not exists (select from lot_inspection i where i.lot_id = l.id)
    group by up.sha256 having count(*) >= 3 order by 1 limit 1
  `.execute(unit.db);
  const [found] = rows;
  const [one, two, next] = lots.filter(({ id }) => found?.ids.includes(id));
  if (!found || !one || !two || !next) return null;
  const wall = { key: 'wall', number: '1', name: 'Wall', nominal: 1.2, lowest: 1.1, highest: 1.3, method: 'Caliper' };
  const plan = inspectionPlanSchema.parse({
    ...{ name: 'Thin walls', partId: next.partId, sampling: 'AQL', level: 'II', aql: '4.0', characteristics: [wall] },
  });
  return { plan, refused: [one, two].map((lot) => ({ ...lot, ncrId: found.ncrId })), next };
}

/** Plans, and inspections of several weeks: the bore drifts, and one lot was rejected for its flatness. */
export async function seedInspections(unit: Work, world: DemoWorld, services: Services): Promise<void> {
  const { rootFacilityId: facilityId, now } = world;
  const [by, operator] = [world.users['planner@demo.example'], world.users['operator@demo.example']];
  if (by === undefined || operator === undefined) return;
  const { rows } = await sql<Lot>`
    select l.id, l.quantity, f.am_process_id as "processId", f.original_file_id as "partId",
      (select n.id from ncr n where n.lot_id = l.id and n.characteristic = 'Flatness' and n.status <> 'VOID'
        order by n.id limit 1) as "ncrId"
    from lot l join rfq_order o on o.id = l.order_id join rfq_order_file f on f.id = l.order_file_id
    where l.facility_id = ${facilityId} and l.state in ('OPEN', 'DONE') and not ${orderIsControlled} order by l.id
  `.execute(unit.db);
  const rejected = rows.find(({ ncrId }) => ncrId !== null);
  if (!rejected) return;
  const lots = rows.filter(({ processId, id }) => processId === rejected.processId && id !== rejected.id);
  const add = async (value: InspectionPlan, release: boolean) => {
    const { id } = await inspectionDb(unit)
      .insertInto('inspection_plan')
      .values({ facility_id: facilityId, name: value.name })
      .returning('id')
      .executeTakeFirstOrThrow();
    const setting = services.get(versions).of(plans, placeOf(facilityId, id));
    if (release) await setting.put(unit, value, { note: '', by });
    else await setting.saveDraft(unit, value, { by, seen: (await setting.state(unit.db)).seen });
    return id;
  };
  const content = plate(rejected.processId);
  const planId = await add(content, true);
  let nth = 0;
  const tell = async (
    lot: Lot,
    state: InspectionState,
    ago: number,
    week: number,
    {
      plan = planId,
      inspected = content,
      switching = switched([], false),
      value = (each: Characteristic, first: boolean): Value => valueOf(each, nth, week, state === 'REJECTED' && first),
    } = {},
  ) => {
    const { letter, samples, accept, reject } = samplingOf(
      ...([lot.quantity, inspected.level, inspected.aql, switching.severity] as const),
    );
    const { characteristics } = inspected;
    const at = new Date(now.getTime() - ago * day);
    const over = state === 'ACCEPTED' || state === 'REJECTED';
    const readings = Array.from({ length: state === 'OPEN' ? 0 : over ? samples : 1 }, (_, index) => {
      nth += 1;
      return characteristics.map((each) => {
        const read = value(each, index === 0);
        return {
          ...{ sample: index + 1, key: each.key, conforms: conforms(each, read), user_id: operator, created_at: at },
          ...{ value: typeof read === 'number' ? read : null, verdict: typeof read === 'boolean' ? read : null },
        };
      });
    }).flat();
    const nonconforming = new Set(readings.filter((each) => !each.conforms).map(({ sample }) => sample)).size;
    const { id } = await inspectionDb(unit)
      .insertInto('lot_inspection')
      .values({
        ...{
          facility_id: facilityId,
          lot_id: lot.id,
          position: null,
          plan_id: plan,
          version: 1,
          created_by: operator,
        },
        ...{
          number: await nextNumber(unit, facilityId, 'INSPECTION', inspectionNumber),
          lot_size: lot.quantity,
          samples,
        },
        ...{
          letter,
          accept,
          reject,
          wanted: samples * characteristics.length,
          measured: readings.length,
          nonconforming,
        },
        switching: JSON.stringify(switching),
        ...{ state, created_at: at, ncr_id: state === 'REJECTED' ? lot.ncrId : null },
        ...(over && { finished_at: at, finished_by: operator }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (readings.length > 0) {
      await inspectionDb(unit)
        .insertInto('inspection_reading')
        .values(readings.map((reading) => ({ ...reading, inspection_id: id })))
        .execute();
    }
  };
  const past = lots.length > 0 ? 14 : 0;
  for (let week = 0; week < past; week += 1) {
    const lot = lots[week % lots.length];
    if (lot) await tell(lot, 'ACCEPTED', 45 - week * 3, week);
  }
  await tell(rejected, 'REJECTED', 2, past - 2);
  for (const [index, lot] of lots.slice(-2).entries()) await tell(lot, index === 0 ? 'OPEN' : 'MEASURING', 1, past - 2);
  const thin = await thinWalls(unit, rows);
  if (thin) {
    const plan = await add(thin.plan, true);
    const of = { plan, inspected: thin.plan };
    for (const [index, lot] of thin.refused.entries())
      await tell(lot, 'REJECTED', 31 - index, 0, { ...of, value: (_, worst) => (worst ? 1.08 : 1.17) });
    const switching = await switchingFor(unit.db, { planId: plan, lotId: thin.next.id, plan: thin.plan });
    await tell(thin.next, 'OPEN', 1, 0, { ...of, switching });
  }
  const first = {
    ...content,
    name: 'First article, plates',
    partId: rejected.partId,
    processIds: [],
    sampling: 'FIRST_ARTICLE' as const,
  };
  await add(first, true);
  await add({ ...content, name: 'Housings, dimensions', processIds: [], level: 'III', aql: '1.0' }, false);
}
