import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import type { JobTable } from '../chart/JobTable.ts';
import type { Lane } from '../chart/lane.ts';
import type { ChartRow } from '../chart/rows.ts';
import { isOpen } from '../status.ts';

/** Jobs that begin before an earlier one on their machine has ended, from top to bottom. Ended jobs do not count. */
export function conflictsOf(rows: readonly ChartRow[], table: JobTable): ChartJob[] {
  return rows.flatMap(({ machineId }) => within(table.lane(machineId)));
}

function within(lane: Lane): ChartJob[] {
  const found: ChartJob[] = [];
  let taken = -Infinity;
  for (let position = 0; position < lane.size; position += 1) {
    const job = lane.job(position);
    if (!job || !isOpen(job)) continue;
    if (lane.from(position) < taken) found.push(job);
    taken = Math.max(taken, lane.to(position));
  }
  return found;
}
