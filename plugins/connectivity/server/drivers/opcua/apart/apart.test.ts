import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createOutboundSocket } from '../../../../../../host/server/outbound/socket.ts';
import { NotHeard } from '../../driver.ts';
import { DataType, opcuaServer } from '../testing.ts';
import { createOpcua } from './open.ts';
import { Suspects } from './suspects.ts';
import { buildProgram, connect, harmful, linkTo, listening, log } from './testing.ts';

let good: Awaited<ReturnType<typeof opcuaServer>>;
let program: URL;
beforeAll(async () => {
  [good, program] = await Promise.all([opcuaServer(), buildProgram(false)]);
  good.variable('State', DataType.String, 'RUNNING');
});
afterAll(() => good.stop());
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

describe('the process that speaks OPC UA', () => {
  it('says what machines say, calls where somebody has said, and closes what is given up', async () => {
    const places: string[] = [];
    const link = linkTo(good.url, program, {
      connect: (place, call) => (places.push(`${place.host}:${place.port}`), connect(place, call)),
    });
    const open = createOpcua();
    const driver = open(link);
    expect(await driver.read(AbortSignal.timeout(30_000))).toMatchObject([
      { machine: 'SLM-1', vendorState: 'RUNNING' },
    ]);
    expect(driver.trouble?.()).toBeNull();
    expect(driver.silence).toBe(Number.POSITIVE_INFINITY);
    expect(good.server.getEndpointUrl()).toContain('elsewhere.invalid');
    expect(new Set(places)).toEqual(new Set([new URL(good.url).host]));
    expect(good.sessions.size).toBe(1);
    driver.close?.();
    await vi.waitFor(() => expect(good.sessions.size).toBe(0), 8000);
    // Given up while it is opened.
    const going = new AbortController();
    const created = new Promise((done) => good.server.once('create_session', done));
    const other = open(link);
    const reading = other.read(going.signal).catch((error: unknown) => String(error));
    await created;
    going.abort();
    other.close?.();
    expect(await reading).toContain('AbortError');
    await vi.waitFor(() => expect(good.sessions.size).toBe(0), 8000);
    const forbidden = open(linkTo(good.url, program, { connect: createOutboundSocket([]) }));
    const why = await forbidden.read(AbortSignal.timeout(8000)).catch((error: unknown) => error);
    expect(why instanceof NotHeard && why.why.message).toMatch(/^This server may not call that network\./);
  });

  it('ends alone where a server says it has no room at all', async () => {
    const answer = Buffer.alloc(28);
    answer.write('ACKF', 'latin1');
    answer.writeUInt32LE(answer.length, 4);
    const hostile = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.write(answer)));
    await new Promise<void>((ready) => void hostile.listen(0, '127.0.0.1', ready));
    ends.push(() => void hostile.close());
    const address = hostile.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const heard = listening(createOpcua(), linkTo(`opc.tcp://127.0.0.1:${port}`, await buildProgram(true)));
    ends.push(heard.stop);
    await vi.waitFor(() => expect(heard.why.at(0)).toContain(harmful), 20_000);
    expect(log.error.mock.calls.at(-1)?.[1]).toMatchObject({ by: `opc.tcp://127.0.0.1:${port}`, code: 1 });
  });
});

it('a server is left alone for longer and longer the more often it brings the process down, and forgotten after a day', () => {
  const suspects = new Suspects();
  const minute = 60_000;
  expect(suspects.of('a', 0)).toBe('TRUSTED');
  suspects.fell('a', 0);
  expect(suspects.of('a', 0)).toBe('APART');
  expect(suspects.of('b', 0)).toBe('TRUSTED');
  suspects.fell('a', 0);
  expect([suspects.of('a', minute - 1), suspects.of('a', minute)]).toEqual(['PAUSED', 'APART']);
  for (let falls = 0; falls < 20; falls++) suspects.fell('a', 0);
  expect([suspects.of('a', 60 * minute - 1), suspects.of('a', 60 * minute)]).toEqual(['PAUSED', 'APART']);
  expect(suspects.of('a', 24 * 60 * minute)).toBe('TRUSTED');
});
