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
  const { characteristics } = content;
  let nth = 0;
  const tell = async (lot: Lot, state: InspectionState, ago: number, week: number) => {
    const { letter, samples, accept, reject } = samplingOf(lot.quantity, content.level, content.aql);
    const at = new Date(now.getTime() - ago * day);
    const over = state === 'ACCEPTED' || state === 'REJECTED';
    const readings = Array.from({ length: state === 'OPEN' ? 0 : over ? samples : 1 }, (_, index) => {
      nth += 1;
      return characteristics.map((each) => {
        const value = valueOf(each, nth, week, state === 'REJECTED' && index === 0);
        return {
          ...{ sample: index + 1, key: each.key, conforms: conforms(each, value), user_id: operator, created_at: at },
          ...{ value: typeof value === 'number' ? value : null, verdict: typeof value === 'boolean' ? value : null },
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
          plan_id: planId,
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
        switching: JSON.stringify(switched([], false)),
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
