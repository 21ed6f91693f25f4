import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { orderProduction } from '@sinter/sdk/contract/orders/production';
import {
  mostPlanned,
  type changePlannedBuild,
  type changePlannedPieces,
  type discardPlannedBuild,
  type lockPlannedBuild,
  type mergePlannedBuild,
  type movePlannedPieces,
  type planBuild,
  type PlannedDetail,
} from '@sinter/sdk/contract/production/planning';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { say } from '../texts.ts';
import { changeBuilds } from './change.ts';
import { machinesOf, type Machine } from './machines.ts';
import { put, requireOnce, take } from './pieces.ts';
import { detailOf } from './rows.ts';
import { planningDb } from './tables.ts';
import type { Draft, Planning } from './types.ts';

export async function plan(context: CallContext, { body }: CallArguments<typeof planBuild>): Promise<PlannedDetail> {
  requireOnce(body.pieces);
  const made = await madeBefore(context, body.eventId);
  if (made !== null) return detailOf(context, context, made);
  return changeBuilds(context, { what: 'CREATE', seen: [] }, async (planning) => {
    const draft = await newDraft(planning, {
      eventId: body.eventId,
      name: body.name,
      equipmentId: body.equipmentId,
      ...(await madeOf(context, planning.unit, body.pieces[0]?.orderFileId ?? 0)),
    });
    put(draft, body.pieces);
    return draft;
  });
}

async function madeBefore({ db, facilityId }: CallContext, eventId: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from planned_build where facility_id = ${facilityId} and event_id = ${eventId}
  `.execute(db);
  return rows[0]?.id ?? null;
}

interface Made {
  processId: number;
  materialId: number;
}

/** The process and the material of a part of the facility. */
async function madeOf(context: CallContext, unit: Work, orderFileId: number): Promise<Made> {
  await context.get(orderProduction).requireAwarded(unit, context.facilityId, [orderFileId]);
  const row = await unit.db
    .selectFrom('rfq_order_file')
    .select(['am_process_id as processId', 'material_id as materialId'])
    .where('id', '=', orderFileId)
    .executeTakeFirst();
  if (!row) throw new CallError('NOT_FOUND');
  return row;
}

interface Wanted extends Made {
  eventId: string;
  name: string;
  equipmentId: number | undefined;
}

async function newDraft({ context, unit, drafts, before }: Planning, wanted: Wanted): Promise<Draft> {
  const { facilityId } = context;
  const { eventId, processId, materialId } = wanted;
  await requireRoom(unit, facilityId);
  const machine = await machineFor(unit, facilityId, wanted, wanted.equipmentId);
  const { id } = await planningDb(unit)
    .insertInto('planned_build')
    .values({
      ...{ facility_id: facilityId, name: wanted.name, equipment_id: machine.id, event_id: eventId },
      ...{ am_process_id: processId, material_id: materialId },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const draft: Draft = {
    id,
    name: wanted.name === '' ? `${machine.name} #${id}` : wanted.name,
    equipmentId: machine.id,
    processId,
    materialId,
    status: 'DRAFT',
    locked: false,
    version: 1,
    mergedIntoId: null,
    pieces: new Map(),
  };
  drafts.set(id, draft);
  before.set(id, null);
  return draft;
}

