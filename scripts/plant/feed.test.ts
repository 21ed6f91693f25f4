import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readingSchema, type Reading } from '@sinter/sdk/contract/connectivity/connectors';
import { expect, it } from 'vitest';
import { createOutbound } from '../../host/server/outbound/outbound.ts';
import { createOutboundSocket } from '../../host/server/outbound/socket.ts';
import { threadFile } from '../../host/server/threadFile.ts';
import type { Link } from '../../plugins/connectivity/server/drivers/driver.ts';
import { openMoonraker } from '../../plugins/connectivity/server/drivers/moonraker/moonraker.ts';
import { openMtconnect } from '../../plugins/connectivity/server/drivers/mtconnect/mtconnect.ts';
import { linesInto, readFeed, record, replayed } from './feed.ts';
import { mtconnectAgent } from './mtconnect.ts';
import { moonraker } from './printers.ts';
import { listening } from './serve.ts';

const allowed = ['127.0.0.1/32'];
const linkTo = (server: Server): Link => {
  const place = server.address();
  const port = place !== null && typeof place === 'object' ? place.port : 0;
  return {
    ...{ endpoint: `http://127.0.0.1:${port}`, secret: null, certificate: null, cursor: '', settings: {}, sources: [] },
    ...{ call: createOutbound(allowed), connect: createOutboundSocket(allowed) },
    ...{ program: threadFile, log: console },
    own: (_, make) => make(),
    dropped: (last) => Promise.resolve({ readings: [], last, wrong: null }),
  };
};
const says = (vendorState: string, more: Partial<Reading> = {}): Reading =>
  readingSchema.parse({ machine: 'printer', vendorState, ...more });

it('what a machine says is recorded in our words, and replayed as it was, over and over', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'feed-'));
  const path = join(folder, 'day.jsonl');
  let now = says('RUNNING', { job: 'gear', progress: 0.25, layer: 10, layers: 40 });
  const machine = await listening(
    0,
    moonraker(() => now),
  );
  const stopping = new AbortController();
  const file = linesInto(path);
  const recording = record({
    ...{ type: 'MOONRAKER', driver: () => openMoonraker(linkTo(machine)), everyMs: 20, signal: stopping.signal },
    write: file.write,
  });
  await sleep(150);
  now = says('PAUSED', { job: 'gear', progress: 0.5, layer: 20, layers: 40 });
  await sleep(150);
  now = says('OFFLINE');
  await sleep(150);
  now = says('FINISHED', { job: 'gear', progress: 1, layer: 40, layers: 40 });
  await sleep(150);
  stopping.abort();
  await recording;
  await file.close();
  machine.close();

  const feed = readFeed(await readFile(path, 'utf8'));
  await rm(folder, { recursive: true });
  expect(feed.map(({ reading }) => reading.vendorState)).toEqual(['RUNNING', 'PAUSED', 'OFFLINE', 'FINISHED']);

  let at = feed[0]?.at ?? 0;
  const reads = replayed(feed, () => at);
  const agent = await listening(0, mtconnectAgent(reads, 5));
  const driver = openMtconnect(linkTo(agent));
  const heard: (string | number | null)[][] = [];
  for (const line of [...feed, { at: (feed.at(-1)?.at ?? 0) + 1000 + (feed[0]?.at ?? 0) }]) {
    ({ at } = line);
    await sleep(30);
    const reading = (await driver.read(AbortSignal.timeout(5000))).at(-1);
    if (reading) heard.push([reading.machine, reading.vendorState, reading.layer]);
  }
  agent.close();
  expect(heard).toEqual([
    ['printer', 'ACTIVE', 10],
    ['printer', 'FEED_HOLD', 20],
    ['printer', 'UNAVAILABLE', expect.anything()],
    ['printer', 'PROGRAM_COMPLETED', 40],
    // From the beginning again.
    ['printer', 'ACTIVE', 10],
  ]);
});

it('what is no feed is said with its line', () => {
  expect(() => readFeed('{"at":0,"reading":{"machine":"A","vendorState":"IDLE"}}\n{"at":1}')).toThrow(
    'Line 2 is not one of a feed.',
  );
  expect(() => readFeed('\n')).toThrow('The feed is empty.');
});
