import { CallError } from '@sinter/sdk/contract';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { statusGroups } from '@sinter/sdk/contract/orders/orders';
import { lotChanged, lotStateSchema, lotStepsMoved, stepStatusSchema } from '@sinter/sdk/contract/production/lots';
import { stepKindSchema, type CatalogStep } from '@sinter/sdk/contract/production/mes';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { productionDb } from '../tables.ts';
import { say } from '../texts.ts';
import { settle } from '../../shared/steps/settle.ts';
import { nextNumber, numberOfLot } from './number.ts';
import { keptAnswerSchema, type Lot, type Step } from './types.ts';

const rowSchema = z.object({
  id: z.number(),
  number: z.string(),
  facilityId: z.number(),
  orderId: z.number(),
  orderFileId: z.number(),
  jobId: z.number().nullable(),
  jobFileId: z.number().nullable(),
  quantity: z.number(),
  state: lotStateSchema,
  heldFor: z.string().nullable(),
  version: z.number(),
  controlled: z.boolean(),
});
export const stepSchema = z.object({
  position: z.number(),
  step: z.string(),
  name: z.string(),
  kind: stepKindSchema,
  workCenter: z.string(),
  status: stepStatusSchema,
  heldFrom: stepStatusSchema.nullable(),
  joined: z.number(),
  received: z.number(),
  good: z.number(),
  scrap: z.number(),
  rework: z.number(),
  moved: z.number(),
  answers: z.array(keptAnswerSchema),
  startedAt: z.date().nullable(),
  startedBy: z.number().nullable(),
  finishedAt: z.date().nullable(),
  since: z.date(),
});

/** Lots by id, in the order of their ids, which all who lock several keep. Those that there are not are left out. */
export async function lockLots(unit: Work, ids: readonly number[]): Promise<Lot[]> {
  const { rows } = await sql`
    select l.id, ${numberOfLot} as number, l.facility_id as "facilityId", l.order_id as "orderId", l.order_file_id as "orderFileId",
      l.job_id as "jobId", l.job_file_id as "jobFileId", l.quantity, l.state, l.held_for as "heldFor", l.version,
      ${orderIsControlled} as controlled
    from lot l join rfq_order o on o.id = l.order_id
    where l.id = any(${[...ids]}::bigint[]) and l.state <> 'LEGACY' order by l.id for update of l
  `.execute(unit.db);
  const { rows: steps } = await sql`
    select lot_id as "lotId", position, step, name, kind, work_center as "workCenter", status, held_from as "heldFrom",
      joined, received, good, scrap, rework, moved, answers, started_at as "startedAt", started_by as "startedBy",
      finished_at as "finishedAt", since
    from lot_step where lot_id = any(${[...ids]}::bigint[]) order by lot_id, position
  `.execute(unit.db);
  const all = z.array(stepSchema.extend({ lotId: z.number() })).parse(steps);
  return z
    .array(rowSchema)
    .parse(rows)
    .map((lot) => ({
      ...lot,
      steps: all.filter(({ lotId }) => lotId === lot.id).map(({ lotId: _lot, ...step }) => step),
    }));
}

/** Writes a changed lot: first what follows from its pieces, then its rows; open pages hear. */
export async function saveLot(unit: Work, lot: Lot, streaming: boolean, how?: 'SPLIT'): Promise<void> {
  settle(lot, streaming);
  const db = productionDb(unit);
  const before = await db
    .selectFrom('lot_step')
    .innerJoin('lot', 'lot.id', 'lot_step.lot_id')
    .select(['lot.state', 'lot_step.position', 'lot_step.status', 'lot_step.scrap'])
    .where('lot.id', '=', lot.id)
    .execute();
  const isNew = lot.version === 1;
  lot.version += 1;
  await db
    .updateTable('lot')
    .set({
      state: lot.state,
      held_for: lot.heldFor,
      quantity: lot.quantity,
      job_id: lot.jobId,
      version: lot.version,
      changed_at: new Date(),
    })
    .where('id', '=', lot.id)
    .execute();
  for (const step of lot.steps) {
    await db
      .updateTable('lot_step')
      .set(rowOf(step))
      .where('lot_id', '=', lot.id)
      .where('position', '=', step.position)
      .execute();
  }
  const subject = { lotId: lot.id, orderId: lot.orderId };
  const audience = { facilityIds: [lot.facilityId], controlled: lot.controlled };
  const scrapOf = (steps: readonly { scrap: number }[]) => steps.reduce((sum, { scrap }) => sum + scrap, 0);
  const what = [
    ...(isNew ? ['CREATED' as const] : []),
    ...(how ? [how] : []),
    ...(lot.state === 'MERGED' && before[0]?.state !== 'MERGED' ? ['MERGED' as const] : []),
    ...(scrapOf(lot.steps) > scrapOf(before) ? ['SCRAPPED' as const] : []),
  ];
  await unit.emit(lotChanged, { ...subject, ...(what.length > 0 && { what }) }, audience);
  const statuses = new Map(before.map(({ position, status }) => [position, status]));
  const steps = lot.steps.flatMap(({ position, status }) => {
    const until = statuses.get(position);
    return until === undefined || until === status ? [] : [{ position, before: until, status }];
  });
  if (steps.length > 0) await unit.emit(lotStepsMoved, { ...subject, steps }, audience);
}

