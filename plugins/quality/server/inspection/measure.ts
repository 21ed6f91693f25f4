import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { kioskActors } from '@sinter/sdk/contract/production/kioskActors';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import {
  inspectionPlanSchema,
  type Characteristic,
  type InspectionPlan,
} from '@sinter/sdk/contract/quality/inspectionPlans';
import {
  inspectionChanged,
  type finishInspection,
  type Inspection,
  type InspectionState,
  type resumeInspection,
  type Switching,
  type measure as measureCall,
  type TakenReadings,
  type voidInspection,
} from '@sinter/sdk/contract/quality/inspections';
import type { QualitySettings } from '@sinter/sdk/contract/quality/settings';
import { wrongField, type CallContext, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { conforms, suits } from '../../shared/inspection/judge.ts';
import { insert } from '../ncr/raise.ts';
import { fullSubject } from '../ncr/subject.ts';
import { qualitySettings } from '../settings.ts';
import { say } from '../texts.ts';
import { samePart } from './history.ts';
import { readOne, requireInspection, seenInspections, takenAt } from './read.ts';
import { inspectionDb } from './tables.ts';

interface Locked {
  id: number;
  number: string;
  state: InspectionState;
  lotId: number;
  planId: number;
  position: number | null;
  lotSize: number;
  samples: number;
  reject: number;
  wanted: number;
  measured: number;
  nonconforming: number;
  switching: Switching | null;
  plan: InspectionPlan;
  controlled: boolean;
}

/** Throws NOT_FOUND, and TRANSITION_REFUSED once it is finished. */
async function lockOpen(context: CallContext, unit: Work, id: number): Promise<Locked> {
  const { rows } = await sql<Omit<Locked, 'plan'> & { content: unknown }>`
    select i.id, i.number, i.state, i.lot_id as "lotId", i.plan_id as "planId", i.position, i.lot_size as "lotSize", i.samples, i.reject, i.wanted, v.content,
      i.measured, i.nonconforming, i.switching, ${orderIsControlled} as controlled
    from lot_inspection i join lot l on l.id = i.lot_id join rfq_order o on o.id = l.order_id
      join inspection_plan_version v on v.plan_id = i.plan_id and v.version = i.version
    where i.id = ${id} and ${seenInspections(context)} for update of i
  `.execute(unit.db);
  const [row] = rows;
  if (!row) throw new CallError('NOT_FOUND');
  const { content, ...locked } = row;
  if (locked.state !== 'OPEN' && locked.state !== 'MEASURING') {
    throw new CallError('TRANSITION_REFUSED', say('inspectionOver', { number: locked.number }), { from: locked.state });
  }
  return { ...locked, plan: inspectionPlanSchema.parse(content) };
}

/** True when this request was carried out before; remembers it otherwise. */
async function repeated({ facilityId }: CallContext, unit: Work, id: number, eventId: string): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select inspection_id as id from inspection_event where facility_id = ${facilityId} and event_id = ${eventId}
  `.execute(unit.db);
  if (rows[0]) return true;
  // Two at once wait for each other: the row of the inspection is locked after this.
  const added = await inspectionDb(unit)
    .insertInto('inspection_event')
    .values({ facility_id: facilityId, event_id: eventId, inspection_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return added === undefined;
}

const told = (
  { facilityId }: CallContext,
  unit: Work,
  { id, lotId, planId, controlled }: Locked,
  measuredBy: string | null = null,
) =>
  unit.emit(
    inspectionChanged,
    { inspectionId: id, lotId, planId, measuredBy },
    { facilityIds: [facilityId], controlled },
  );

export async function measure(
  caller: CallContext,
  { params, body }: CallArguments<typeof measureCall>,
): Promise<TakenReadings> {
  const { eventId, readings } = body;
  await requireInspection(caller, params.id);
  const { context, device } = await caller.get(kioskActors).of(caller, body);
  await context.write(async (unit) => {
    if (await repeated(context, unit, params.id, eventId)) return;
    const locked = await lockOpen(context, unit, params.id);
    const rows = readings.map(({ sample, key, value }, index) => {
      const asked = locked.plan.characteristics.find((each) => each.key === key);
      if (!asked || sample > locked.samples || !suits(asked, value)) {
        throw wrongField(`readings.${index}`, say('readingWrong'));
      }
      return {
        ...{ inspection_id: locked.id, sample, key, device, user_id: context.user.userId },
        ...{ value: typeof value === 'number' ? value : null, verdict: typeof value === 'boolean' ? value : null },
        conforms: conforms(asked, value),
      };
    });
    await inspectionDb(unit).insertInto('inspection_reading').values(rows).execute();
    await sql`
      update lot_inspection set state = 'MEASURING', measured = now_is.measured, nonconforming = now_is.nonconforming
      from (select count(*)::int as measured, (count(distinct sample) filter (where not conforms))::int as nonconforming
        from (select distinct on (sample, key) sample, key, conforms from inspection_reading
          where inspection_id = ${locked.id} order by sample, key, id desc) counted) now_is
      where id = ${locked.id}
    `.execute(unit.db);
    await told(context, unit, locked, eventId);
  });
  return takenAt(caller, params.id, readings);
}

export async function finish(
  caller: CallContext,
  { params, body }: CallArguments<typeof finishInspection>,
): Promise<Inspection> {
  await requireInspection(caller, params.id);
  const { context } = await caller.get(kioskActors).of(caller, body);
  const { facilityId, user } = context;
  const settings = await qualitySettings(context, context.db, facilityId);
  await context.write(async (unit) => {
    if (await repeated(context, unit, params.id, body.eventId)) return;
    const locked = await lockOpen(context, unit, params.id);
    const { measured, nonconforming } = locked;
    const rejected = nonconforming >= locked.reject;
    if (!rejected && measured < locked.wanted) {
      throw new CallError('NOT_POSSIBLE', say('valuesMissing', { count: locked.wanted - measured }));
    }
    if (!rejected && locked.switching?.discontinued) throw new CallError('NOT_POSSIBLE', say('discontinued'));
    const ncrId =
      rejected && body.raise ? await raised(context, unit, locked, nonconforming, settings, body.eventId) : null;
    const state = rejected ? 'REJECTED' : 'ACCEPTED';
    await inspectionDb(unit)
      .updateTable('lot_inspection')
      .set({ state, ncr_id: ncrId, note: body.note, finished_at: new Date(), finished_by: user.userId })
      .where('id', '=', locked.id)
      .execute();
    await unit.audit({
      action: 'inspection.finished',
      ...objectOf(locked, facilityId),
      after: { state, nonconforming, ncrId },
    });
    await told(context, unit, locked);
  });
  return readOne(caller, params.id);
}

const objectOf = ({ id }: Locked, facilityId: number) => ({
  objectKind: 'INSPECTION',
  objectId: String(id),
  facilityId,
});

/** Of what is wrong, the first of concern: key characteristics before others, in the order of the plan. */
async function worst(
  unit: Work,
  { id, plan }: Locked,
): Promise<{ characteristic: Characteristic; value: number | null } | null> {
  const { rows } = await sql<{ key: string; value: number | null }>`
    select distinct on (key) key, value from (
      select distinct on (sample, key) sample, key, value, conforms from inspection_reading
      where inspection_id = ${id} order by sample, key, id desc) counted
    where not conforms order by key, sample
  `.execute(unit.db);
  for (const characteristic of plan.characteristics.toSorted((one, other) => Number(other.isKey) - Number(one.isKey))) {
    const found = rows.find(({ key }) => key === characteristic.key);
    if (found) return { characteristic, value: found.value };
  }
  return null;
}

/** Where pieces are only sampled, all of the lot is in question. */
async function raised(
  context: CallContext,
  unit: Work,
  locked: Locked,
  nonconforming: number,
  settings: QualitySettings,
  eventId: string,
): Promise<number> {
  const { facilityId, user } = context;
  const { lotId, position, lotSize, plan, number } = locked;
  const subject = await fullSubject(context, unit, {
    ...{ orderId: null, orderFileId: null, lotId, position, jobId: null, equipmentId: null, batch: '' },
  });
  const wrong = await worst(unit, locked);
  const { name = '', lowest = null, highest = null, unit: measure = '', isKey = false } = wrong?.characteristic ?? {};
  const limits = [lowest === null ? '' : `≥ ${lowest}`, highest === null ? '' : `≤ ${highest}`].filter(Boolean);
  const affected = plan.sampling === 'ALL' ? nonconforming : lotSize;
  const severity = settings.severities[isKey ? 0 : Math.min(1, settings.severities.length - 1)]?.key ?? '';
  const type = settings.types.find(({ key }) => key === 'dimension')?.key ?? settings.types[0]?.key ?? '';
  const { id } = await insert(context, unit, {
    ...{ facilityId, userId: user.userId, source: 'INSPECTION', subject, settings, eventId, photos: [] },
    ...{ cleared: user.cleared, shipped: false },
    draft: {
      ...{ title: `${name} · ${number}`.slice(0, 160), description: '', type, severity, defectId: null },
      affectedQuantity: Math.max(1, Math.min(affected, subject.most ?? affected)),
      characteristic: name,
      requirement: limits.length === 0 ? '' : `${limits.join(', ')} ${measure}`.trim(),
      measured: wrong?.value == null ? '' : `${wrong.value} ${measure}`.trim(),
      ...{ assigneeId: null, dueAt: null, customerVisible: false },
    },
  });
  return id;
}

export async function giveUp(
  context: CallContext,
  { params, body: { reason } }: CallArguments<typeof voidInspection>,
): Promise<Inspection> {
  const { facilityId, user } = context;
  await context.write(async (unit) => {
    const locked = await lockOpen(context, unit, params.id);
    await inspectionDb(unit)
      .updateTable('lot_inspection')
      .set({ state: 'VOID', note: reason, finished_at: new Date(), finished_by: user.userId })
      .where('id', '=', locked.id)
      .execute();
    await unit.audit({ action: 'inspection.void', ...objectOf(locked, facilityId), after: { reason } });
    await told(context, unit, locked);
  });
  return readOne(context, params.id);
}

/** Open inspections of the part go on by tightened inspection, and so do those that begin after them. */
export async function resume(
  context: CallContext,
  { params, body: { reason } }: CallArguments<typeof resumeInspection>,
): Promise<Inspection> {
  const { facilityId } = context;
  await context.write(async (unit) => {
    const locked = await lockOpen(context, unit, params.id);
    if (!locked.switching?.discontinued) throw new CallError('NOT_POSSIBLE', say('notDiscontinued'));
    await sql`
      update lot_inspection i set switching = i.switching || '{"why": "RESUMED", "refused": 0, "of": 0, "discontinued": false}'
      from lot l where l.id = i.lot_id and i.plan_id = ${locked.planId} and i.state in ('OPEN', 'MEASURING')
        and i.switching ->> 'discontinued' = 'true' and ${samePart(locked.lotId)}
    `.execute(unit.db);
    await unit.audit({ action: 'inspection.resumed', ...objectOf(locked, facilityId), after: { reason } });
    await told(context, unit, locked);
  });
  return readOne(context, params.id);
}
