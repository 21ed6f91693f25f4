import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CallError } from '@sinter/sdk/contract/errors';
import { events, readAck } from './messages.ts';
import { TrayError } from './TrayError.ts';
import type { CommandData, Frame } from './messages.ts';
import { simulatorStatusSchema } from './simulator.ts';
import type { SimulatorStatus, TraySimulator } from './simulator.ts';
import type { SimulatorOptions } from './tool.ts';
import { startPageServer } from './conformance/pageServer.ts';
import type { PageServer } from './conformance/pageServer.ts';
import { openPage, openRaw, startTool } from './testing/bench.ts';
import type { Page, RawSocket } from './testing/bench.ts';
import { asciiStl, cube } from './testing/stl.ts';
import type { TrayConnectionOptions } from './client.ts';
import { jobOf, lineOf } from './conformance/examples.ts';

const clean: (() => unknown)[] = [];
let server: PageServer;

beforeEach(async () => {
  server = await startPageServer();
  clean.push(server.close);
});
afterEach(async () => {
  for (const close of clean.splice(0).reverse()) await close();
});

async function tool(options?: Partial<SimulatorOptions>): Promise<TraySimulator> {
  const simulator = await startTool(server, options);
  clean.push(simulator.close);
  return simulator;
}

async function connected(port: number, options?: Partial<TrayConnectionOptions>): Promise<Page> {
  const page = openPage(server, port, options);
  clean.push(() => page.connection.disconnect());
  page.connection.connect();
  await page.reached('connected');
  return page;
}

function raw(port: number, headers: { origin?: string; host?: string }, protocols?: string[]): RawSocket {
  const opened = openRaw(port, headers, protocols);
  clean.push(() => opened.socket.terminate());
  return opened;
}

const command = (type: string, data: unknown, sid?: string): Extract<Frame, { kind: 'cmd' }> => ({
  v: 1,
  id: crypto.randomUUID(),
  kind: 'cmd',
  type,
  ts: Date.now(),
  sid,
  data,
});

/** A bare socket that has said hello: its session. */
async function greeted(port: number): Promise<RawSocket & { sid: string }> {
  const opened = raw(port, { origin: server.origin });
  const hello = await opened.next();
  if (hello.kind !== 'evt') throw new Error('no hello');
  const { nonce } = events.HELLO.parse(hello.data);
  opened.socket.send(JSON.stringify(command('HELLO', { origin: server.origin, ticket: await server.ticket(nonce) })));
  expect(await opened.next()).toMatchObject({ kind: 'evt', type: 'PAIRING' });
  const ack = await opened.next();
  if (ack.kind !== 'ack') throw new Error('no answer');
  return { ...opened, sid: readAck('HELLO', ack).sid };
}

async function status(port: number): Promise<SimulatorStatus> {
  const response = await fetch(`http://127.0.0.1:${port}/status`);
  return simulatorStatusSchema.parse(await response.json());
}

