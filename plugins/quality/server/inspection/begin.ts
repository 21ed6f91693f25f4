import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import type { Gates } from '@sinter/sdk/contract/production/askGates';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { inspectionPlanSchema, type InspectionPlan } from '@sinter/sdk/contract/quality/inspectionPlans';
import {
  inspectionChanged,
  type beginInspection,
  type listFittingPlans,
  type Switching,
} from '@sinter/sdk/contract/quality/inspections';
import type { CallContext, Services, Work } from '@sinter/sdk/server';
import { sql, type Kysely } from 'kysely';
import { samplingOf, type Sampling } from '../../shared/inspection/sampling.ts';
import { asks } from '../gates.ts';
import { nextNumber } from '../numbers.ts';
import { qualitySettings } from '../settings.ts';
import { say } from '../texts.ts';
import { lotIdIn } from '../lotName.ts';
import { switchingFor } from './history.ts';
import { inspectionDb } from './tables.ts';

export const inspectionNumber = 'INSP-{YYYY}-{####}';

interface Fitting {
  id: number;
  name: string;
  version: number;
  content: InspectionPlan;
  /** A first article of that part was inspected by this version, or is now. */
  begun: boolean;
}

/** Released plans that a lot meets, the most exact one first: part, then material, then process. */
async function fitting(db: Services['db'] | Work['db'], facilityId: number, lotId: number): Promise<Fitting[]> {
  const { rows } = await sql<Omit<Fitting, 'content'> & { content: unknown }>`
    select p.id, p.name, p.version, v.content, exists (
        select from lot_inspection i join lot other on other.id = i.lot_id join rfq_order_file of on of.id = other.order_file_id
          join stored_file same on same.id = of.original_file_id
        where i.plan_id = p.id and i.version = p.version and i.state in ('OPEN', 'MEASURING', 'ACCEPTED')
          and same.sha256 = up.sha256) as begun
    from lot l join rfq_order_file f on f.id = l.order_file_id join stored_file up on up.id = f.original_file_id
      join inspection_plan p on p.facility_id = l.facility_id and p.enabled and p.version > 0
      join inspection_plan_version v on v.plan_id = p.id and v.version = p.version
      left join stored_file part on part.id = p.part_id
    where l.id = ${lotId} and l.facility_id = ${facilityId}
      and (p.part_id is null or p.part_id = up.id or part.sha256 = up.sha256)
      and (p.process_ids = '{}' or f.am_process_id = any(p.process_ids))
      and (p.material_ids = '{}' or f.material_id = any(p.material_ids))
    order by p.part_id is null, p.material_ids = '{}', p.process_ids = '{}', p.changed_at desc, p.id desc
  `.execute(db);
  return rows.map(({ content, ...row }) => ({ ...row, content: inspectionPlanSchema.parse(content) }));
}

/** A first article is inspected once; the next plan that fits comes after it. */
const isDue = ({ content, begun }: Fitting): boolean => content.sampling !== 'FIRST_ARTICLE' || !begun;

/** How many pieces are inspected, and how many of them may fail. */
function sampled(
  { sampling, level, aql }: InspectionPlan,
  lotSize: number,
  switching: Switching | null,
): Omit<Sampling, 'letter'> & { letter: string } {
  if (switching) return samplingOf(lotSize, level, aql, switching.severity);
  return { letter: '', samples: sampling === 'ALL' ? lotSize : 1, accept: 0, reject: 1 };
}

interface Place {
  facilityId: number;
  lotId: number;
  position: number | null;
  lotSize: number;
  controlled: boolean;
}

