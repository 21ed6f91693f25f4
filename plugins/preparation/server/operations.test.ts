import {
  fileOperationStatus,
  fileOperationTypeSchema,
  startFileOperation,
} from '@sinter/sdk/contract/preparation/fileOperations';
import { operationDetailsSchemas } from '@sinter/sdk/contract/preparation/operations';
import type { FileOperationType } from '@sinter/sdk/contract/preparation/fileOperations';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../host/server/testing.ts';
import { filterFacets } from '../geometry/mesh.ts';
import { writeBinaryStl } from '../geometry/readers/stl.ts';
import { shapes, shapeStl } from '../geometry/shapes.ts';
import { download, ended, operate, preparationTestServer, send, shareWithFacility, start } from './testing.ts';

let server: TestServer;
let buyer: TestClient;

beforeAll(async () => {
  server = await preparationTestServer();
  buyer = await server.client('buyer');
});
afterAll(() => server.stop());

const bracket = shapeStl('angle-bracket');

/** An input for each operation that needs one. */
const inputs: Partial<Record<FileOperationType, Record<string, unknown>>> = {
  SCALE: { factor: 25.4 },
  SCALE_BY_PERCENT: { percent: [100, 50, 200] },
  EXHAUSTIVE_FIT: { boxMm: [200, 200, 200] },
  SOLID_SECTION: { normal: [0, 0, 1], offsetMm: 10 },
  SOLID_MIRROR: { axis: 'X' },
};
const looksOnly: readonly FileOperationType[] = ['VERIFY', 'analyze', 'WALL_THICKNESS'];

describe('every operation', () => {
  test.for(fileOperationTypeSchema.options)('%s', { timeout: 30_000 }, async (type) => {
    const file = await send(buyer, 'bracket.stl', bracket);
    const input =
      type === 'PACK3D' ? { parts: [{ fileId: file.id, quantity: 3 }], boxMm: [300, 300, 300] } : inputs[type];
    const result = await operate(buyer, file, { type, input });
    expect(result.fileOperationType).toBe(type);
    expect(result.responseData.facets).toBeGreaterThan(0);
    if (looksOnly.includes(type)) expect(result.fileDTOs).toEqual([file]);
    else expect(result.fileDTOs.every(({ id, fileName }) => id !== file.id && fileName.endsWith('.stl'))).toBe(true);
    for (const made of result.fileDTOs) expect((await download(buyer, made)).length).toBe(made.size);
    expect(result.pngFileDTO?.fileName).toBe('bracket.png');
    if (type !== 'WALL_THICKNESS') return expect(result.mapFileDTO).toBeNull();
    expect(result.mapFileDTO?.size).toBeGreaterThan(0);
  });
});

test('the report is in millimetres, and the details are those of the operation', async () => {
  const file = await send(buyer, 'bracket.stl', bracket);
  const { responseData } = await operate(buyer, file, { type: 'VERIFY' });
  const scaled = await operate(buyer, file, { type: 'SCALE', input: { factor: 2 } });
  expect(scaled.responseData.details).toEqual({ factors: [2, 2, 2] });
  expect(scaled.responseData.volumeMm3 / responseData.volumeMm3).toBeCloseTo(8, 4);
  const cut = await operate(buyer, file, { type: 'SOLID_SECTION', input: { normal: [0, 0, 1], offsetMm: 10 } });
  expect(cut.fileDTOs.map(({ fileName }) => fileName).sort()).toEqual(['bracket-above.stl', 'bracket-below.stl']);
});

test('the same input gives the same operation, another input another one, and a wrong input is refused by its fields', async () => {
  const file = await send(buyer, 'bracket.stl', bracket);
  const first = await start(buyer, file, { type: 'HOLLOW' });
  const spelled = await start(buyer, file, { type: 'HOLLOW', input: { wallMm: 2 } });
  const other = await start(buyer, file, { type: 'HOLLOW', input: { wallMm: 3 } });
  expect(spelled).toEqual(first);
  expect(other).not.toEqual(first);
  const wrong = { params: { type: 'HOLLOW' }, body: { fileId: file.id, input: { wallMm: -1 } } } as const;
  await expect(buyer.call(startFileOperation, wrong)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { 'input.wallMm': expect.any(String) },
  });
  const strange = { params: { type: 'VERIFY' }, body: { fileId: file.id, input: { sql: 'x' } } } as const;
  await expect(buyer.call(startFileOperation, strange)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await Promise.all([first, other].map((target) => ended(buyer, target)));
});

