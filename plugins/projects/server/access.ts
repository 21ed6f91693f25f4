import { CallError, type Principal } from '@sinter/sdk/contract';
import type { ProjectRole } from '@sinter/sdk/contract/projects/projects';
import type { Work } from '@sinter/sdk/server';
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { say } from './texts.ts';

/** Of a project or a member: the facility's or the buyer company's. */
export type Side = 'FACILITY' | 'COMPANY';

export const sideOf = ({ role }: Pick<Principal, 'role'>): Side =>
  role === 'ROLE_SERVICE_PROVIDER' ? 'FACILITY' : 'COMPANY';
export const roleOf = (side: Side): Principal['role'] =>
  side === 'FACILITY' ? 'ROLE_SERVICE_PROVIDER' : 'ROLE_ENGINEER';

/**
 * Projects `p` of which this person is a member where they are at work now, with what they are in it, `me`: for `from`.
 * A key of a whole account is nobody's.
 */
export const ownProjects = (viewer: Principal): RawBuilder<unknown> => sql`
  project p join project_member me on me.project_id = p.id and me.user_id = ${viewer.userId}
    and me.side = ${sideOf(viewer)} and ${viewer.via !== 'accountKey'}::boolean
    and ${viewer.role === 'ROLE_SERVICE_PROVIDER' ? sql`p.facility_id = ${viewer.facilityId}` : sql`p.company_id = ${viewer.companyId}`}`;

/** Whether this person is a member of the project with this id: a condition. */
export const isIn = (viewer: Principal, projectId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from ${ownProjects(viewer)} where p.id = ${projectId})`;

/** A project as its member meets it. */
export interface OwnProject {
  id: number;
  name: string;
  facilityId: number | null;
  companyId: number | null;
  version: number;
  closed: boolean;
  role: ProjectRole;
}

const columns = sql`p.id, p.name, p.facility_id as "facilityId", p.company_id as "companyId", p.version,
  p.closed_at is not null as closed, me.role`;

/** Throws NOT_FOUND for one that does not exist or that the caller is not in; the two look the same. */
export async function requireProject(db: QueryExecutorProvider, viewer: Principal, id: number): Promise<OwnProject> {
  const { rows } = await sql<OwnProject>`
    select ${columns} from ${ownProjects(viewer)} where p.id = ${id}
  `.execute(db);
  return found(rows);
}

/** EDIT: what is in it. OWN: what it is and who is in it. */
type Need = 'READ' | 'EDIT' | 'OWN';

/**
 * The same, and until the transaction ends nobody else changes it. Throws FORBIDDEN where the caller may only look, and
 * CONFLICT where it is closed.
 */
export async function lockProject(
  unit: Work,
  viewer: Principal,
  id: number,
  need: Need,
  { evenClosed = false } = {},
): Promise<OwnProject> {
  const { rows } = await sql<OwnProject>`
    select ${columns} from ${ownProjects(viewer)} where p.id = ${id} for update of p
  `.execute(unit.db);
  const project = found(rows);
  if (!mayDo(project.role, need)) throw new CallError('FORBIDDEN');
  if (project.closed && !evenClosed) throw new CallError('CONFLICT', say('closed'));
  return project;
}

export const mayDo = (role: ProjectRole, need: Need): boolean =>
  need === 'READ' || role === 'OWNER' || (need === 'EDIT' && role === 'EDITOR');

function found([project]: readonly OwnProject[]): OwnProject {
  if (!project) throw new CallError('NOT_FOUND');
  return project;
}