const rowOf = (step: Step) => ({
  status: step.status,
  held_from: step.heldFrom,
  joined: step.joined,
  received: step.received,
  good: step.good,
  scrap: step.scrap,
  rework: step.rework,
  moved: step.moved,
  answers: JSON.stringify(step.answers),
  started_at: step.startedAt,
  started_by: step.startedBy,
  finished_at: step.finishedAt,
  since: step.since,
});

export interface NewLot {
  /** Of the facility's settings: how it is numbered. */
  pattern: string;
  facilityId: number;
  orderId: number;
  orderFileId: number;
  jobId: number | null;
  jobFileId: number | null;
  quantity: number;
  controlled: boolean;
  /** In the order of the workplan; each keeps its place there. */
  steps: readonly { position: number; step: CatalogStep }[];
}

/** A lot that nothing has happened to: all of its steps wait. */
export async function insertLot(unit: Work, { steps, controlled, pattern, ...lot }: NewLot): Promise<Lot> {
  const db = productionDb(unit);
  const number = await nextNumber(unit, lot.facilityId, pattern);
  const { id } = await db
    .insertInto('lot')
    .values({
      facility_id: lot.facilityId,
      order_id: lot.orderId,
      order_file_id: lot.orderFileId,
      job_id: lot.jobId,
      job_file_id: lot.jobFileId,
      quantity: lot.quantity,
      number,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const made = steps.map(({ position, step }): Step => newStep(position, step));
  for (const step of made) {
    await db
      .insertInto('lot_step')
      .values({
        lot_id: id,
        position: step.position,
        facility_id: lot.facilityId,
        step: step.step,
        name: step.name,
        kind: step.kind,
        work_center: step.workCenter,
        ...rowOf(step),
      })
      .execute();
  }
  return {
    ...lot,
    id,
    number: number ?? String(id),
    state: 'OPEN',
    heldFor: null,
    version: 1,
    controlled,
    steps: made,
  };
}

const newStep = (position: number, { key, name, kind, workCenter }: CatalogStep): Step => ({
  position,
  step: key,
  name,
  kind,
  workCenter,
  status: 'NOT_READY',
  heldFrom: null,
  joined: 0,
  received: 0,
  good: 0,
  scrap: 0,
  rework: 0,
  moved: 0,
  answers: [],
  startedAt: null,
  startedBy: null,
  finishedAt: null,
  since: new Date(),
});

/** A lot that somebody is about to change, with others of it if they are named. Throws NOT_FOUND for what the caller may not see. */
export async function lockFor(context: CallContext, unit: Work, ids: readonly number[]): Promise<Lot[]> {
  const { facilityId, user } = context;
  const lots = await lockLots(unit, ids);
  const seen = lots.filter((lot) => lot.facilityId === facilityId && (!lot.controlled || user.cleared));
  if (seen.length < new Set(ids).size) throw new CallError('NOT_FOUND');
  for (const orderId of new Set(seen.map((lot) => lot.orderId))) await requireRunning(unit, facilityId, orderId);
  return seen;
}

/** Throws CONFLICT unless the facility makes the order now: on hold, shipped or cancelled nothing of it moves. */
export async function requireRunning(unit: Work, facilityId: number, orderId: number): Promise<void> {
  const match = await unit.db
    .selectFrom('rfq_match')
    .select('status')
    .where('order_id', '=', orderId)
    .where('facility_id', '=', facilityId)
    .where('status', 'in', statusGroups.AWARDED)
    .executeTakeFirst();
  if (!match) throw new CallError('CONFLICT', say('orderStands', { order: String(orderId) }));
}

/** True when this request was carried out before; remembers it otherwise. */
export async function wasDone(context: CallContext, unit: Work, lotId: number, eventId: string): Promise<boolean> {
  const row = await productionDb(unit)
    .insertInto('lot_event')
    .values({
      event_id: eventId,
      facility_id: context.facilityId,
      user_id: context.user.userId,
      lot_id: lotId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return row === undefined;
}

/** Throws NOT_FOUND for a step that there is not. */
export function stepAt(lot: Lot, position: number): Step {
  const step = lot.steps.find((each) => each.position === position);
  if (!step) throw new CallError('NOT_FOUND');
  return step;
}
