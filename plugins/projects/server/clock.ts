import type { Task } from '@sinter/sdk/contract/projects/tasks';
import { defineJob, type Services, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { kinds } from './notices.ts';
import { placeOfSide } from './record.ts';

/** Runs the day before a task is due, and the day after. */
export const clockJob = defineJob({
  name: 'projects.clock',
  payload: z.object({ taskId: z.number().int() }),
  lane: 'light',
  maxAttempts: 25,
});

const dayMs = 86_400_000;

/** When somebody is to be told of a task that is due on this day. Days are those of UTC. */
export const reminders = (dueDate: string): { soon: Date; overdue: Date } => {
  const due = Date.parse(`${dueDate}T00:00:00Z`);
  return { soon: new Date(due - dayMs), overdue: new Date(due + dayMs) };
};

/** Asks to be called when the next reminder of a task is due. */
export async function followClock(
  unit: Work,
  task: Pick<Task, 'id' | 'dueDate' | 'state' | 'assignee'>,
): Promise<void> {
  if (task.dueDate === null || task.state === 'DONE' || task.assignee === null) return;
  const { soon, overdue } = reminders(task.dueDate);
  const runAt = [soon, overdue].find((at) => at.getTime() > Date.now());
  if (runAt) await unit.enqueue(clockJob, { taskId: task.id }, { key: `task ${task.id}`, runAt });
}

interface Due {
  id: number;
  dueDate: string;
  userId: number;
  facilityId: number | null;
  companyId: number | null;
  side: 'FACILITY' | 'COMPANY';
}

/** Works however late it is called, and however often: each reminder is told once for each day that a task is due. */
export async function onClock(services: Services, { taskId }: z.output<typeof clockJob.payload>): Promise<void> {
  await services.write(async (unit) => {
    const { rows } = await sql<Due>`
      select k.id, k.due_on::text as "dueDate", k.assignee_id as "userId", p.facility_id as "facilityId",
        p.company_id as "companyId", m.side
      from project_task k join project p on p.id = k.project_id and p.closed_at is null
        join project_member m on m.project_id = p.id and m.user_id = k.assignee_id
      where k.id = ${taskId} and k.removed_at is null and k.state <> 'DONE' and k.due_on is not null
    `.execute(unit.db);
    const [task] = rows;
    if (!task) return;
    const { soon, overdue } = reminders(task.dueDate);
    const now = Date.now();
    const kind = now >= overdue.getTime() ? 'overdue' : now >= soon.getTime() ? 'dueSoon' : null;
    if (kind !== null) {
      await unit.notify(kinds[kind], {
        subjectId: task.id,
        params: { by: '' },
        key: `task ${task.id} ${kind} ${task.dueDate}`,
        by: null,
        to: rows.map(({ side, userId }) => placeOfSide(task, side, [userId])),
      });
    }
    if (kind !== 'overdue') {
      const runAt = kind === null ? soon : overdue;
      await unit.enqueue(clockJob, { taskId }, { key: `task ${taskId}`, runAt });
    }
  });
}
