import * as z from 'zod';
import { startApp } from './app.ts';
import { openData } from './data.ts';
import { until } from './http.ts';

/** Before all tests: the demo company, with the previews and nestings that every copy of it would have to make again. */
export default async function prepareData(): Promise<void> {
  const app = await startApp({ name: 'prepared' });
  const data = await openData(app.dataDir);
  const due =
    'select count(*)::int as count from graphile_worker.jobs where run_at <= now() and attempts < max_attempts';
  const worked = async () => {
    const [jobs] = await data.rows(z.object({ count: z.number() }), due);
    return jobs?.count === 0 || undefined;
  };
  await until('the first background jobs are done', worked, 120);
  await data.close();
  await app.stop();
}
