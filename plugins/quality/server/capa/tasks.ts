import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import {
  mostCapaTasks,
  type addCapaTask,
  type Capa,
  type endCapaTaskLink,
  type finishCapaTask,
  type linkCapaTask,
  type removeCapaTask,
  type updateCapaTask,
} from '@sinter/sdk/contract/quality/capas';
import { guestLinks, wrongField, type CallContext, type Work } from '@sinter/sdk/server';
import { say } from '../texts.ts';
import { followClock } from './clock.ts';
import { requirePerson } from './people.ts';
import { tellAssigned } from './notices.ts';
import { detail, guestKind } from './read.ts';
import { lockCapa, record, type LockedCapa } from './record.ts';
import { capaTasks, type TaskRow } from './rows.ts';
import { capaDb } from './tables.ts';

type Given = CallArguments<typeof addCapaTask>['body'];

async function requireDoer(context: CallContext, { ownerId, supplier }: Pick<Given, 'ownerId' | 'supplier'>) {
  if (ownerId !== null && supplier !== '') throw wrongField('supplier', say('capaOneDoer'));
  await requirePerson(context, 'ownerId', ownerId);
}

export async function add(context: CallContext, { params, body }: CallArguments<typeof addCapaTask>): Promise<Capa> {
  const { eventId, ownerId, dueOn, ...asked } = body;
  await context.write(async (unit) => {
    const capa = await lockCapa(unit, context.facilityId, params.id);
    await requireDoer(context, body);
    const tasks = await capaTasks(unit.db, capa.id);
    const made = await capaDb(unit)
      .insertInto('capa_task')
      .values({ ...asked, capa_id: capa.id, owner_id: ownerId, due_on: dueOn, event_id: eventId })
      .onConflict((conflict) => conflict.columns(['capa_id', 'event_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) return;
    if (tasks.length >= mostCapaTasks) throw new CallError('CONFLICT', say('capaTooMany', { most: mostCapaTasks }));
    await record(unit, context.user.userId, capa, { what: 'TASK_ADDED', subject: body.title });
    await tellAssigned(unit, context.user.userId, { ...capa, taskId: made.id, ownerId, before: null });
    await followClock(unit, capa.id);
  });
  return detail(context, params.id);
}

interface LockedTask {
  capa: LockedCapa;
  task: TaskRow;
}

async function lockTask(context: CallContext, unit: Work, params: { id: number; taskId: number }): Promise<LockedTask> {
  const capa = await lockCapa(unit, context.facilityId, params.id);
  const task = (await capaTasks(unit.db, capa.id)).find(({ id }) => id === params.taskId);
  if (!task) throw new CallError('NOT_FOUND');
  return { capa, task };
}

/** Throws TRANSITION_REFUSED for one that is done. */
async function lockOpenTask(context: CallContext, unit: Work, params: { id: number; taskId: number }) {
  const locked = await lockTask(context, unit, params);
  if (locked.task.doneAt !== null) throw new CallError('TRANSITION_REFUSED', say('capaTaskDone'));
  return locked;
}

export async function update(
  context: CallContext,
  { params, body }: CallArguments<typeof updateCapaTask>,
): Promise<Capa> {
  const { version, ownerId, dueOn, ...asked } = body;
  await context.write(async (unit) => {
    const { capa, task } = await lockOpenTask(context, unit, params);
    if (task.version !== version) throw new CallError('CHANGED');
    await requireDoer(context, body);
    await capaDb(unit)
      .updateTable('capa_task')
      .set({ ...asked, owner_id: ownerId, due_on: dueOn, version: version + 1 })
      .where('id', '=', task.id)
      .execute();
    if (body.supplier === '') await context.get(guestLinks).end(unit, guestKind, task.id);
    await record(unit, context.user.userId, capa, { what: 'TASK_CHANGED', subject: body.title });
    await tellAssigned(unit, context.user.userId, { ...capa, taskId: task.id, ownerId, before: task.ownerId });
    await followClock(unit, capa.id);
  });
  return detail(context, params.id);
}

export async function remove(context: CallContext, { params }: CallArguments<typeof removeCapaTask>): Promise<Capa> {
  await context.write(async (unit) => {
    const { capa, task } = await lockOpenTask(context, unit, params);
    await context.get(guestLinks).end(unit, guestKind, task.id);
    await capaDb(unit).deleteFrom('capa_task').where('id', '=', task.id).execute();
    await record(unit, context.user.userId, capa, { what: 'TASK_REMOVED', subject: task.title });
  });
  return detail(context, params.id);
}

export async function finish(
  context: CallContext,
  { params, body }: CallArguments<typeof finishCapaTask>,
): Promise<Capa> {
  const { userId } = context.user;
  await context.write(async (unit) => {
    const { capa, task } = await lockTask(context, unit, params);
    if (task.ownerId !== userId && capa.ownerId !== userId) throw new CallError('FORBIDDEN', say('capaNotYours'));
    if ((task.doneAt !== null) === body.done) return;
    await capaDb(unit)
      .updateTable('capa_task')
      .set({
        ...(body.done && { result: body.result }),
        ...{ done_at: body.done ? new Date() : null, done_by_id: body.done ? userId : null, done_by: '' },
        version: task.version + 1,
      })
      .where('id', '=', task.id)
      .execute();
    if (body.done) await context.get(guestLinks).end(unit, guestKind, task.id);
    await record(unit, userId, capa, { what: body.done ? 'TASK_DONE' : 'TASK_REOPENED', subject: task.title });
    await followClock(unit, capa.id);
  });
  return detail(context, params.id);
}

export function link(
  context: CallContext,
  { params, body }: CallArguments<typeof linkCapaTask>,
): Promise<CallResult<typeof linkCapaTask>> {
  const { userId } = context.user;
  return context.write(async (unit) => {
    const { capa, task } = await lockOpenTask(context, unit, params);
    if (task.supplier === '') throw new CallError('NOT_POSSIBLE', say('capaNoSupplier'));
    const made = { kind: guestKind, subjectId: task.id, userId, days: body.days };
    const { url, until } = await context.get(guestLinks).make(unit, made);
    await record(unit, userId, capa, { what: 'LINK_MADE', subject: task.title });
    return { url, until: until.toISOString() };
  });
}

export async function endLink(context: CallContext, { params }: CallArguments<typeof endCapaTaskLink>): Promise<Capa> {
  await context.write(async (unit) => {
    const { capa, task } = await lockTask(context, unit, params);
    await context.get(guestLinks).end(unit, guestKind, task.id);
    await record(unit, context.user.userId, capa, { what: 'LINK_ENDED', subject: task.title });
  });
  return detail(context, params.id);
}