describe('saying hello', () => {
  it('connects once the person has agreed, and asks only the first time', async () => {
    const asked: string[] = [];
    const simulator = await tool({
      accept: async (origin) => {
        asked.push(origin);
        return true;
      },
    });
    const page = openPage(server, simulator.port);
    clean.push(() => page.connection.disconnect());
    const states: string[] = [];
    page.connection.status.subscribe(() => states.push(page.connection.status.get().state));
    expect(page.connection.status.get().state).toBe('idle');
    page.connection.connect();
    await page.reached('connected');
    expect([...new Set(states)]).toEqual(['connecting', 'pairing', 'connected']);
    expect(page.connection.status.get().tool).toMatchObject({ name: 'Tray simulator' });
    await connected(simulator.port);
    expect(asked).toEqual([server.origin]);
    expect((await status(simulator.port)).sessions).toEqual([server.origin, server.origin]);
  });

  it('turns away a page of another origin, and one without', async () => {
    const simulator = await tool();
    expect(await raw(simulator.port, { origin: 'http://evil.example' }).closed).toBe(4403);
    expect(await raw(simulator.port, {}).closed).toBe(4403);
    const page = openPage({ ...server, origin: 'http://evil.example' }, simulator.port);
    page.connection.connect();
    await page.reached('denied');
  });

  it('turns away a foreign host name, for the status page too', async () => {
    const { port } = await tool();
    expect(await raw(port, { origin: server.origin, host: `evil.example:${port}` }).closed).toBe(4403);
    const answer = await fetch(`http://127.0.0.1:${port}/status`, { headers: { origin: server.origin } });
    expect(answer.status).toBe(403);
  });

  it('closes on a page that says no hello in time, or something else first', async () => {
    const { port } = await tool({ helloMs: 30 });
    expect(await raw(port, { origin: server.origin }).closed).toBe(4401);
    const rude = raw(port, { origin: server.origin });
    await rude.next();
    rude.socket.send(JSON.stringify(command('CLEAR_TRAY', { reason: 'USER' })));
    expect(await rude.closed).toBe(4401);
  });

  it('refuses a ticket for another connection', async () => {
    const { port } = await tool();
    const page = openPage(server, port, { ticket: () => server.ticket('a-nonce-of-another-connection') });
    page.connection.connect();
    await page.reached('denied');
    expect(page.connection.status.get().reason).toContain('another connection');
  });

  it('is denied when the person says no, or the server gives no ticket', async () => {
    const { port } = await tool({ accept: async () => false });
    const refused = openPage(server, port);
    refused.connection.connect();
    await refused.reached('denied');
    const forbidden = openPage(server, port, { ticket: () => Promise.reject(new CallError('FORBIDDEN')) });
    forbidden.connection.connect();
    await forbidden.reached('denied');
    await expect(forbidden.connection.send('CLEAR_TRAY', { reason: 'USER' })).rejects.toThrow(
      'Tray tool not connected',
    );
  });

  it('is incompatible with an old tool, and the tool with a newer page', async () => {
    const old = await tool({ faults: { oldVersion: true } });
    const page = openPage(server, old.port);
    page.connection.connect();
    await page.reached('incompatible');
    const { port } = await tool();
    expect(await raw(port, { origin: server.origin }, ['am-tray.v9']).closed).toBe(4406);
    const newer = await greeted(port);
    newer.socket.send(JSON.stringify({ ...command('CLEAR_TRAY', {}), v: 2 }));
    expect(await newer.closed).toBe(4406);
  });
});

