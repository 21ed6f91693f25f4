import * as z from 'zod';

/** A day as `2026-11-23`. */
const day = z.iso.date();

/** What is stored under `plans/<id>`: something that is done to a machine again and again. */
export const planSchema = z.object({
  equipmentId: z.number().int(),
  machine: z.string(),
  task: z.string().min(1).max(200),
  everyDays: z.number().int().min(1).max(1000),
  /** Also after this many hours of building, if they come first. */
  everyBuildHours: z.number().int().min(1).max(10_000).nullable(),
  lastDone: day,
});
export type Plan = z.infer<typeof planSchema>;

/** A plan with what is known of it today. */
export interface Task extends Plan {
  key: string;
  revision: number;
  dueOn: string;
  /** Since it was done last; `null` where the person may not see the schedule. */
  buildHours: number | null;
}

const dayMs = 86_400_000;
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

/** The day by which it has to be done: after so many days, or today when the hours of building are over. */
export function dueOn(plan: Plan, buildHours: number | null, today: string): string {
  const byDays = addDays(plan.lastDone, plan.everyDays);
  const over = plan.everyBuildHours !== null && buildHours !== null && buildHours >= plan.everyBuildHours;
  return over && byDays > today ? today : byDays;
}

interface Build {
  equipmentId: number;
  jobType: string;
  jobStatus: string;
  /** Epoch milliseconds as text. */
  fromDate: string;
  toDate: string;
}

const builds = ['ORDER', 'ORDER_NO_RFQ', 'ORDER_PARTIAL', 'FILLER'];
const built = ['COMPLETED', 'FAILED', 'IN_PROGRESS', 'PAUSED'];

/** Hours that a machine has built between the day of the last maintenance and now. */
export function buildHours(jobs: readonly Build[], { equipmentId, lastDone }: Plan, now: number): number {
  const since = Date.parse(lastDone) + dayMs;
  const ms = jobs
    .filter((job) => job.equipmentId === equipmentId)
    .filter(({ jobType, jobStatus }) => builds.includes(jobType) && built.includes(jobStatus))
    .map(({ fromDate, toDate }) => Math.min(Number(toDate), now) - Math.max(Number(fromDate), since))
    .reduce((sum, each) => sum + Math.max(each, 0), 0);
  return ms / 3_600_000;
}

export interface Entry {
  task: Task;
  on: string;
  /** It comes round again before the end: only the first time can be done now. */
  again: boolean;
}

/** The coming days, a group for each month (`2026-11`). What is overdue stands at today. */
export function agendaOf(tasks: readonly Task[], today: string, days: number): { month: string; entries: Entry[] }[] {
  const end = addDays(today, days);
  const entries = tasks.flatMap((task) => {
    const list: Entry[] = [];
    for (let on = task.dueOn < today ? today : task.dueOn; on <= end; on = addDays(on, task.everyDays))
      list.push({ task, on, again: list.length > 0 });
    return list;
  });
  entries.sort((one, other) => (one.on < other.on ? -1 : one.on > other.on ? 1 : 0));
  const months = [...new Set(entries.map(({ on }) => on.slice(0, 7)))];
  return months.map((month) => ({ month, entries: entries.filter(({ on }) => on.startsWith(month)) }));
}
