import { describe, expect, it } from 'vitest';
import { TrayConnection } from './client.ts';
import type { TrayTimers } from './client.ts';
import { TrayError } from './TrayError.ts';
import type { Frame } from './messages.ts';
import type { TrayListener } from './transport.ts';

/** Time that passes when told to. */
function clock(random: () => number): TrayTimers & { pass(ms: number): void } {
  let now = 1_760_000_000_000;
  const timers = new Set<{ at: number; run: () => void }>();
  return {
    now: () => now,
    random,
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    pass(ms) {
      const until = now + ms;
      for (;;) {
        const [next] = [...timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at);
        if (!next) break;
        now = next.at;
        timers.delete(next);
        next.run();
      }
      now = until;
    },
  };
}

const toolFrame = (type: string, data: unknown): Frame => ({
  v: 1,
  id: crypto.randomUUID(),
  kind: 'evt',
  type,
  ts: 0,
  data,
});
const ack = (replyTo: string, data: unknown): Frame => ({
  v: 1,
  kind: 'ack',
  replyTo,
  status: 'OK',
  code: '',
  message: '',
  data,
});

interface PlayedLink {
  listener: TrayListener;
  sent: Frame[];
  closed: number | null;
}

/** A client whose connections the test plays the tool for. */
function bench(random = 1) {
  const timers = clock(() => random);
  const links: PlayedLink[] = [];
  const connection = new TrayConnection({
    transport: {
      connect(listener) {
        const link: PlayedLink = { listener, sent: [], closed: null };
        links.push(link);
        return {
          send: (frame) => void link.sent.push(frame),
          close: (code) => {
            link.closed = code;
          },
        };
      },
    },
    origin: 'http://localhost:4000',
    ticket: async () => 'ticket',
    handlers: {
      SAVE_JOB: async () => ({}),
      REQUEST_DATA: () => Promise.reject(new TrayError('UNSUPPORTED', '')),
    },
    reconcile: () => {},
    log: { debug() {}, info() {}, warn() {}, error() {} },
    timers,
  });
  const newest = () => {
    const link = links.at(-1);
    if (!link) throw new Error('no connection was opened');
    return link;
  };
  const settle = () => new Promise((done) => setTimeout(done));
  return {
    connection,
    timers,
    links,
    newest,
    settle,
    async greet() {
      const link = newest();
      link.listener.frame(
        toolFrame('HELLO', {
          tool: 'A slicer',
          version: '3',
          protocols: ['am-tray.v1'],
          nonce: 'n'.repeat(20),
          caps: [],
        }),
      );
      await settle();
      const hello = link.sent[0];
      if (hello?.kind !== 'cmd') throw new Error('no hello was sent');
      link.listener.frame(ack(hello.id, { sid: 's1', heartbeatSeconds: 15 }));
      await settle();
    },
  };
}

describe('TrayConnection', () => {
  it('opens nothing until asked', () => {
    const { links, timers } = bench();
    timers.pass(600_000);
    expect(links).toHaveLength(0);
  });

  it('tries again ever more seldom, between half a second and thirty', () => {
    const { connection, timers, links, newest } = bench();
    const delays: number[] = [];
    connection.connect();
    for (let attempt = 1; attempt <= 8; attempt++) {
      newest().listener.closed(1006, '');
      expect(connection.status.get().state).toBe('lost');
      const before = timers.now();
      while (links.length === attempt) timers.pass(100);
      delays.push(timers.now() - before);
    }
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    const eager = bench(0);
    eager.connection.connect();
    eager.newest().listener.closed(1006, '');
    eager.timers.pass(500);
    expect(eager.links).toHaveLength(2);
  });

  it('tries at once when asked while lost', () => {
    const { connection, links, newest } = bench();
    connection.connect();
    newest().listener.closed(1006, '');
    connection.connect();
    connection.connect();
    expect(links).toHaveLength(2);
  });

  it('says a heartbeat every 15 s and gives up a tool that has gone silent', async () => {
    const { connection, timers, greet, newest } = bench();
    connection.connect();
    await greet();
    const link = newest();
    timers.pass(15_000);
    link.listener.frame(toolFrame('PONG', {}));
    timers.pass(15_000);
    expect(link.sent.filter((frame) => frame.kind === 'evt' && frame.type === 'PING')).toHaveLength(2);
    timers.pass(15_000);
    expect(connection.status.get().state).toBe('connected');
    timers.pass(15_000);
    expect(link.closed).toBe(4408);
    expect(connection.status.get().state).toBe('lost');
  });

  it('keeps 50 commands while lost, sends them in order when back, and gives each up in its time', async () => {
    const { connection, timers, newest, greet } = bench();
    connection.connect();
    const asked = Array.from({ length: 50 }, (_, i) =>
      connection.send('FROM_DATE', { fromDate: String(i), toDate: '99' }).catch((error: unknown) => error),
    );
    await expect(connection.send('CLEAR_TRAY', { reason: 'USER' })).rejects.toThrow('Tray tool not connected');
    newest().listener.closed(1006, '');
    timers.pass(1_000);
    await greet();
    const sent = newest().sent.flatMap((frame) => (frame.kind === 'cmd' && frame.type === 'FROM_DATE' ? [frame] : []));
    expect(sent.map((frame) => frame.data)).toEqual(asked.map((_, i) => ({ fromDate: String(i), toDate: '99' })));
    expect(sent[0]?.sid).toBe('s1');
    timers.pass(10_000);
    expect(await asked[0]).toMatchObject({ code: 'TIMEOUT' });
  });

  it('sends a command again under the same id after the connection was lost', async () => {
    const { connection, timers, newest, greet } = bench();
    connection.connect();
    await greet();
    const cleared = connection.send('CLEAR_TRAY', { reason: 'USER' });
    const first = newest().sent.at(-1);
    newest().listener.closed(1006, '');
    timers.pass(1_000);
    await greet();
    const again = newest().sent.find((frame) => frame.kind === 'cmd' && frame.type === 'CLEAR_TRAY');
    expect(again).toEqual(first);
    if (again?.kind !== 'cmd') throw new Error('not sent again');
    newest().listener.frame(ack(again.id, { removed: 4 }));
    expect(await cleared).toEqual({ removed: 4 });
  });

  it('refuses what waits when the person leaves', async () => {
    const { connection, newest } = bench();
    connection.connect();
    const cleared = connection.send('CLEAR_TRAY', { reason: 'USER' });
    connection.disconnect();
    await expect(cleared).rejects.toMatchObject({ code: 'NOT_CONNECTED' });
    expect(connection.status.get().state).toBe('idle');
    expect(newest().closed).toBe(1000);
  });
});