describe('the tray', () => {
  it('takes models whose bytes are what was promised, and tells of each that is not', async () => {
    const { port } = await tool();
    const { connection } = await connected(port);
    const good = server.model(1);
    const seen: number[] = [];
    const answer = await connection.send(
      'INSERT_MODELS',
      {
        models: [
          good,
          server.model(2, undefined, { sha256: '0'.repeat(64) }),
          server.model(3, undefined, { size: 100 }),
          { ...server.model(4), url: good.url },
          server.model(5, undefined, { url: 'http://evil.example/part.stl' }),
        ],
      },
      { onProgress: (progress) => seen.push(progress.fileId) },
    );
    expect(answer).toEqual({
      inserted: [1],
      failed: [
        { fileId: 2, code: 'HASH_MISMATCH' },
        { fileId: 3, code: 'SIZE_MISMATCH' },
        { fileId: 4, code: 'DOWNLOAD_FAILED' },
        { fileId: 5, code: 'URL_REFUSED' },
      ],
    });
    expect(seen).toContain(1);
    expect((await status(port)).tray).toEqual([lineOf(good)]);
  });

  it('estimates from the measured volume, or not at all', async () => {
    const { port } = await tool();
    const { connection } = await connected(port);
    const inches = server.model(2, asciiStl(cube(1)), { units: 'IN', quantity: 1 });
    await connection.send('INSERT_MODELS', { models: [server.model(1), inches] });
    const estimate = await connection.send('REQUEST_DATA', { what: 'ESTIMATE' });
    const volume = 2 * 0.1 ** 3 + 0.0254 ** 3;
    if (estimate.what !== 'ESTIMATE') throw new Error('not an estimate');
    expect(estimate.materialM3).toBeCloseTo(volume, 9);
    expect(estimate.durationSeconds).toBe(Math.round(1_800 + (volume / 0.001) * 3_600));
    expect(await connection.send('REQUEST_DATA', { what: 'PRINTER' })).toMatchObject({ printer: { process: 'SAF' } });

    const step = server.model(3, new TextEncoder().encode('ISO-10303-21;'), { ext: 'step', fileName: 'a.step' });
    await connection.send('INSERT_MODELS', { models: [step] });
    await expect(connection.send('REQUEST_DATA', { what: 'ESTIMATE' })).rejects.toMatchObject({ code: 'NO_ESTIMATE' });
  });

  it('is cleared, downloads under way included', async () => {
    const { port } = await tool();
    const { connection } = await connected(port);
    await connection.send('INSERT_MODELS', { models: [server.model(1), server.model(2)] });
    const inserting = connection.send('INSERT_MODELS', { models: [server.model(3)] });
    expect(await connection.send('CLEAR_TRAY', { reason: 'USER' })).toEqual({ removed: 2 });
    expect(await inserting).toEqual({ inserted: [], failed: [{ fileId: 3, code: 'CANCELLED' }] });
    expect((await status(port)).tray).toEqual([]);
  });

  it('follows a job from the queue to its submission', async () => {
    const { port } = await tool();
    const { connection } = await connected(port);
    const model = server.model(1);
    await expect(connection.send('INSERT_JOB', jobOf([lineOf(model)]))).rejects.toMatchObject({
      code: 'MODEL_MISSING',
    });
    await connection.send('LOGIN', {
      serverOrigin: server.origin,
      user: { firstName: 'Ada', lastName: 'King' },
      facilityId: 3,
      code: server.code(),
    });
    await connection.send('INSERT_MODELS', { models: [model] });
    expect(await connection.send('INSERT_JOB', jobOf([lineOf(model)]))).toEqual({ accepted: true });
    await connection.send('FROM_DATE', { fromDate: '1760007200000', toDate: '1760010800000' });
    expect(await status(port)).toMatchObject({
      user: 'Ada King',
      signedIn: true,
      job: { jobId: 12 },
      slot: { fromDate: '1760007200000' },
    });
    await connection.send('JOB_SUBMITTED_SUCCESS', { jobId: 12, created: false, status: 'QUEUED' });
    expect(await status(port)).toMatchObject({ job: null, slot: null, submitted: [{ jobId: 12, created: false }] });
  });

  it('hands the tray to the page to save, and hears when the job has left the queue', async () => {
    const simulator = await tool();
    const saved: CommandData<'SAVE_JOB'>[] = [];
    let queued = true;
    const { connection } = await connected(simulator.port, {
      handlers: {
        SAVE_JOB: async (data) => {
          if (!queued) throw new CallError('JOB_NOT_QUEUED');
          saved.push(data);
          return {};
        },
        REQUEST_DATA: () => Promise.reject(new TrayError('UNSUPPORTED', '')),
      },
    });
    await expect(simulator.saveJob()).rejects.toMatchObject({ code: 'NO_ESTIMATE' });
    const model = server.model(1);
    await connection.send('INSERT_MODELS', { models: [model] });
    await connection.send('INSERT_JOB', jobOf([lineOf(model)]));
    expect(await simulator.saveJob()).toMatchObject({ status: 'OK' });
    expect(saved).toMatchObject([{ jobId: 12, tray: [lineOf(model)], durationSeconds: 9_000 }]);
    queued = false;
    expect(await simulator.saveJob()).toMatchObject({
      status: 'ERROR',
      code: 'JOB_NOT_QUEUED',
      message: 'The job is no longer in queue.',
    });
  });

  it('answers a job that is not queued with an error', async () => {
    const { port } = await tool({ faults: { notQueued: true } });
    const { connection } = await connected(port);
    const model = server.model(1);
    await connection.send('INSERT_MODELS', { models: [model] });
    await expect(connection.send('INSERT_JOB', jobOf([lineOf(model)]))).rejects.toMatchObject({
      code: 'JOB_NOT_QUEUED',
    });
  });
});

