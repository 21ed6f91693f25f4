/** `share` 0.5 is the median, 0.95 the 95th percentile. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (found === undefined) throw new Error('Nothing was measured.');
  return found;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Does all of `works` once in each round, so that what else the machine does falls on all of them alike. */
export async function inRounds(count: number, ...works: ((round: number) => Promise<unknown>)[]): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    for (const work of works) await work(round);
  }
}