test('a build contains only files that the caller may see, and is controlled when one of them is', async () => {
  const [mine, secret] = await Promise.all([
    send(buyer, 'bracket.stl', bracket),
    send(buyer, 'secret.stl', shapeStl('hinge-leaf'), { itar: 'true' }),
  ]);
  const input = {
    parts: [mine, secret].map(({ id }) => ({ fileId: id, quantity: 2 })),
    boxMm: [300, 300, 300],
  };
  const { fileDTOs } = await operate(buyer, mine, { type: 'PACK3D', input });
  const [made] = fileDTOs;
  if (!made) throw new Error('nothing was packed');
  const record = await server.services.db
    .selectFrom('stored_file')
    .select(['controlled', 'root_file_id'])
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow();
  expect(record).toEqual({ controlled: true, root_file_id: null });

  const stranger = await server.client('planner');
  const theirs = await send(stranger, 'theirs.stl', bracket);
  const foreign = { ...input, parts: [{ fileId: mine.id, quantity: 1 }] };
  await expect(
    stranger.call(startFileOperation, { params: { type: 'PACK3D' }, body: { fileId: theirs.id, input: foreign } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('parts are packed each in its own unit', async () => {
  const file = await send(buyer, 'bracket.stl', bracket);
  const heightIn = async (units: 'MM' | 'IN') => {
    const parts = [{ fileId: file.id, quantity: 1, units }];
    const input = { parts, boxMm: [5000, 5000, 5000], turning: 'UPRIGHT' };
    const { responseData } = await operate(buyer, file, { type: 'PACK3D', input });
    return operationDetailsSchemas.PACK3D.parse(responseData.details).heightMm;
  };
  expect((await heightIn('IN')) / (await heightIn('MM'))).toBeCloseTo(25.4, 2);
});

test('what a facility makes of a file that it was given belongs to the facility', async () => {
  const file = await send(buyer, 'bracket.stl', bracket);
  await shareWithFacility(server, file);
  const [planner, rival] = await Promise.all([server.client('planner'), server.client('admin2')]);
  const theirs = await start(planner, file, { type: 'HOLLOW' });
  const mine = await start(buyer, file, { type: 'HOLLOW' });
  expect(mine).not.toEqual(theirs);
  await Promise.all([ended(planner, theirs), ended(buyer, mine)]);
  for (const other of [buyer, rival]) {
    await expect(other.call(fileOperationStatus, theirs)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }

  const [made] = (await operate(planner, file, { type: 'HOLLOW' })).fileDTOs;
  if (!made) throw new Error('nothing was made');
  const statuses = [planner, buyer, rival].map(async (client) => (await client.fetch(made.fileURL)).status);
  expect(await Promise.all(statuses)).toEqual([200, 404, 404]);
  const { pngFileDTO } = await operate(planner, file, { type: 'analyze' });
  // The picture shows the file itself, so everyone who may see the file may see it.
  expect((await rival.fetch(pngFileDTO?.fileURL ?? '')).status).toBe(200);
});

test('may be started by buyers who prepare orders and by members of a facility', async () => {
  const file = await send(buyer, 'bracket.stl', bracket);
  await shareWithFacility(server, file);
  for (const account of ['legal', 'lot'] as const) {
    await expect(start(await server.client(account), file, { type: 'analyze' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  }
  await ended(buyer, await start(buyer, file, { type: 'analyze' }));
});

test('a user has at most 200 of them in progress', async () => {
  const engineer = await server.client('engineer');
  const file = await send(engineer, 'bracket.stl', bracket);
  const pending = await start(engineer, file, { type: 'VERIFY' });
  await sql`insert into file_operation (id, type, file_id, units, input, user_id, company_id)
    select gen_random_uuid(), 'HOLLOW', ${file.id}, 'MM', jsonb_build_object('wallMm', n),
      ${server.world.users['engineer@demo.example']}, ${server.world.buyerCompanyId}
    from generate_series(1, 200) n`.execute(server.services.db);
  await expect(start(engineer, file, { type: 'analyze' })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  // Operations in progress are still answered, and other users are not held up.
  expect(await start(engineer, file, { type: 'VERIFY' })).toEqual(pending);
  expect((await operate(buyer, file, { type: 'analyze' })).responseData.watertight).toBe(true);
  await sql`delete from file_operation where type = 'HOLLOW' and file_id = ${file.id}`.execute(server.services.db);
});

test('a store that fails for a while does not fail the operation', { timeout: 60_000 }, async () => {
  const bytes = shapeStl('hinge-leaf');
  bytes.set([42], 79); // makes the content unique
  const file = await send(buyer, 'leaf.stl', bytes);
  const { sha256 } = await server.services.db
    .selectFrom('stored_file')
    .select('sha256')
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow();
  const path = join(server.dataDir, 'files', sha256.slice(0, 2), sha256);
  await rename(path, `${path}.away`);
  const target = await start(buyer, file, { type: 'VERIFY' });
  const tried = async () =>
    (
      await sql<{ attempts: number; locked: boolean }>`select attempts, locked_at is not null locked
        from graphile_worker._private_jobs where key = ${target.params.id}`.execute(server.services.db)
    ).rows[0];
  await expect.poll(tried, { timeout: 10_000 }).toEqual({ attempts: 1, locked: false });
  expect(await buyer.call(fileOperationStatus, target)).toMatchObject({ status: 'PENDING' });
  await rename(`${path}.away`, path);
  expect(await ended(buyer, target)).toMatchObject({ status: 'SUCCESS' });
});

test('says what cannot be done with a part, and what the part needs first', async () => {
  const open = writeBinaryStl(filterFacets(shapes['angle-bracket'](), (facet) => facet % 97 !== 5));
  const file = await send(buyer, 'open.stl', open);
  const target = await start(buyer, file, { type: 'SOLID_SECTION', input: { normal: [0, 0, 1], offsetMm: 5 } });
  expect(await ended(buyer, target)).toMatchObject({ status: 'FAILED', message: expect.stringMatching(/repair/i) });
  await expect(operate(buyer, file, { type: 'HOLLOW', input: { wallMm: 90 } })).rejects.toMatchObject({
    code: 'NOT_POSSIBLE',
  });
});
