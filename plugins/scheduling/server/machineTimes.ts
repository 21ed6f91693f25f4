import { machineTimes } from '@sinter/sdk/contract/scheduling/machineBuilds';
import type { Services, Work } from '@sinter/sdk/server';

export const hoursBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.round((to.getTime() - from.getTime()) / 36_000) / 100);

/** As its machine says; where none does, since people said that it began. */
export async function hoursTaken(
  services: Pick<Services, 'all'>,
  unit: Work,
  jobId: number,
  startedAt: Date,
): Promise<number> {
  const told = await timesOf(services, unit, jobId);
  return hoursBetween(told?.from ?? startedAt, told?.to ?? new Date());
}

/** When the machine began and ended; `null` where nobody listens to it. */
export async function timesOf(services: Pick<Services, 'all'>, unit: Work, jobId: number) {
  for (const each of services.all(machineTimes)) {
    const times = await each.of(unit.db, jobId);
    if (times) return times;
  }
  return null;
}
