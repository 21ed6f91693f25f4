import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { manyApps } from './bench/apps.ts';
import { testDatabases } from './bench/databases.ts';
import { endpointCost } from './bench/endpoints.ts';
import { eventLatency } from './bench/events.ts';
import { isMissed, type Table, tableText } from './bench/figure.ts';
import { geometry } from './bench/geometry.ts';
import { load } from './bench/load.ts';
import { machines } from './bench/machines.ts';
import { nesting } from './bench/nesting.ts';
import { orderSearch } from './bench/orders.ts';
import { production } from './bench/production.ts';
import { scheduler } from './bench/scheduler.ts';
import { coldScreens } from './bench/screens.ts';
import { spraying } from './bench/spraying.ts';
import { startTimes } from './bench/starts.ts';
import { uploads } from './bench/upload.ts';
import { TaskError } from './taskError.ts';

const optionsSchema = z.object({
  rounds: z.coerce.number().int().min(1),
  orders: z.coerce.number().int().min(1),
  triangles: z.coerce.number().int().min(1000),
  jobs: z.coerce.number().int().min(1000),
});
type Options = z.infer<typeof optionsSchema>;

/** One after the other: two at once would measure each other. */
const subjects: Record<string, (options: Options) => Promise<Table[]>> = {
  screens: ({ rounds }) => coldScreens(rounds),
  endpoints: async ({ rounds }) => [await endpointCost(rounds)],
  orders: async ({ rounds, orders }) => [await orderSearch(rounds, orders)],
  load: async () => [await load()],
  starts: async ({ rounds }) => [await startTimes(rounds)],
  upload: async ({ rounds }) => [await uploads(rounds)],
  events: async () => [await eventLatency()],
  apps: async ({ rounds }) => [await manyApps(rounds)],
  spraying: async ({ rounds }) => [await spraying(rounds)],
  databases: async ({ rounds }) => [await testDatabases(rounds)],
  geometry: ({ rounds, triangles }) => geometry(rounds, triangles),
  nesting: ({ rounds }) => nesting(rounds),
  production: async ({ rounds }) => [await production(rounds)],
  machines,
  scheduler: ({ rounds, jobs }) => scheduler(rounds, jobs),
};

/**
 * `npm run bench -- [--only screens,starts] [--orders 1000000] [--triangles 10000000] [--jobs 100000] [--rounds 5]
 * [--json file]`: measures what `npm start` serves; `geometry` and `nesting` need no build. A missed target is marked and fails nothing; a
 * subject that cannot be measured is told at the end.
 */
export default async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: Object.keys(subjects).join(',') },
      orders: { type: 'string', default: '1000000' },
      triangles: { type: 'string', default: '10000000' },
      jobs: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '5' },
      json: { type: 'string' },
    },
  });
  const options = optionsSchema.safeParse(values);
  if (!options.success) throw new TaskError(z.prettifyError(options.error));
  const chosen = values.only.split(',').map((name) => {
    const measure = subjects[name];
    if (!measure) throw new TaskError(`There is no subject "${name}": ${Object.keys(subjects).join(', ')}.`);
    return { name, measure };
  });
  if (chosen.some(({ name }) => name !== 'geometry' && name !== 'nesting')) {
    const built = spawnSync(process.execPath, ['scripts/run.mjs', 'build'], { stdio: 'inherit' });
    if (built.status !== 0) throw new TaskError('Only what has been built can be measured.');
  }

  const tables: Table[] = [];
  const failed: string[] = [];
  for (const { name, measure } of chosen) {
    try {
      const measured = await measure(options.data);
      tables.push(...measured);
      for (const table of measured) console.log(tableText(table));
    } catch (error) {
      console.error(error);
      failed.push(name);
    }
  }
  const missed = tables.flatMap(({ subject, figures }) =>
    figures.filter(isMissed).map((figure) => `${subject}: ${figure.name}`),
  );
  console.log(`\n${missed.length} targets missed${missed.map((one) => `\n  ${one}`).join('')}`);
  if (values.json) {
    const machine = { node: process.version, processor: cpus()[0]?.model, cores: cpus().length, at: new Date() };
    writeFileSync(values.json, `${JSON.stringify({ machine, options: options.data, tables, failed }, null, 2)}\n`);
  }
  if (failed.length > 0) throw new TaskError(`Could not be measured: ${failed.join(', ')}. See the errors above.`);
}