describe('when things go wrong', () => {
  it('repeats the answer to a command that comes again, and does it once', async () => {
    const { port } = await tool();
    const page = await greeted(port);
    const insert = command('INSERT_MODELS', { models: [server.model(1)] }, page.sid);
    const answers: Frame[] = [];
    for (const frame of [insert, insert]) {
      page.socket.send(JSON.stringify(frame));
      let answer = await page.next();
      while (answer.kind === 'evt') answer = await page.next();
      answers.push(answer);
    }
    expect(answers[0]).toMatchObject({ status: 'OK', data: { inserted: [1], failed: [] } });
    expect(answers[1]).toEqual(answers[0]);
    expect(server.fetched()).toBe(1);
    expect(await status(port)).toMatchObject({ done: 1, repeated: 1 });
  });

  it('loses the connection with an answer under way, comes back, and inserts once', async () => {
    // Command 1 is the comparison after connecting, command 2 the insertion.
    const { port } = await tool({ faults: { drop: 2 } });
    const page = await connected(port);
    await expect.poll(() => page.trays).toEqual([[]]);
    const model = server.model(1);
    const answer = page.connection.send('INSERT_MODELS', { models: [model] });
    await page.reached('lost');
    expect(await answer).toEqual({ inserted: [1], failed: [] });
    await expect.poll(() => page.trays).toEqual([[], [lineOf(model)]]);
    expect(server.fetched()).toBe(1);
    expect(await status(port)).toMatchObject({ done: 3, repeated: 1, tray: [lineOf(model)] });
  });

  it('comes through even when every answer is lost once', async () => {
    const { port } = await tool({ faults: { drop: 1 } });
    const page = await connected(port);
    await expect.poll(() => page.trays, { timeout: 4_000 }).toEqual([[]]);
    await page.reached('connected');
    expect(await status(port)).toMatchObject({ done: 1, repeated: 1 });
  });

  it('is not confused by answers that come twice, or late', async () => {
    const { port } = await tool({ faults: { duplicate: true, slow: 60 } });
    const { connection } = await connected(port);
    const late = connection.send('CLEAR_TRAY', { reason: 'USER' }, { timeout: 10 });
    await expect(late).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(await connection.send('CLEAR_TRAY', { reason: 'RESYNC' })).toEqual({ removed: 0 });
    expect(await connection.send('REQUEST_DATA', { what: 'TRAY' })).toEqual({ what: 'TRAY', tray: [] });
  });

  it('answers what it does not know or cannot read with an error, and goes on', async () => {
    const { port } = await tool();
    const page = await greeted(port);
    const expectError = async (frame: Frame, code: string): Promise<void> => {
      page.socket.send(JSON.stringify(frame));
      expect(await page.next()).toMatchObject({ kind: 'ack', status: 'ERROR', code });
    };
    await expectError(command('FOLD_TRAY', {}, page.sid), 'UNSUPPORTED');
    await expectError(command('CLEAR_TRAY', { reason: 7 }, page.sid), 'INVALID_DATA');
    await expectError(command('CLEAR_TRAY', { reason: 'USER' }, 'another-session'), 'NO_SESSION');
    page.socket.send(JSON.stringify({ ...command('CLEAR_TRAY', { reason: 'USER' }, page.sid), future: true }));
    expect(await page.next()).toMatchObject({ status: 'OK', data: { removed: 0 } });
  });

  it('closes on a frame over one megabyte, one that is no JSON, and a binary one', async () => {
    const { port } = await tool();
    const closeFor = async (data: string | Uint8Array): Promise<number> => {
      const opened = raw(port, { origin: server.origin });
      await opened.next();
      opened.socket.send(data);
      return opened.closed;
    };
    expect(await closeFor('x'.repeat(1_048_577))).toBe(1009);
    expect(await closeFor('hello')).toBe(4400);
    expect(await closeFor(new Uint8Array([1, 2, 3]))).toBe(4400);
  });

  it('sends no frame over one megabyte, and stays connected', async () => {
    const { port } = await tool();
    const { connection } = await connected(port);
    const models = Array.from({ length: 500 }, (_, i) =>
      server.model(i + 1, new Uint8Array(0), { url: `${server.origin}/${'long'.repeat(600)}` }),
    );
    await expect(connection.send('INSERT_MODELS', { models })).rejects.toMatchObject({ code: 'FRAME_TOO_LARGE' });
    expect(await connection.send('CLEAR_TRAY', { reason: 'USER' })).toEqual({ removed: 0 });
  });
});
