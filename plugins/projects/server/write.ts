import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import type {
  cloneProject,
  closeProject,
  createProject,
  Project,
  updateProject,
} from '@sinter/sdk/contract/projects/projects';
import { wrongField, type CallContext, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { lockProject, requireProject, sideOf, type OwnProject } from './access.ts';
import { addLeading, requirePartner, tellAdded } from './partners.ts';
import { detail, seenParts } from './read.ts';
import { placeOfSide, record } from './record.ts';
import { followTasks } from './tasks.ts';
import { say } from './texts.ts';

type Details = CallArguments<typeof createProject>['body'];

/** Answers its id. */
export async function create(context: CallContext, { body }: CallArguments<typeof createProject>): Promise<Project> {
  const { user, db } = context;
  const side = sideOf(user);
  const { partnerId } = body;
  if (partnerId !== null) await requirePartner(context, db, partnerId);
  const id = await context.write(async (unit) => {
    const begun = await begin(context, unit, body);
    if (!begun.isNew) return begun.id;
    if (side === 'COMPANY' && partnerId !== null) await addLeading(context, unit, begun, partnerId);
    await saveBudget(context, unit, begun.id, body.budget);
    await record(unit, user, begun, { what: 'CREATED' });
    return begun.id;
  });
  return detail(context, id);
}

/** With the caller as its owner. The same `eventId` begins one. */
async function begin(
  { user }: CallContext,
  unit: Work,
  { eventId, name, description, targetDate, partnerId }: Details,
): Promise<{ id: number; isNew: boolean }> {
  const side = sideOf(user);
  const facilityId = side === 'FACILITY' ? user.facilityId : partnerId;
  const companyId = side === 'COMPANY' ? user.companyId : partnerId;
  const { rows } = await sql<{ id: number }>`
    insert into project (name, description, facility_id, company_id, target_on, created_by, event_id)
    values (${name}, ${description}, ${facilityId}, ${companyId}, ${targetDate}, ${user.userId}, ${eventId})
    on conflict (created_by, event_id) do nothing returning id
  `.execute(unit.db);
  const [made] = rows;
  if (!made) {
    const earlier = await sql<{ id: number }>`
      select id from project where created_by = ${user.userId} and event_id = ${eventId}
    `.execute(unit.db);
    const id = earlier.rows[0]?.id ?? 0;
    await requireProject(unit.db, user, id);
    return { id, isNew: false };
  }
  await sql`
    insert into project_member (project_id, user_id, side, role) values (${made.id}, ${user.userId}, ${side}, 'OWNER')
  `.execute(unit.db);
  return { id: made.id, isNew: true };
}

async function saveBudget(
  { user }: CallContext,
  unit: Work,
  projectId: number,
  budget: Details['budget'],
): Promise<void> {
  if (budget === undefined || !hasOrderRight(user.memberRoles, 'prices')) return;
  const side = sideOf(user);
  if (budget === null) {
    await sql`delete from project_budget where project_id = ${projectId} and side = ${side}`.execute(unit.db);
    return;
  }
  await sql`
    insert into project_budget (project_id, side, amount_minor, currency)
    values (${projectId}, ${side}, ${budget.amount}, ${budget.currency})
    on conflict (project_id, side) do update set amount_minor = excluded.amount_minor, currency = excluded.currency
  `.execute(unit.db);
}

export async function update(
  context: CallContext,
  { params, body }: CallArguments<typeof updateProject>,
): Promise<Project> {
  const { user } = context;
  await context.write(async (unit) => {
    const project = await lockProject(unit, user, params.id, 'OWN');
    if (body.version !== project.version) throw new CallError('CHANGED');
    const partner = await newPartner(context, unit, project, body.partnerId);
    await sql`
      update project set name = ${body.name}, description = ${body.description}, target_on = ${body.targetDate},
        facility_id = coalesce(facility_id, ${partner.facilityId}), company_id = coalesce(company_id, ${partner.companyId}),
        version = version + 1
      where id = ${project.id}
    `.execute(unit.db);
    await saveBudget(context, unit, project.id, body.budget);
    if (partner.facilityId !== null) await addLeading(context, unit, project, partner.facilityId);
    await record(unit, user, project, { what: 'CHANGED' });
  });
  return detail(context, params.id);
}

/** A partner is chosen once: its people are in the project from then on. */
async function newPartner(context: CallContext, unit: Work, project: OwnProject, partnerId: number | null) {
  const side = sideOf(context.user);
  const present = side === 'FACILITY' ? project.companyId : project.facilityId;
  if (partnerId === null || partnerId === present) return { facilityId: null, companyId: null };
  if (present !== null) throw wrongField('partnerId', say('otherPartner'));
  await requirePartner(context, unit.db, partnerId);
  return side === 'FACILITY' ? { facilityId: null, companyId: partnerId } : { facilityId: partnerId, companyId: null };
}

export async function close(
  context: CallContext,
  { params, body: { closed } }: CallArguments<typeof closeProject>,
): Promise<Project> {
  const { user } = context;
  await context.write(async (unit) => {
    const project = await lockProject(unit, user, params.id, 'OWN', { evenClosed: true });
    if (project.closed === closed) return;
    await sql`update project set closed_at = ${closed ? sql`now()` : null} where id = ${project.id}`.execute(unit.db);
    await record(unit, user, project, { what: closed ? 'CLOSED' : 'REOPENED' });
    if (!closed) await followTasks(unit, project.id);
  });
  return detail(context, params.id);
}

export async function clone(
  context: CallContext,
  { params, body: { eventId, name, take } }: CallArguments<typeof cloneProject>,
): Promise<Project> {
  const { user } = context;
  const side = sideOf(user);
  const id = await context.write(async (unit) => {
    const project = await lockProject(unit, user, params.id, 'READ', { evenClosed: true });
    const { rows } = await sql<{ description: string }>`
      select description from project where id = ${project.id}
    `.execute(unit.db);
    const description = rows[0]?.description ?? '';
    const partnerId = side === 'FACILITY' ? project.companyId : project.facilityId;
    const begun = await begin(context, unit, { eventId, name, description, targetDate: null, partnerId });
    if (!begun.isNew) return begun.id;
    if (take.parts) {
      await sql`
        insert into project_part (project_id, part_id)
        select ${begun.id}, s.id from project_part pp join ${seenParts(context)} s on s.id = pp.part_id
        where pp.project_id = ${project.id}
      `.execute(unit.db);
    }
    if (take.tasks) {
      await sql`
        insert into project_task (project_id, title, note, state, created_by, event_id)
        select ${begun.id}, title, note, 'TODO', ${user.userId}, gen_random_uuid() from project_task
        where project_id = ${project.id} and removed_at is null order by id
      `.execute(unit.db);
    }
    if (take.members) await takeMembers(context, unit, project, begun.id);
    await record(unit, user, begun, { what: 'CLONED', subject: project.name });
    return begun.id;
  });
  return detail(context, id);
}

async function takeMembers({ user }: CallContext, unit: Work, from: OwnProject, id: number): Promise<void> {
  const { rows } = await sql<{ userId: number; side: 'FACILITY' | 'COMPANY' }>`
    insert into project_member (project_id, user_id, side, role)
    select ${id}, user_id, side, role from project_member where project_id = ${from.id}
    on conflict do nothing returning user_id as "userId", side
  `.execute(unit.db);
  const on = (side: 'FACILITY' | 'COMPANY') => rows.filter((one) => one.side === side).map(({ userId }) => userId);
  const to = (['FACILITY', 'COMPANY'] as const).flatMap((side) =>
    on(side).length > 0 ? [placeOfSide(from, side, on(side))] : [],
  );
  if (to.length > 0) await tellAdded(unit, user, id, to);
}
