import type { Principal } from '@sinter/sdk/contract';
import { projectChanged } from '@sinter/sdk/contract/projects/events';
import type { projectEventKinds } from '@sinter/sdk/contract/projects/projects';
import type { NoticeAudience, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import type { OwnProject, Side } from './access.ts';

export interface Happening {
  what: (typeof projectEventKinds)[number];
  /** Of what every member sees: a person, a task. */
  subject?: string;
  to?: string;
  orderIds?: readonly number[];
  partIds?: readonly number[];
  fileIds?: readonly number[];
}

/** Writes down what the caller did to a project, and lets the browsers of its members look: `alsoTo` was one until now. */
export async function record(
  unit: Work,
  { userId }: Principal,
  project: Pick<OwnProject, 'id'>,
  { what, subject = '', to, orderIds, partIds, fileIds }: Happening,
  alsoTo: readonly number[] = [],
): Promise<void> {
  await sql`
    insert into project_history (project_id, user_id, what, subject, moved_to, order_id, part_id, file_id)
    select ${project.id}, ${userId}, ${what}, ${subject}, ${to ?? null}, order_id, part_id, file_id
    from unnest(${idsOrNothing(orderIds)}::bigint[], ${idsOrNothing(partIds)}::bigint[], ${idsOrNothing(fileIds)}::bigint[])
      as about (order_id, part_id, file_id)
  `.execute(unit.db);
  await sql`update project set updated_at = now() where id = ${project.id}`.execute(unit.db);
  const ids = orderIds ?? partIds ?? fileIds;
  await unit.audit({
    action: `project.${what.toLowerCase()}`,
    objectKind: 'PROJECT',
    objectId: String(project.id),
    ...((ids || to) && { after: { ...(ids && { ids }), ...(to && { to }) } }),
  });
  await announce(unit, project.id, alsoTo);
}

/** One row where it is about none of them. */
const idsOrNothing = (ids: readonly number[] | undefined): (number | null)[] => (ids ? [...ids] : [null]);

export async function announce(unit: Work, projectId: number, alsoTo: readonly number[] = []): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct user_id as id from project_member where project_id = ${projectId}
  `.execute(unit.db);
  const userIds = [...new Set([...rows.map(({ id }) => id), ...alsoTo])];
  await unit.emit(projectChanged, { projectId }, { userIds });
}

/** These people of a project's side, as notices name them. */
export const placeOfSide = (
  { facilityId, companyId }: Pick<OwnProject, 'facilityId' | 'companyId'>,
  side: Side,
  people: readonly number[],
): NoticeAudience => ({
  place: side === 'FACILITY' ? { facilityId, companyId: null } : { facilityId: null, companyId },
  people,
});
