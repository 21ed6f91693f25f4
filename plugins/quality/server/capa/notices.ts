import type { Principal, Sentence } from '@sinter/sdk/contract';
import { defineNotice, type NoticeSubject, type SeenSubject, type Work } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod';
import { say } from '../texts.ts';
import { nameOf } from './rows.ts';

interface About {
  id: number;
  capaId: number;
  name: string;
}

const may = (viewer: Principal): boolean =>
  viewer.role === 'ROLE_SERVICE_PROVIDER' && viewer.permissions.includes('QUALITY_MANAGEMENT_ACCESS');

const subjectOf = (query: (facilityId: number | null, ids: readonly number[]) => RawBuilder<About>): NoticeSubject => ({
  async seen(db, viewer, ids) {
    if (!may(viewer)) return new Map();
    const { rows } = await query(viewer.facilityId, ids).execute(db);
    return new Map(
      rows.map(({ id, capaId, name }): [number, SeenSubject] => [
        id,
        { name, link: `/service-provider/quality-management/capa/${capaId}`, controlled: false },
      ]),
    );
  },
  withheld: say('toldCapaWithheld'),
});

const aCapa = subjectOf(
  (facilityId, ids) => sql`
    select c.id, c.id as "capaId", c.number || ' ' || c.title as name from capa c
    where c.facility_id = ${facilityId} and c.id = any(${[...ids]}::bigint[])`,
);
const aTask = subjectOf(
  (facilityId, ids) => sql`
    select k.id, c.id as "capaId", k.title || ' (' || c.number || ')' as name from capa c join capa_task k on k.capa_id = c.id
    where c.facility_id = ${facilityId} and k.id = any(${[...ids]}::bigint[])`,
);

const params = z.object({ by: z.string() });
type Words = (given: { by: string; subject: string }) => Sentence;
const define = (id: string, subject: NoticeSubject, title: Sentence, says: Words) =>
  defineNotice({
    ...{ id: `quality.${id}`, subject, title, says, params, mail: true, roles: ['ROLE_SERVICE_PROVIDER'] },
    category: { id: 'quality', title: say('toldQuality') },
  });

/** Everything that people are told of corrective actions. */
export const capaNotices = {
  owner: define('capaOwner', aCapa, say('tellCapaOwner'), (it) => say('toldCapaOwner', it)),
  task: define('capaTask', aTask, say('tellCapaTask'), (it) => say('toldCapaTask', it)),
  answered: define('capaAnswered', aTask, say('tellCapaAnswered'), (it) => say('toldCapaAnswered', it)),
  taskDue: define('capaTaskDue', aTask, say('tellCapaTaskDue'), ({ subject }) => say('toldCapaTaskDue', { subject })),
  due: define('capaDue', aCapa, say('tellCapaDue'), ({ subject }) => say('toldCapaDue', { subject })),
  check: define('capaCheck', aCapa, say('tellCapaCheck'), ({ subject }) => say('toldCapaCheck', { subject })),
};

async function fullName(unit: Work, userId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select ${nameOf('u')} as name from app_user u where u.id = ${userId}
  `.execute(unit.db);
  return rows[0]?.name ?? '';
}

const at = (facilityId: number, userId: number) => [{ place: { facilityId, companyId: null }, people: [userId] }];

interface Given {
  facilityId: number;
  ownerId: number | null;
  /** Whose it was. */
  before: number | null;
}

/** A corrective action was given to somebody. */
export async function tellOwner(unit: Work, by: number, { id, ...given }: Given & { id: number }): Promise<void> {
  const { facilityId, ownerId, before } = given;
  if (ownerId === null || ownerId === before) return;
  await unit.notify(capaNotices.owner, {
    ...{ subjectId: id, params: { by: await fullName(unit, by) }, by, to: at(facilityId, ownerId) },
    key: `capa ${id} owner ${ownerId} ${Date.now()}`,
  });
}

/** A task was given to somebody. */
export async function tellAssigned(unit: Work, by: number, { taskId, ...given }: Given & { taskId: number }) {
  const { facilityId, ownerId, before } = given;
  if (ownerId === null || ownerId === before) return;
  await unit.notify(capaNotices.task, {
    ...{ subjectId: taskId, params: { by: await fullName(unit, by) }, by, to: at(facilityId, ownerId) },
    key: `capa task ${taskId} ${ownerId} ${Date.now()}`,
  });
}

/** A supplier has answered. */
export async function tellAnswered(
  unit: Work,
  { taskId, facilityId, ownerId, by }: { taskId: number; facilityId: number; ownerId: number | null; by: string },
): Promise<void> {
  if (ownerId === null) return;
  await unit.notify(capaNotices.answered, {
    ...{ subjectId: taskId, params: { by }, by: null, to: at(facilityId, ownerId) },
    key: `capa task ${taskId} answered ${Date.now()}`,
  });
}

/** Somebody who is reminded of something on a day. */
export interface Due {
  kind: 'task' | 'capa' | 'check';
  /** Of the task, or the action. */
  subjectId: number;
  userId: number;
  facilityId: number;
  /** `YYYY-MM-DD` */
  on: string;
}

export async function tellDue(unit: Work, { kind, subjectId, userId, facilityId, on }: Due): Promise<void> {
  const notice = { task: capaNotices.taskDue, capa: capaNotices.due, check: capaNotices.check }[kind];
  await unit.notify(notice, {
    ...{ subjectId, params: { by: '' }, by: null, to: at(facilityId, userId) },
    key: `capa ${kind} ${subjectId} due ${on}`,
  });
}