async function requireRoom(unit: Work, facilityId: number): Promise<void> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from planned_build where facility_id = ${facilityId} and status = 'DRAFT'
  `.execute(unit.db);
  if ((rows[0]?.open ?? 0) >= mostPlanned) throw new CallError('CONFLICT', say('planMany', { most: mostPlanned }));
}

/** The one that was asked for, or the one with the fewest planned builds. */
async function machineFor(
  unit: Work,
  facilityId: number,
  { processId, materialId }: Made,
  asked: number | undefined,
): Promise<Machine> {
  const machines = await machinesOf(unit, facilityId);
  const builds = (machine: Machine) => machine.processId === processId && machine.materialIds.includes(materialId);
  if (asked === undefined) {
    const found = machines.find(builds);
    if (!found) throw new CallError('CONFLICT', say('planNoMachine'));
    return found;
  }
  const machine = machines.find(({ id }) => id === asked);
  const refuse = (text: ReturnType<typeof say>) =>
    new CallError('INVALID_INPUT', text, { fields: { equipmentId: text } });
  if (!machine) throw refuse(say('nestNoMachine'));
  if (!builds(machine)) throw refuse(say('planNotThisMachine', { machine: machine.name }));
  return machine;
}

const theOne = ({ drafts }: Planning, id: number): Draft => {
  const draft = drafts.get(id);
  if (!draft) throw new CallError('NOT_FOUND');
  return draft;
};

export const edit = (context: CallContext, { params: { id }, body }: CallArguments<typeof changePlannedBuild>) =>
  changeBuilds(context, { what: 'EDIT', seen: [{ id, version: body.version }] }, async (planning) => {
    const draft = theOne(planning, id);
    const machine = await machineFor(planning.unit, context.facilityId, draft, body.equipmentId);
    draft.name = body.name;
    draft.equipmentId = machine.id;
    return draft;
  });

export const changePieces = (
  context: CallContext,
  { params: { id }, body: { version, add, remove } }: CallArguments<typeof changePlannedPieces>,
) =>
  changeBuilds(context, { what: 'PIECES', seen: [{ id, version }] }, (planning) => {
    const draft = theOne(planning, id);
    requireOnce(add);
    requireOnce(remove);
    take(draft, remove);
    put(draft, add);
    return draft;
  });

export const move = (
  context: CallContext,
  { params: { id }, body: { version, into, pieces } }: CallArguments<typeof movePlannedPieces>,
) =>
  changeBuilds(
    context,
    { what: into ? 'MOVE' : 'SPLIT', seen: [{ id, version }, ...(into ? [into] : [])] },
    async (planning) => {
      if (into?.id === id) throw new CallError('CONFLICT', say('planItself'));
      requireOnce(pieces);
      const draft = theOne(planning, id);
      take(draft, pieces);
      const target = into ? theOne(planning, into.id) : await splitOff(planning, draft);
      put(target, pieces);
      return target;
    },
  );

const splitOff = (planning: Planning, { equipmentId, processId, materialId }: Draft): Promise<Draft> =>
  newDraft(planning, { eventId: randomUUID(), name: '', equipmentId, processId, materialId });

export const merge = (
  context: CallContext,
  { params: { id }, body: { version, into } }: CallArguments<typeof mergePlannedBuild>,
) =>
  changeBuilds(context, { what: 'MERGE', seen: [{ id, version }, into] }, (planning) => {
    if (into.id === id) throw new CallError('CONFLICT', say('planItself'));
    const [draft, target] = [theOne(planning, id), theOne(planning, into.id)];
    put(
      target,
      [...draft.pieces].map(([orderFileId, quantity]) => ({ orderFileId, quantity })),
    );
    draft.status = 'MERGED';
    draft.mergedIntoId = target.id;
    draft.pieces = new Map();
    return target;
  });

export const lock = (
  context: CallContext,
  { params: { id }, body: { version, locked } }: CallArguments<typeof lockPlannedBuild>,
) =>
  changeBuilds(context, { what: locked ? 'LOCK' : 'UNLOCK', seen: [{ id, version }], evenLocked: true }, (planning) => {
    const draft = theOne(planning, id);
    draft.locked = locked;
    return draft;
  });

export const discard = (
  context: CallContext,
  { params: { id }, body: { version } }: CallArguments<typeof discardPlannedBuild>,
) =>
  changeBuilds(context, { what: 'DISCARD', seen: [{ id, version }] }, (planning) => {
    const draft = theOne(planning, id);
    draft.status = 'DISCARDED';
    return draft;
  });
