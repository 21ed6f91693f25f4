import { fileOperationResult, fileOperationStatus, filePreview } from '@sinter/sdk/contract/preparation/fileOperations';
import { serverTexts } from '@sinter/sdk/contract/host/sentences';
import { sql } from 'kysely';
import type { JobContext } from '@sinter/sdk/server';
import { CallError } from '@sinter/sdk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../../host/server/testing.ts';
import { decodePreview } from '../../geometry/preview/decode.ts';
import { writeBinaryStl } from '../../geometry/readers/stl.ts';
import { shapeStl } from '../../geometry/shapes.ts';
import { buildThread, download, ended, operate, preparationTestServer, send, start } from '../testing.ts';
import { createTools } from '../tools.ts';
import { runFullPreview } from './full.ts';
import { runPreview } from './run.ts';

let server: TestServer;
let buyer: TestClient;

beforeAll(async () => {
  server = await preparationTestServer();
  buyer = await server.client('buyer');
});
afterAll(() => server.stop());

const of = (fileId: number, units?: 'MM' | 'IN') => ({ params: { fileId }, query: { units } });

async function previewOf(fileId: number, units?: 'MM' | 'IN') {
  await expect.poll(async () => (await buyer.call(filePreview, of(fileId, units))).status).not.toBe('PENDING');
  return buyer.call(filePreview, of(fileId, units));
}

test('the first request makes pictures from four sides and a mesh that decodes', async () => {
  const file = await send(buyer, 'gear.stl', shapeStl('spur-gear'));
  expect(await buyer.call(filePreview, of(file.id))).toMatchObject({ status: 'PENDING', report: null, pictures: [] });
  const preview = await previewOf(file.id);
  expect(preview).toMatchObject({ status: 'SUCCESS', report: { watertight: true }, fullFileDTO: null });
  expect(preview.pictures.map(({ view }) => view)).toEqual(['ISO', 'FRONT', 'RIGHT', 'TOP']);
  for (const { fileDTO } of preview.pictures) {
    const png = await download(buyer, fileDTO);
    expect(Buffer.from(png.subarray(1, 4)).toString()).toBe('PNG');
    expect(new DataView(png.buffer).getUint32(16)).toBe(256);
  }
  if (!preview.previewFileDTO) throw new Error('no mesh');
  const mesh = await decodePreview(await download(buyer, preview.previewFileDTO));
  const [x = 0] = mesh.positions
    .filter((_, i) => i % 3 === 0)
    .sort()
    .subarray(-1);
  expect(x).toBeCloseTo(preview.report?.bbox.max[0] ?? 0, 2);

  const inches = await previewOf(file.id, 'IN');
  expect((inches.report?.volumeMm3 ?? 0) / (preview.report?.volumeMm3 ?? 1)).toBeCloseTo(25.4 ** 3, 1);
});

/** A wavy sheet of `2 * side * side` facets. */
function sheet(side: number): Uint8Array {
  const row = side + 1;
  const positions = new Float32Array(row * row * 3);
  for (let vertex = 0; vertex < row * row; vertex++) {
    const [x, y] = [vertex % row, Math.floor(vertex / row)];
    positions.set([x, y, 5 * Math.sin(x / 20) * Math.cos(y / 30)], vertex * 3);
  }
  const triangles: number[] = [];
  for (let y = 0; y < side; y++) {
    for (let at = y * row; at < y * row + side; at++) {
      triangles.push(at, at + 1, at + row, at + 1, at + row + 1, at + row);
    }
  }
  return writeBinaryStl({ positions, triangles: Uint32Array.from(triangles) });
}

test('every facet of a large part follows its light mesh', { timeout: 60_000 }, async () => {
  const file = await send(buyer, 'sheet.stl', sheet(280));
  const { previewFileDTO, pictures } = await previewOf(file.id);
  expect(pictures).toHaveLength(4);
  const full = async () => (await buyer.call(filePreview, of(file.id))).fullFileDTO;
  await expect.poll(full, { timeout: 30_000 }).not.toBeNull();
  const whole = await buyer.call(filePreview, of(file.id));
  expect(whole).toMatchObject({ status: 'SUCCESS', previewFileDTO, pictures });
  if (!previewFileDTO || !whole.fullFileDTO) throw new Error('no mesh');
  const [light, every] = await Promise.all(
    [previewFileDTO, whole.fullFileDTO].map(async (dto) => decodePreview(await download(buyer, dto))),
  );
  expect(light?.triangles.length).toBeLessThanOrEqual(3 * 150_000);
  expect(every?.triangles.length).toBe(3 * 156_800);
});

test('the light mesh remains when every facet cannot be made', async () => {
  const file = await send(buyer, 'gear.stl', shapeStl('spur-gear'));
  const light = await previewOf(file.id);
  const context = { ...server.services, attempt: 1, lastAttempt: false, signal: new AbortController().signal };
  const tools = createTools(server.services.log, { threadFile: await buildThread(), memoryLimitMb: 0 });
  await runFullPreview(context, tools, { fileId: file.id, units: 'MM' });
  expect(await buyer.call(filePreview, of(file.id))).toEqual(light);
});

test('is made without a request once a part is verified, for the file that viewers show', async () => {
  const file = await send(buyer, 'gear.stl', shapeStl('spur-gear'));
  const target = await start(buyer, file, { type: 'VERIFY', units: 'CM' });
  await ended(buyer, target);
  const [made] = (await buyer.call(fileOperationResult, target)).fileDTOs;
  const rows = async () => (await sql`select file_id, units from file_preview`.execute(server.services.db)).rows;
  await expect.poll(rows).toContainEqual({ file_id: made?.id, units: 'MM' });
});

