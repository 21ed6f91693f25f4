import type { Principal, Sentence } from '@sinter/sdk/contract';
import { defineNotice, type NoticeSubject, type SeenSubject } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod';
import { ownProjects } from './access.ts';
import { say } from './texts.ts';

/** Where this person finds a project. */
export function pathOf(viewer: Pick<Principal, 'role' | 'storeFront'>, projectId: number): string {
  if (viewer.role === 'ROLE_SERVICE_PROVIDER') return `/service-provider/projects/${projectId}`;
  return viewer.storeFront ? `/projects/${projectId}` : `/engineer/projects/${projectId}`;
}

interface About {
  id: number;
  projectId: number;
  name: string;
}

const subjectOf = (
  query: (viewer: Principal, ids: readonly number[]) => RawBuilder<About>,
  tab: string,
): NoticeSubject => ({
  async seen(db, viewer, ids) {
    const { rows } = await query(viewer, ids).execute(db);
    return new Map(
      rows.map(({ id, projectId, name }): [number, SeenSubject] => [
        id,
        { name, link: `${pathOf(viewer, projectId)}${tab}`, controlled: false },
      ]),
    );
  },
  withheld: say('toldWithheld'),
});

const aProject = subjectOf(
  (viewer, ids) => sql`
    select p.id, p.id as "projectId", p.name from ${ownProjects(viewer)} where p.id = any(${[...ids]}::bigint[])`,
  '',
);
const aTask = subjectOf(
  (viewer, ids) => sql`
    select k.id, p.id as "projectId", k.title as name from ${ownProjects(viewer)} join project_task k on k.project_id = p.id
    where k.id = any(${[...ids]}::bigint[]) and k.removed_at is null`,
  '?tab=tasks',
);

const params = z.object({ by: z.string() });
type Words = (given: { by: string; subject: string }) => Sentence;
const define = (id: string, subject: NoticeSubject, title: Sentence, says: Words) =>
  defineNotice({
    ...{ id: `projects.${id}`, subject, title, says, params, mail: true },
    category: { id: 'projects', title: say('toldProjects') },
  });

/** Everything that people are told of projects. */
export const kinds = {
  added: define('added', aProject, say('tellAdded'), (it) => say('toldAdded', it)),
  assigned: define('assigned', aTask, say('tellAssigned'), (it) => say('toldAssigned', it)),
  dueSoon: define('dueSoon', aTask, say('tellDueSoon'), ({ subject }) => say('toldDueSoon', { subject })),
  overdue: define('overdue', aTask, say('tellOverdue'), ({ subject }) => say('toldOverdue', { subject })),
};
