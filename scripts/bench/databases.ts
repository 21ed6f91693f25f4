import { costOver, type Table } from './figure.ts';
import { productSources } from './program.ts';
import { median } from './statistics.ts';

/** A database for one test file, from a template that is already there. */
export async function testDatabases(rounds: number): Promise<Table> {
  const { freshDatabases } = await productSources();
  const { fresh, bare } = await freshDatabases(rounds * 2);
  return {
    subject: 'Fresh database',
    note: 'testDatabase() with the whole schema until the first answer; floor: an empty database by bare SQL.',
    figures: [
      { name: 'fresh database', unit: 'ms', ...costOver(median(bare), median(fresh)) },
      { name: 'fresh database', unit: 'ms', measured: median(fresh), target: { atMost: 150 } },
    ],
  };
}
