// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Bridge, connectBridge } from './bridge.ts';
import type { Command } from './protocol.ts';

const around = 'https://intranet.example';
const other = 'https://erp.example';
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const postMessage = vi.fn();
const parent = window;
const obeyed: Command[] = [];
let arrivals: EventTarget;
let bridge: Bridge;

const connect = (known: string | null) => {
  arrivals = new EventTarget();
  bridge = connectBridge({
    ancestors: [around, other],
    around: known,
    parent: Object.assign(parent, { postMessage }),
    arrivals,
    obey: (command) =>
      command.type !== 'navigate' || command.path.startsWith('/apps/acme.plates') ? obeyed.push(command) > 0 : false,
    log,
  });
};
const arrive = (
  data: unknown,
  { origin = around, source = parent }: { origin?: string; source?: Window | null } = {},
) => arrivals.dispatchEvent(new MessageEvent('message', { data, origin, source }));

beforeEach(() => {
  vi.clearAllMocks();
  obeyed.length = 0;
  connect(around);
});

describe('the page around', () => {
  it.each<Command>([
    { sinter: 1, type: 'hello' },
    { sinter: 1, type: 'measure' },
    { sinter: 1, type: 'theme', theme: 'dark' },
    { sinter: 1, type: 'language', language: 'de_DE' },
    { sinter: 1, type: 'navigate', path: '/apps/acme.plates/7?tab=2#end' },
  ])('is obeyed: $type', (command) => {
    arrive(command);
    expect(obeyed).toEqual([command]);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it.each([
    ['of a later version', { sinter: 2, type: 'hello' }],
    ['of no known type', { sinter: 1, type: 'sign-out' }],
    ['with more than it should have', { sinter: 1, type: 'hello', more: 'x'.repeat(1_000_000) }],
    ['with an endless path', { sinter: 1, type: 'navigate', path: `/apps/acme.plates?${'x'.repeat(1_000_000)}` }],
    ['to another site', { sinter: 1, type: 'navigate', path: '//evil.example/apps/acme.plates' }],
    ['to another site in disguise', { sinter: 1, type: 'navigate', path: '/\\evil.example' }],
    ['to another site once resolved', { sinter: 1, type: 'navigate', path: '/x/..//evil.example' }],
    ['with a script', { sinter: 1, type: 'navigate', path: 'javascript:alert(1)' }],
    ['to another plugin', { sinter: 1, type: 'navigate', path: '/apps/acme.others' }],
    ['in no language', { sinter: 1, type: 'language', language: '../../x' }],
    ['that is a text', 'navigate'],
    ['that is nothing', null],
  ])('is ignored with a message %s, and that is written down', (_what, data) => {
    arrive(data);
    expect(obeyed).toEqual([]);
    expect(log.warn).toHaveBeenCalledTimes(1);
  });
});

it('nobody else is obeyed: another origin, another window', () => {
  arrive({ sinter: 1, type: 'theme', theme: 'dark' }, { origin: 'https://evil.example' });
  arrive({ sinter: 1, type: 'theme', theme: 'dark' }, { origin: other });
  arrive({ sinter: 1, type: 'theme', theme: 'dark' }, { source: null });
  expect(obeyed).toEqual([]);
  expect(log.warn).toHaveBeenCalledTimes(3);
  // Frames of plugins inside say hello in words of their own.
  arrive('sinter:frame', { origin: 'null', source: null });
  expect(log.warn).toHaveBeenCalledTimes(3);
});

it('a flood does not fill the log', () => {
  for (let at = 0; at < 500; at++) arrive('flood');
  expect(log.warn).toHaveBeenCalledTimes(20);
});

it('tells the page around and no other', () => {
  bridge.tell({ type: 'size', height: 480 });
  expect(postMessage.mock.calls).toEqual([[{ sinter: 1, type: 'size', height: 480 }, around]]);
});

it('tells every allowed origin, of which the browser reaches one, until the page around has spoken', () => {
  connect(null);
  bridge.tell({ type: 'title', title: 'Plates' });
  expect(postMessage.mock.calls.map(([, origin]) => origin)).toEqual([around, other]);
  postMessage.mockClear();
  arrive({ sinter: 1, type: 'hello' }, { origin: other });
  bridge.tell({ type: 'title', title: 'Plates' });
  expect(postMessage.mock.calls.map(([, origin]) => origin)).toEqual([other]);
  connect('https://evil.example');
  postMessage.mockClear();
  bridge.tell({ type: 'title', title: 'Plates' });
  expect(postMessage).not.toHaveBeenCalled();
});
