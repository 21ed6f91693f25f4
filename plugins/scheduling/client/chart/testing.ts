import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { Zone } from '../zone.ts';
import { ChartStore } from './ChartStore.ts';
import { JobTable } from './JobTable.ts';
import type { ChartRow } from './rows.ts';

type Times = { fromDate?: number; toDate?: number };

/** A queued job on machine 1. */
export const aJob = ({
  fromDate = 0,
  toDate = fromDate + 1,
  ...rest
}: Partial<Omit<ChartJob, keyof Times>> & Times = {}): ChartJob => ({
  ...{ id: 1, equipmentId: 1, jobName: 'Bracket', jobType: 'ORDER', jobCreationType: 'MANUAL', jobStatus: 'QUEUED' },
  ...{ parts: '', materialId: null, dueDate: null, version: 1 },
  ...{ jobNotes: '', buildPlateUtilization: null, fromDate: String(fromDate), toDate: String(toDate) },
  ...rest,
});

/** Numbers from 0 to 1, the same for the same seed. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

export const aRow = (machineId: number, more: Partial<ChartRow> = {}): ChartRow => ({
  ...{ machineId, facility: 'Home', name: `SLS-0${machineId}`, model: 'P 396', process: 'SLS' },
  ...{ material: null, materialId: null },
  ...more,
});

/** A chart of a thousand pixels for a thousand hours from the first of June 2026 in Berlin, with room for three rows. */
export function aChart(jobs: readonly ChartJob[], rows: readonly ChartRow[] = [aRow(1), aRow(2), aRow(3), aRow(4)]) {
  const zone = new Zone('Europe/Berlin');
  const from = zone.epochOf(Date.UTC(2026, 5, 1));
  const store = new ChartStore({ from, to: from + 1000 * hour }, zone);
  store.setRows(rows);
  store.setTable(JobTable.ofJobs(jobs));
  store.setSize(1000, 192);
  return store;
}
export const hour = 3_600_000;
/** Hours after the beginning of `aChart`. */
export const at = (hours: number): number => Date.UTC(2026, 4, 31, 22) + hours * hour;