async function begin(
  unit: Work,
  { facilityId, lotId, position, lotSize, controlled }: Place,
  plan: Fitting,
  by: number,
) {
  const switching =
    plan.content.sampling === 'AQL'
      ? await switchingFor(unit.db, { planId: plan.id, lotId, plan: plan.content })
      : null;
  const { letter, samples, accept, reject } = sampled(plan.content, lotSize, switching);
  const { id } = await inspectionDb(unit)
    .insertInto('lot_inspection')
    .values({
      ...{ facility_id: facilityId, lot_id: lotId, position, plan_id: plan.id, version: plan.version, created_by: by },
      ...{ number: await nextNumber(unit, facilityId, 'INSPECTION', inspectionNumber), lot_size: lotSize, samples },
      ...{ letter, accept, reject, wanted: samples * plan.content.characteristics.length },
      switching: switching && JSON.stringify(switching),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const object = { objectKind: 'INSPECTION', objectId: String(id), facilityId };
  await unit.audit({ action: 'inspection.begun', ...object, after: { lotId, planId: plan.id, version: plan.version } });
  await unit.emit(
    inspectionChanged,
    { inspectionId: id, lotId, planId: plan.id, measuredBy: null },
    { facilityIds: [facilityId], controlled },
  );
  return id;
}

/**
 * Pieces of lot `l` that are presented at the step at `position`, those that are still on their way to it too; what left the lot
 * before is not there any more. Without a position, what the lot holds.
 */
const piecesOf = (position: number | null) => sql<number>`(
  select coalesce(sum(e.joined - e.moved) - sum(e.scrap + e.rework) filter (where ${
    position === null ? sql`true` : sql`e.position < ${position}`
  }), 0)::int
  from lot_step e where e.lot_id = l.id ${position === null ? sql`` : sql`and e.position <= ${position}`})`;

interface Step {
  kind: string;
  pieces: number;
  controlled: boolean;
  open: string | null;
  any: boolean;
}

async function stepOf(
  db: Kysely<never> | Work['db'],
  facilityId: number,
  lotId: number,
  position: number,
): Promise<Step | null> {
  const { rows } = await sql<Step>`
    select s.kind, ${piecesOf(position)} as pieces, ${orderIsControlled} as controlled,
      (select i.number from lot_inspection i where i.lot_id = l.id and i.position = s.position
        and i.state in ('OPEN', 'MEASURING') order by i.id limit 1) as open,
      exists (select from lot_inspection i where i.lot_id = l.id and i.position = s.position) as any
    from lot l join lot_step s on s.lot_id = l.id join rfq_order o on o.id = l.order_id
    where l.id = ${lotId} and l.facility_id = ${facilityId} and s.position = ${position}
  `.execute(db);
  return rows[0] ?? null;
}

/**
 * An inspection begins with the quality control step of a lot that a plan fits. Where an open non-conformance blocks the end of a
 * step, an inspection that is not finished does too.
 */
export const inspectionGates: Gates = {
  async require(context, unit, facilityId, { gate, subjectId: lotId, position }) {
    if ((gate !== 'STEP_START' && gate !== 'STEP_FINISH') || !(await asks(context, facilityId))) return;
    const step = await stepOf(unit.db, facilityId, lotId, position);
    if (step?.kind !== 'INSPECTION') return;
    if (gate === 'STEP_FINISH') {
      if (step.open === null || (await qualitySettings(context, unit.db, facilityId)).gates.STEP_FINISH !== 'BLOCK')
        return;
      throw new CallError('CONFLICT', say('inspectionBlocks', { number: step.open }));
    }
    if (step.any) return;
    const plan = (await fitting(unit.db, facilityId, lotId)).find(isDue);
    if (!plan) return;
    const { pieces: lotSize, controlled } = step;
    if (lotSize < 1) return;
    await begin(unit, { facilityId, lotId, position, lotSize, controlled }, plan, context.user.userId);
  },
};

interface SeenLot {
  id: number;
  pieces: number;
  controlled: boolean;
}

/** A lot with pieces, by its id or by what it is called. Throws NOT_FOUND. */
async function seenLot(
  { facilityId, user }: CallContext,
  db: Services['db'] | Work['db'],
  lot: number | string,
): Promise<SeenLot> {
  const wanted = typeof lot === 'number' ? sql`l.id = ${lot}` : sql`(l.number = ${lot} or l.id = ${lotIdIn(lot)})`;
  const { rows } = await sql<SeenLot>`
    select l.id, ${piecesOf(null)} as pieces, ${orderIsControlled} as controlled from lot l join rfq_order o on o.id = l.order_id
    where ${wanted} and l.facility_id = ${facilityId} and l.state not in ('LEGACY', 'CANCELLED', 'MERGED')
      and ${piecesOf(null)} > 0
      and (${user.cleared} or not ${orderIsControlled})
    order by l.number is null limit 1
  `.execute(db);
  const [seen] = rows;
  if (!seen) throw new CallError('NOT_FOUND');
  return seen;
}

export async function fittingPlans(
  context: CallContext,
  { query }: CallArguments<typeof listFittingPlans>,
): Promise<CallReply<typeof listFittingPlans>> {
  const lot = await seenLot(context, context.db, query.lot);
  const found = await fitting(context.db, context.facilityId, lot.id);
  // What is due comes first; somebody may begin the others again.
  const ordered = [...found.filter(isDue), ...found.filter((plan) => !isDue(plan))];
  return { lotId: lot.id, plans: ordered.map(({ id, name, version }) => ({ id, name, version })) };
}

/** Somebody begins one, also again after one that was rejected. */
export async function beginAnew(
  context: CallContext,
  { body: { eventId, lotId, planId } }: CallArguments<typeof beginInspection>,
): Promise<{ id: number }> {
  const { facilityId, user } = context;
  const id = await context.write(async (unit) => {
    const { rows: before } = await sql<{ id: number }>`
      select inspection_id as id from inspection_event where facility_id = ${facilityId} and event_id = ${eventId}
    `.execute(unit.db);
    if (before[0]) return before[0].id;
    const lot = await seenLot(context, unit.db, lotId);
    const plan = (await fitting(unit.db, facilityId, lotId)).find((each) => each.id === planId);
    if (!plan) throw new CallError('NOT_FOUND');
    const { pieces, controlled } = lot;
    const made = await begin(
      unit,
      { facilityId, lotId, position: null, lotSize: pieces, controlled },
      plan,
      user.userId,
    );
    await inspectionDb(unit)
      .insertInto('inspection_event')
      .values({ facility_id: facilityId, event_id: eventId, inspection_id: made })
      .execute();
    return made;
  });
  return { id };
}
