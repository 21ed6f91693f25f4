import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type {
  addProjectMember,
  changeProjectMember,
  listCandidates,
  removeProjectMember,
} from '@sinter/sdk/contract/projects/members';
import type { Project, ProjectRole } from '@sinter/sdk/contract/projects/projects';
import { members, type CallContext, type MemberRecord, type Work } from '@sinter/sdk/server';
import { sql, type QueryExecutorProvider } from 'kysely';
import { lockProject, mayDo, requireProject, sideOf, type OwnProject, type Side } from './access.ts';
import { fullName, tellAdded } from './partners.ts';
import { detail, nameOf, seenOrders } from './read.ts';
import { placeOfSide, record } from './record.ts';
import { say } from './texts.ts';

type Candidate = CallResult<typeof listCandidates>[number];
const sideFor = (role: Candidate['side']): Side => sideOf({ role });

export async function candidates(
  context: CallContext,
  { params, query }: CallArguments<typeof listCandidates>,
): Promise<Candidate[]> {
  const { db, user } = context;
  const project = await requireProject(db, user, params.id);
  if (!mayDo(project.role, 'EDIT')) throw new CallError('FORBIDDEN');
  const { rows: present } = await sql<{ userId: number; side: Side }>`
    select user_id as "userId", side from project_member where project_id = ${project.id}
  `.execute(db);
  const words = query.search.trim().toLowerCase();
  const known = [
    ...(await colleagues(context)),
    ...(mayDo(project.role, 'OWN') ? await customers(context, db, project) : []),
  ];
  return known
    .filter(({ userId, side }) => !present.some((one) => one.userId === userId && one.side === sideFor(side)))
    .filter(({ name }) => name.toLowerCase().includes(words))
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .slice(0, 20);
}

/** So many people of a place are looked through. */
const most = 1000;

async function colleagues(context: CallContext): Promise<Candidate[]> {
  const { user, db } = context;
  const { facilityId, companyId } = user;
  const team = await context.get(members).inTeam(db, { facilityId, companyId }, 'OWN', most);
  return team
    .filter((one) => one.facilityId === facilityId && one.companyId === companyId && worksThere(one))
    .map(({ userId, firstName, lastName }) => ({ userId, name: `${firstName} ${lastName}`.trim(), side: user.role }));
}

/** Not the account of a kiosk. */
export const worksThere = ({ enabled, accountEnabled, rights }: MemberRecord): boolean =>
  enabled && accountEnabled && rights.memberRoles.some((role) => role !== 'LOT_USER');

/** Those of the customer who placed an order that the caller sees; of a facility, a buyer knows nobody. */
async function customers(
  context: CallContext,
  db: QueryExecutorProvider,
  { companyId }: OwnProject,
): Promise<Candidate[]> {
  if (sideOf(context.user) === 'COMPANY' || companyId === null) return [];
  const { rows } = await sql<{ userId: number; name: string }>`
    select distinct u.id as "userId", ${nameOf('u')} as name from ${seenOrders(context)} o join app_user u on u.id = o.created_by
    where o.company_id = ${companyId} limit ${most}
  `.execute(db);
  return rows.map((row) => ({ ...row, side: 'ROLE_ENGINEER' as const }));
}

export async function add(
  context: CallContext,
  { params, body }: CallArguments<typeof addProjectMember>,
): Promise<Project> {
  const { user } = context;
  const side = sideFor(body.side);
  await context.write(async (unit) => {
    const project = await lockProject(unit, user, params.id, 'EDIT');
    const isOwn = side === sideOf(user);
    if (project.role !== 'OWNER' && (!isOwn || body.role === 'OWNER')) throw new CallError('FORBIDDEN');
    await requireAtWork(context, unit, project, side, body.userId);
    if (!isOwn) {
      const known = await customers(context, unit.db, project);
      if (!known.some(({ userId }) => userId === body.userId)) throw new CallError('NOT_FOUND');
    }
    await join(context, unit, project, { ...body, side });
  });
  return detail(context, params.id);
}

/** Throws NOT_FOUND for who does not work on this side of the project. */
async function requireAtWork(context: CallContext, unit: Work, project: OwnProject, side: Side, userId: number) {
  const places = await context.get(members).ofUser(unit.db, userId);
  const here = side === 'FACILITY' ? project.facilityId : project.companyId;
  const at = places.find((one) => here !== null && here === (side === 'FACILITY' ? one.facilityId : one.companyId));
  if (!at || !worksThere(at)) throw new CallError('NOT_FOUND');
}

/** Somebody who works on that side comes in, and is told so. */
export async function join(
  { user }: CallContext,
  unit: Work,
  project: OwnProject,
  { userId, side, role }: { userId: number; side: Side; role: ProjectRole },
): Promise<void> {
  const { rows } = await sql`
    insert into project_member (project_id, user_id, side, role) values (${project.id}, ${userId}, ${side}, ${role})
    on conflict do nothing returning user_id
  `.execute(unit.db);
  if (rows.length === 0) throw new CallError('CONFLICT', say('alreadyIn'));
  const subject = await fullName(unit.db, userId);
  await record(unit, user, project, { what: 'MEMBER_ADDED', subject, to: role });
  await tellAdded(unit, user, project.id, [placeOfSide(project, side, [userId])]);
}

export async function change(
  context: CallContext,
  { params, body }: CallArguments<typeof changeProjectMember>,
): Promise<Project> {
  const { user } = context;
  const side = sideFor(params.side);
  await context.write(async (unit) => {
    const project = await lockProject(unit, user, params.id, 'OWN');
    const { rows } = await sql`
      update project_member set role = ${body.role} where project_id = ${project.id} and user_id = ${params.userId} and side = ${side}
      returning user_id
    `.execute(unit.db);
    if (rows.length === 0) throw new CallError('NOT_FOUND');
    await requireOwner(unit, project);
    const subject = await fullName(unit.db, params.userId);
    await record(unit, user, project, { what: 'MEMBER_CHANGED', subject, to: body.role });
  });
  return detail(context, params.id);
}

export async function remove(
  context: CallContext,
  { params }: CallArguments<typeof removeProjectMember>,
): Promise<{ success: 'true' }> {
  const { user } = context;
  const side = sideFor(params.side);
  const leaves = params.userId === user.userId && side === sideOf(user);
  await context.write(async (unit) => {
    const project = await lockProject(unit, user, params.id, leaves ? 'READ' : 'OWN', { evenClosed: leaves });
    const { rows } = await sql`
      delete from project_member where project_id = ${project.id} and user_id = ${params.userId} and side = ${side}
      returning user_id
    `.execute(unit.db);
    if (rows.length === 0) throw new CallError('NOT_FOUND');
    await requireOwner(unit, project);
    await sql`
      update project_task set assignee_id = null, version = version + 1
      where project_id = ${project.id} and assignee_id = ${params.userId} and not exists (
        select from project_member where project_id = ${project.id} and user_id = ${params.userId})
    `.execute(unit.db);
    const subject = await fullName(unit.db, params.userId);
    await record(unit, user, project, { what: 'MEMBER_REMOVED', subject }, [params.userId]);
  });
  return { success: 'true' };
}

/** Throws CONFLICT where nobody is left who may do everything. */
async function requireOwner(unit: Work, { id }: OwnProject): Promise<void> {
  const { rows } = await sql`
    select 1 from project_member where project_id = ${id} and role = 'OWNER' limit 1
  `.execute(unit.db);
  if (rows.length === 0) throw new CallError('CONFLICT', say('lastOwner'));
}
