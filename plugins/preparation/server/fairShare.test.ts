import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { shapeStl } from '../geometry/shapes.ts';
import { type TestServer, testServer } from '../../../host/server/testing.ts';
import { preparationServer } from './index.ts';
import { buildThread, send, start } from './testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ plugins: [preparationServer({ threadFile: await buildThread() })] });
});
afterAll(() => server.stop());

test('one operation of a company does not wait for the many of another', async () => {
  const [buyer, third] = [await server.client('buyer'), await server.client('third')];
  const bracket = await send(buyer, 'bracket.stl', shapeStl('angle-bracket'));
  for (const wallMm of [1, 2, 3, 4, 5]) await start(buyer, bracket, { type: 'HOLLOW', input: { wallMm } });
  const own = await send(third, 'bracket.stl', shapeStl('angle-bracket'));
  const { params } = await start(third, own, { type: 'VERIFY' });
  const { rows } = await sql`select key from graphile_worker.jobs where task_identifier = 'preparation.run'
    order by priority, run_at, id`.execute(server.services.db);
  const keys = z.array(z.object({ key: z.string() })).parse(rows);
  expect(keys.slice(0, 2).map(({ key }) => key)).toContain(params.id);
});
