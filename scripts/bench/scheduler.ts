import type { Table } from './figure.ts';
import { charts } from './scheduler/chart.ts';
import { sizes } from './scheduler/data.ts';
import { chartCalls } from './scheduler/search.ts';

/** The scheduler's chart in a browser and what it asks the server, up to `largest` jobs. */
export async function scheduler(rounds: number, largest: number): Promise<Table[]> {
  const wanted = sizes.filter(({ jobs }) => jobs <= largest);
  return [...(await charts(rounds, wanted)), ...(await chartCalls(rounds, wanted))];
}
