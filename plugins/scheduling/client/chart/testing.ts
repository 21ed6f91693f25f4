import type { ChartJob } from '@sinter/sdk/contract/scheduling';

type Times = { fromDate?: number; toDate?: number };

/** A queued job on machine 1. */
export const aJob = ({
  fromDate = 0,
  toDate = fromDate + 1,
  ...rest
}: Partial<Omit<ChartJob, keyof Times>> & Times = {}): ChartJob => ({
  ...{ id: 1, equipmentId: 1, jobName: 'Bracket', jobType: 'ORDER', jobCreationType: 'MANUAL', jobStatus: 'QUEUED' },
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
