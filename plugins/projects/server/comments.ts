import { CallError } from '@sinter/sdk/contract';
import type { CommentSubjects, NamedSubject, Subject, SubjectReaders } from '@sinter/sdk/contract/comments/subjects';
import type { NoticeAudience } from '@sinter/sdk/server';
import { sql, type QueryExecutorProvider } from 'kysely';
import { isIn, ownProjects, requireProject } from './access.ts';
import { pathOf } from './notices.ts';
import { placeOfSide } from './record.ts';
import { say } from './texts.ts';

interface OfProject extends Subject {
  projectId: number;
  /** Of the task; empty for the project itself. */
  title: string;
}

/** Those that exist, with their projects. */
async function projectsOf(db: QueryExecutorProvider, of: readonly Subject[]): Promise<OfProject[]> {
  if (of.length === 0) return [];
  const idsOf = (kind: Subject['kind']) => of.filter((one) => one.kind === kind).map(({ id }) => id);
  const { rows } = await sql<OfProject>`
    select 'PROJECT' as kind, id, id as "projectId", '' as title from project where id = any(${idsOf('PROJECT')}::bigint[])
    union all
    select 'TASK', id, project_id, title from project_task where id = any(${idsOf('TASK')}::bigint[]) and removed_at is null
  `.execute(db);
  return rows;
}

interface Places {
  id: number;
  facilityId: number | null;
  companyId: number | null;
  members: { userId: number; side: 'FACILITY' | 'COMPANY' }[];
}

async function placesOf(db: QueryExecutorProvider, ids: readonly number[]): Promise<Places[]> {
  const { rows } = await sql<Places>`
    select p.id, p.facility_id as "facilityId", p.company_id as "companyId",
      (select coalesce(jsonb_agg(jsonb_build_object('userId', m.user_id, 'side', m.side)), '[]')
        from project_member m where m.project_id = p.id) as members
    from project p where p.id = any(${[...ids]}::bigint[])
  `.execute(db);
  return rows;
}

/** Projects and their tasks take messages, from their members. */
export const subjects: CommentSubjects = {
  kinds: ['PROJECT', 'TASK'],
  visibility: 'SHARED',

  async require({ db, user }, subject, to) {
    const [found] = await projectsOf(db, [subject]);
    const project = await requireProject(db, user, found?.projectId ?? 0);
    if (to === 'WRITE' && project.closed) throw new CallError('CONFLICT', say('closed'));
  },

  async readers(db, of) {
    const found = await projectsOf(db, of);
    const places = await placesOf(
      db,
      found.map(({ projectId }) => projectId),
    );
    return found.flatMap(({ projectId, kind, id }): SubjectReaders[] => {
      const project = places.find((one) => one.id === projectId);
      if (!project) return [];
      const { facilityId, companyId, members } = project;
      return [
        {
          subject: { kind, id },
          facilityIds: facilityId === null ? [] : [facilityId],
          companyIds: companyId === null ? [] : [companyId],
          creatorIds: [],
          controlled: false,
          onlyUserIds: members.map(({ userId }) => userId),
        },
      ];
    });
  },

  seen: (viewer, { kind, id }) => sql`(case ${kind}
    when 'PROJECT' then ${isIn(viewer, id)}
    when 'TASK' then ${isIn(viewer, sql`(select k.project_id from project_task k where k.id = ${id} and k.removed_at is null)`)}
    else false end)`,

  /** They are shown on the project's own screen. */
  family: () => Promise.resolve(null),

  async named(db, viewer, of) {
    const found = await projectsOf(db, of);
    const { rows } = await sql<{ id: number; name: string }>`
      select p.id, p.name from ${ownProjects(viewer)} where p.id = any(${found.map(({ projectId }) => projectId)}::bigint[])
    `.execute(db);
    return found.flatMap(({ projectId, kind, id, title }): NamedSubject[] => {
      const project = rows.find((one) => one.id === projectId);
      if (!project) return [];
      const isTask = kind === 'TASK';
      const link = `${pathOf(viewer, projectId)}?tab=${isTask ? `tasks&task=${id}` : 'messages'}`;
      return [{ subject: { kind, id }, name: isTask ? title : project.name, link, controlled: false }];
    });
  },

  async workers(db, subject) {
    const [found] = await projectsOf(db, [subject]);
    const [project] = await placesOf(db, found ? [found.projectId] : []);
    if (!project) return [];
    const onSide = (side: 'FACILITY' | 'COMPANY'): NoticeAudience[] => {
      const people = project.members.filter((one) => one.side === side).map(({ userId }) => userId);
      return people.length > 0 ? [placeOfSide(project, side, people)] : [];
    };
    return [...onSide('FACILITY'), ...onSide('COMPANY')];
  },

  async addressees(db, subject) {
    const [found] = await projectsOf(db, [subject]);
    const [project] = await placesOf(db, found ? [found.projectId] : []);
    return project?.facilityId == null ? [] : [project.facilityId];
  },
  isControlled: () => Promise.resolve(false),
  holdOpen: () => Promise.resolve(),
  pinnedFile: () => Promise.resolve(null),
  madeOf: () => Promise.resolve([]),
};
