import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestClient, type TestServer, testServer } from '../../../host/server/testing.ts';
import { shapeStl } from '../geometry/shapes.ts';
import { readConverters } from './converters/config.ts';
import { preparationServer } from './index.ts';
import { buildThread, ended, operate, send, start } from './testing.ts';

/** Small limits, so that a test can quickly make files that exceed them. */
let server: TestServer;
let buyer: TestClient;

beforeAll(async () => {
  const hang = ['tail', '-f', '{in}', '{out}'];
  const converters = [{ id: 'hangs', driver: 'command', command: hang, extensions: ['jt'], timeLimitSeconds: 1 }];
  const settings = {
    threadFile: await buildThread(),
    memoryLimitMb: 64,
    timeLimitMs: 4000,
    converters: readConverters(JSON.stringify(converters)),
  };
  server = await testServer({ plugins: [preparationServer(settings)], worker: true });
  buyer = await server.client('buyer');
});
afterAll(() => server.stop());

/** A grid of bumps as binary STL. */
function bumps(side: number): Uint8Array {
  const facets = side * side * 2;
  const bytes = new Uint8Array(84 + facets * 50);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, facets, true);
  const height = (x: number, y: number): number => Math.sin(x) * Math.cos(y * 1.3);
  let at = 84;
  const facet = (...corners: readonly (readonly [number, number])[]): void => {
    corners.forEach(([x, y], corner) => {
      [x, y, height(x, y)].forEach((value, axis) => view.setFloat32(at + 12 + corner * 12 + axis * 4, value, true));
    });
    at += 50;
  };
  for (let x = 0; x < side; x++) {
    for (let y = 0; y < side; y++) {
      facet([x, y], [x + 1, y], [x + 1, y + 1]);
      facet([x, y], [x + 1, y + 1], [x, y + 1]);
    }
  }
  return bytes;
}

test.for([
  ['needs more memory than it may have', 'large.stl', () => bumps(550), /out of memory.*64 MB/],
  ['is larger than the memory it may have', 'huge.stl', () => new Uint8Array(40 * 2 ** 20), /more than 32 MB/],
  ['never leaves its converter', 'part.jt', () => new Uint8Array(1000), /longer than 1 seconds/],
  ['is cut off', 'cut.stl', () => shapeStl('impeller').subarray(0, 90), /cut|too short|no facets|not an STL/i],
] as const)(
  'a file that %s fails with its reason, and the next part is prepared',
  { timeout: 60_000 },
  async ([, fileName, make, message]) => {
    const file = await send(buyer, fileName, make());
    const target = await start(buyer, file, { type: 'REPAIR' });
    expect(await ended(buyer, target)).toMatchObject({ status: 'FAILED', message: expect.stringMatching(message) });
    const good = await send(buyer, 'gear.stl', shapeStl('spur-gear'));
    expect((await operate(buyer, good, { type: 'VERIFY' })).responseData.watertight).toBe(true);
  },
);

test('a build whose files together need more memory than it may have is refused before any is read', async () => {
  const part = new Uint8Array(20 * 2 ** 20);
  const [one, other] = [await send(buyer, 'one.stl', part), await send(buyer, 'other.stl', part)];
  const parts = [one, other].map(({ id }) => ({ fileId: id, quantity: 1 }));
  await expect(start(buyer, one, { type: 'PACK3D', input: { parts, boxMm: [300, 300, 300] } })).rejects.toMatchObject({
    code: 'TOO_LARGE',
    message: expect.stringMatching(/together have more than 32 MB/),
  });
});
