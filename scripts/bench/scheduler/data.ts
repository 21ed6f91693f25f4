import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import type { JobStatus } from '@sinter/sdk/contract/scheduling/jobs';
import { random } from '../../../plugins/scheduling/client/chart/testing.ts';

export interface Size {
  machines: number;
  jobs: number;
}

export const sizes: readonly Size[] = [
  { machines: 50, jobs: 1_000 },
  { machines: 200, jobs: 10_000 },
  { machines: 1_000, jobs: 100_000 },
];
export const label = ({ machines, jobs }: Size): string => `${count(machines)} × ${count(jobs)}`;
const count = (value: number): string => value.toLocaleString('en-US');

const hour = 3_600_000;
export const dayMs = 24 * hour;
/** The year that all jobs lie in, and the windows of it that are looked at. */
export const year = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 1) + 365 * dayMs };
const middle = year.from + 180 * dayMs;
export const windows = {
  week: { from: middle, to: middle + 7 * dayMs },
  month: { from: middle, to: middle + 30 * dayMs },
  year,
};
export type WindowName = keyof typeof windows;

/** Ids of machines, from `first` on. */
export const machineIds = ({ machines }: Size, first = 1): number[] =>
  Array.from({ length: machines }, (_, index) => first + index);

const names = ['Bracket', 'Impeller', 'Housing', 'Nozzle', 'Manifold', 'Clamp', 'Guide vane', 'Fixture'];
const over: readonly JobStatus[] = ['COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED', 'FAILED'];
const ahead: readonly JobStatus[] = ['QUEUED', 'QUEUED', 'QUEUED', 'WAITING'];

/**
 * The same jobs each time, so long that every machine is busy about half of the year; one in eight takes an hour or two,
 * and one in twenty overlaps the one before it.
 */
export function jobsOf(size: Size): ChartJob[] {
  const next = random(20_260_101);
  const each = size.jobs / size.machines;
  const slot = (year.to - year.from) / each;
  const pick = <T>(from: readonly T[], otherwise: T): T => from[Math.floor(next() * from.length)] ?? otherwise;
  return machineIds(size).flatMap((equipmentId) => {
    const jobs = Array.from({ length: each }, (_, place): ChartJob => {
      const id = (equipmentId - 1) * each + place + 1;
      const hours = next() < 0.125 ? 1 + Math.floor(next() * 2) : Math.floor((slot / hour) * (0.3 + next() * 0.6));
      const begin = place * slot + (next() < 0.05 ? -slot / 3 : next() * Math.max(slot - hours * hour, 0));
      const from = Math.max(year.from + Math.floor(begin / hour) * hour, year.from);
      const to = from + hours * hour;
      const status = to < middle ? pick(over, 'COMPLETED') : from < middle ? 'IN_PROGRESS' : pick(ahead, 'QUEUED');
      const down = next() < 0.05;
      const name = pick(names, 'Bracket');
      return {
        id,
        equipmentId,
        jobName: down ? 'Maintenance' : `${name} ${id}`,
        version: 1 + Math.floor(next() * 3),
        parts: down ? '' : `#${Math.floor(id / 3) + 1} ${name.toLowerCase()}-${Math.floor(next() * 90)}.stl`,
        jobType: down ? 'DOWNTIME' : 'ORDER',
        jobCreationType: next() < 0.1 ? 'AUTO' : 'MANUAL',
        jobStatus: status,
        jobNotes: next() < 0.1 ? 'Recoat once more before it starts' : '',
        fromDate: String(from),
        toDate: String(to),
        materialId: 1 + (equipmentId % 7),
        dueDate: next() < 0.5 ? String(to + Math.floor((next() - 0.1) * 20) * dayMs) : null,
        buildPlateUtilization: down ? null : Math.round(next() * 100) / 100,
      };
    });
    // As the server sends them.
    return jobs.sort((a, b) => Number(a.fromDate) - Number(b.fromDate));
  });
}
