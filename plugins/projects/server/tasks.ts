import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import {
  mostTasks,
  type addTask,
  type listTasks,
  type removeTask,
  type Task,
  type updateTask,
} from '@sinter/sdk/contract/projects/tasks';
import { wrongField, type CallContext, type Work } from '@sinter/sdk/server';
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { lockProject, ownProjects, requireProject, type OwnProject } from './access.ts';
import { followClock } from './clock.ts';
import { kinds } from './notices.ts';
import { fullName } from './partners.ts';
import { isOverdue, nameOf } from './read.ts';
import { placeOfSide, record } from './record.ts';
import { say } from './texts.ts';

async function tasksWhere(db: QueryExecutorProvider, which: RawBuilder<unknown>): Promise<Task[]> {
  const { rows } = await sql<Task>`
    select k.id, k.project_id as "projectId", k.title, k.note, k.state, k.due_on::text as "dueDate", ${isOverdue} as overdue, k.version,
      (select jsonb_build_object('id', u.id, 'name', ${nameOf('u')}) from app_user u where u.id = k.assignee_id) as assignee
    from project_task k where k.removed_at is null and ${which} order by k.due_on nulls last, k.id
  `.execute(db);
  return rows;
}

export async function list({ db, user }: CallContext, { params }: CallArguments<typeof listTasks>): Promise<Task[]> {
  await requireProject(db, user, params.id);
  return tasksWhere(db, sql`k.project_id = ${params.id}`);
}

/** The clock was silent while the project was closed. */
export async function followTasks(unit: Work, projectId: number): Promise<void> {
  for (const task of await tasksWhere(unit.db, sql`k.project_id = ${projectId}`)) await followClock(unit, task);
}

async function taskById(db: QueryExecutorProvider, id: number): Promise<Task> {
  const [task] = await tasksWhere(db, sql`k.id = ${id}`);
  if (!task) throw new CallError('NOT_FOUND');
  return task;
}

export function add(context: CallContext, { params, body }: CallArguments<typeof addTask>): Promise<Task> {
  const { user } = context;
  return context.write(async (unit) => {
    const project = await lockProject(unit, user, params.id, 'EDIT');
    await requireMember(unit, project, body.assigneeId);
    const { rows: counted } = await sql<{ count: number }>`
      select count(*)::int as count from project_task where project_id = ${project.id} and removed_at is null
    `.execute(unit.db);
    if ((counted[0]?.count ?? 0) >= mostTasks)
      throw new CallError('CONFLICT', say('tooManyTasks', { most: mostTasks }));
    const { rows } = await sql<{ id: number }>`
      insert into project_task (project_id, title, note, state, assignee_id, due_on, created_by, event_id)
      values (${project.id}, ${body.title}, ${body.note}, ${body.state}, ${body.assigneeId}, ${body.dueDate}, ${user.userId}, ${body.eventId})
      on conflict (created_by, event_id) do nothing returning id
    `.execute(unit.db);
    const [made] = rows;
    if (!made) return repeated(context, unit, project, body.eventId);
    await record(unit, user, project, { what: 'TASK_ADDED', subject: body.title });
    const task = await taskById(unit.db, made.id);
    await tellAssigned(context, unit, project, task, null);
    await followClock(unit, task);
    return task;
  });
}

async function repeated({ user }: CallContext, unit: Work, project: OwnProject, eventId: string): Promise<Task> {
  const [task] = await tasksWhere(
    unit.db,
    sql`k.created_by = ${user.userId} and k.event_id = ${eventId} and k.project_id = ${project.id}`,
  );
  if (!task) throw new CallError('CONFLICT', say('requestUsed'));
  return task;
}

/** Until the transaction ends, with its project. Throws NOT_FOUND, FORBIDDEN and CONFLICT as `lockProject` does. */
async function lockTask({ user }: CallContext, unit: Work, id: number, removed: boolean) {
  const { rows } = await sql<{ projectId: number }>`
    select p.id as "projectId" from ${ownProjects(user)} join project_task k on k.project_id = p.id where k.id = ${id}
  `.execute(unit.db);
  const project = await lockProject(unit, user, rows[0]?.projectId ?? 0, 'EDIT');
  const { rows: found } = await sql<{ title: string }>`
    select title from project_task where id = ${id} and removed_at is ${removed ? sql`not null` : sql`null`} for update
  `.execute(unit.db);
  const [task] = found;
  if (!task) throw new CallError('NOT_FOUND');
  return { project, title: task.title };
}

export function update(context: CallContext, { params, body }: CallArguments<typeof updateTask>): Promise<Task> {
  const { user } = context;
  return context.write(async (unit) => {
    const { project } = await lockTask(context, unit, params.id, false);
    const before = await taskById(unit.db, params.id);
    if (before.version !== body.version) throw new CallError('CHANGED');
    if (body.assigneeId !== (before.assignee?.id ?? null)) await requireMember(unit, project, body.assigneeId);
    await sql`
      update project_task set title = ${body.title}, note = ${body.note}, state = ${body.state}, assignee_id = ${body.assigneeId},
        due_on = ${body.dueDate}, version = version + 1
      where id = ${params.id}
    `.execute(unit.db);
    const task = await taskById(unit.db, params.id);
    const moved = before.state !== task.state;
    await record(unit, user, project, {
      ...{ what: moved ? 'TASK_MOVED' : 'TASK_CHANGED', subject: task.title },
      ...(moved && { to: task.state }),
    });
    await tellAssigned(context, unit, project, task, before);
    await followClock(unit, task);
    return task;
  });
}

export function remove(
  context: CallContext,
  { params, body: { removed } }: CallArguments<typeof removeTask>,
): Promise<{ success: 'true' }> {
  return context.write(async (unit) => {
    const { project, title } = await lockTask(context, unit, params.id, !removed);
    await sql`
      update project_task set removed_at = ${removed ? sql`now()` : null}, version = version + 1 where id = ${params.id}
    `.execute(unit.db);
    if (!removed) await followClock(unit, await taskById(unit.db, params.id));
    await record(unit, context.user, project, { what: removed ? 'TASK_REMOVED' : 'TASK_ADDED', subject: title });
    return { success: 'true' as const };
  });
}

async function requireMember(unit: Work, { id }: OwnProject, userId: number | null): Promise<void> {
  if (userId === null) return;
  const { rows } = await sql`
    select 1 from project_member where project_id = ${id} and user_id = ${userId}
  `.execute(unit.db);
  if (rows.length === 0) throw wrongField('assigneeId', say('notMember'));
}

async function tellAssigned(
  { user }: CallContext,
  unit: Work,
  project: OwnProject,
  task: Task,
  before: Task | null,
): Promise<void> {
  if (!task.assignee || task.assignee.id === before?.assignee?.id) return;
  await unit.notify(kinds.assigned, {
    subjectId: task.id,
    params: { by: await fullName(unit.db, user.userId) },
    key: `task ${task.id} ${task.version} assigned`,
    by: user.userId,
    to: await placesOf(unit, project, task.assignee.id),
  });
}

/** Where a member of a project is told: on the side on which they are in it. */
export async function placesOf(
  unit: Work,
  project: Pick<OwnProject, 'id' | 'facilityId' | 'companyId'>,
  userId: number,
) {
  const { rows } = await sql<{ side: 'FACILITY' | 'COMPANY' }>`
    select side from project_member where project_id = ${project.id} and user_id = ${userId}
  `.execute(unit.db);
  return rows.map(({ side }) => placeOfSide(project, side, [userId]));
}