test('a thickness map has a number for each vertex of the preview', async () => {
  const file = await send(buyer, 'leaf.stl', shapeStl('hinge-leaf'));
  const { mapFileDTO, responseData } = await operate(buyer, file, { type: 'WALL_THICKNESS' });
  const { previewFileDTO } = await previewOf(file.id);
  if (!mapFileDTO || !previewFileDTO) throw new Error('nothing was made');
  const thickness = new Float32Array((await download(buyer, mapFileDTO)).buffer);
  const mesh = await decodePreview(await download(buyer, previewFileDTO));
  expect(thickness.length).toBe(mesh.positions.length / 3);
  expect(responseData.details).toMatchObject({ medianMm: expect.any(Number) });
  const measured = thickness.filter(Number.isFinite).sort();
  expect(measured.length / thickness.length).toBeGreaterThan(0.99);
  // The leaf is 3 mm thick or more, except near its edges.
  expect(measured[Math.floor(measured.length * 0.05)]).toBeCloseTo(2.99, 1);
});

test('why a file cannot be shown is said in other languages too, but for what failed before they were known', async () => {
  const file = await send(buyer, 'site.stl', '<!doctype html><p>Moved');
  const { message, said } = await previewOf(file.id);
  const german = await buyer.call(serverTexts, { params: { key: 'de_DE' } });
  expect(german[said?.key ?? '']).toMatch(/^Die Datei ist eine Webseite, kein Modell/);
  await sql`update file_preview set said = null where file_id = ${file.id}`.execute(server.services.db);
  expect(await previewOf(file.id)).toMatchObject({ status: 'FAILED', message });
  expect((await previewOf(file.id)).said).toBeUndefined();
});

test('a file that cannot be shown says why, and is tried again later', async () => {
  const file = await send(buyer, 'page.stl', '<!doctype html><p>Not found');
  const failed = await previewOf(file.id);
  expect(failed).toMatchObject({ status: 'FAILED', message: expect.stringMatching(/web page/), previewFileDTO: null });
  await sql`update file_preview set ended_at = now() - interval '1 hour' where file_id = ${file.id}`.execute(
    server.services.db,
  );
  expect(await buyer.call(filePreview, of(file.id))).toMatchObject({ status: 'PENDING' });
  expect(await previewOf(file.id)).toMatchObject({ status: 'FAILED' });
});

test(
  'a full disk fails a preview only in its last attempt, and leaves nothing of it',
  { timeout: 60_000 },
  async () => {
    const { services, world } = server;
    const file = await send(buyer, 'flange.stl', shapeStl('weld-neck-flange'));
    await sql`insert into file_preview (file_id, units, company_id)
    values (${file.id}, 'IN', ${world.buyerCompanyId})`.execute(services.db);
    const written: string[] = [];
    const run = (lastAttempt: boolean) => {
      let room = 2;
      const context: JobContext = {
        ...services,
        attempt: 1,
        lastAttempt,
        signal: new AbortController().signal,
        files: {
          read: (...given) => services.files.read(...given),
          workFolder: (...given) => services.files.workFolder(...given),
          async write(...given) {
            if (room-- === 0) throw new CallError('STORAGE_FULL');
            const stored = await services.files.write(...given);
            written.push(stored.sha256);
            return stored;
          },
        },
      };
      return runPreview(context, tools, { fileId: file.id, units: 'IN' });
    };
    const tools = createTools(services.log, { threadFile: await buildThread() });
    await expect(run(false)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    expect(await buyer.call(filePreview, of(file.id, 'IN'))).toMatchObject({ status: 'PENDING' });
    await run(true);
    expect(await buyer.call(filePreview, of(file.id, 'IN'))).toMatchObject({
      status: 'FAILED',
      message: new CallError('STORAGE_FULL').message,
    });
    expect(written).toHaveLength(4);
    for (const sha256 of written) {
      await expect(services.files.read(sha256, { controlled: false })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  },
);

test('shows nothing of the files of other companies', async () => {
  const file = await send(buyer, 'gear.stl', shapeStl('spur-gear'));
  const stranger = await server.client('planner');
  await expect(stranger.call(filePreview, of(file.id))).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('another worker makes a preview whose worker died', { timeout: 60_000 }, async () => {
  const file = await send(buyer, 'gear.stl', shapeStl('spur-gear'));
  await buyer.call(filePreview, of(file.id, 'IN'));
  await sql`update graphile_worker._private_jobs set locked_by = 'a worker that is gone',
    locked_at = now() - interval '1 minute' where key = ${`preview ${file.id} IN`}`.execute(server.services.db);
  expect(await previewOf(file.id, 'IN')).toMatchObject({ status: 'SUCCESS' });
});

test('another worker ends an operation whose server died', { timeout: 60_000 }, async () => {
  const file = await send(buyer, 'gear.stl', shapeStl('spur-gear'));
  const target = await start(buyer, file, { type: 'REPAIR' });
  await sql`update graphile_worker._private_jobs set attempts = 1, locked_by = 'a worker that is gone',
    locked_at = now() - interval '1 minute' where key = ${target.params.id}`.execute(server.services.db);
  expect(await ended(buyer, target)).toMatchObject({ status: 'SUCCESS' });
  expect(await buyer.call(fileOperationStatus, target)).toMatchObject({ progress: 1 });
});
