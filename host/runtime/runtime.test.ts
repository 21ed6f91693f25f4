import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { defineEvent } from '@sinter/sdk/contract/event';
import { anyMember } from '@sinter/sdk/contract/guard';
import { createSlot, createToken } from '@sinter/sdk/plugin';
import type { PluginHost } from '@sinter/sdk/plugin';
import { Page, fakeHost, hang, manifestOf, pluginOf, unreachable, withPage } from './fixtures.ts';
import type { FakeHost } from './fixtures.ts';
import type { Runtime } from './runtime.ts';

const [orders, scheduling, quality] = [
  pluginOf('orders'),
  pluginOf('scheduling', { startsAfter: ['orders'] }),
  pluginOf('quality'),
];
const phase = (runtime: Runtime, id: string) => runtime.state(id).get()?.phase;
const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { kind?: string }) => error.kind,
  );

let browser: FakeHost;
beforeEach(() => {
  vi.useFakeTimers();
  browser = fakeHost();
});
afterEach(() => {
  const left = vi.getTimerCount();
  vi.useRealTimers();
  if (left > 0) throw new Error(`${left} timers are left.`);
});
/** Lets time pass until the work has ended. */
const settled = async <T>(work: Promise<T>): Promise<T> => {
  work.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  return work;
};

describe('starting', () => {
  it('downloads nothing before it is needed, and required plugins first', async () => {
    const set: string[] = [];
    for (const plugin of [orders, scheduling, quality]) {
      browser.serve(plugin, (host) => {
        set.push(host.id);
        withPage(host);
      });
    }
    const runtime = browser.run(orders, scheduling, quality);
    expect(browser.system.requests).toEqual([]);
    expect(phase(runtime, 'orders')).toBe('listed');

    const load = await runtime.page('scheduling', 'main');
    expect((await load()).default).toBe(Page);
    expect(set).toEqual(['orders', 'scheduling']);
    expect([phase(runtime, 'orders'), phase(runtime, 'scheduling'), phase(runtime, 'quality')]).toEqual([
      'active',
      'active',
      'listed',
    ]);
    expect([...browser.sheets]).toEqual(['/plugins/orders/1.0.0/style.css', '/plugins/scheduling/1.0.0/style.css']);
  });

  it('runs setup once for several callers at the same time', async () => {
    const setup = vi.fn(withPage);
    browser.serve(orders, setup);
    const runtime = browser.run(orders);
    await Promise.all([runtime.page('orders', 'main'), runtime.page('orders', 'main')]);
    await runtime.page('orders', 'main');
    expect(setup).toHaveBeenCalledTimes(1);
  });

  it('gives SystemJS a hash for every file, and no key or address outside the plugin', async () => {
    const plugin = pluginOf('orders', { depcache: { 'entry.js': ['page.js'] } });
    browser.serve(plugin, withPage);
    await browser.run(plugin).page('orders', 'main');
    const [map] = browser.system.maps;
    expect(map?.imports).toEqual({ '@plugins/orders': '/plugins/orders/1.0.0/entry.js' });
    expect(Object.keys(map?.integrity ?? {}).sort()).toEqual(
      ['entry.js', 'page.js', 'style.css'].map((file) => plugin.baseUrl + file),
    );
    expect(map?.depcache).toEqual({
      '/plugins/orders/1.0.0/entry.js': ['https://host.test/plugins/orders/1.0.0/page.js'],
    });
  });

  it('tells every phase', async () => {
    browser.serve(orders, withPage);
    const runtime = browser.run(orders);
    const phases: (string | undefined)[] = [];
    runtime.state('orders').subscribe(() => phases.push(phase(runtime, 'orders')));
    await runtime.page('orders', 'main');
    await runtime.apply(manifestOf([]));
    expect(phases).toEqual(['preflight', 'loading', 'ready', 'active', 'draining', 'stopped', 'listed', undefined]);
  });

  it('starts without texts that cannot be loaded', async () => {
    browser.loadTexts.mockImplementationOnce(() => Promise.reject(new Error('404')));
    browser.serve(orders, withPage);
    await browser.run(orders).page('orders', 'main');
    expect(browser.log.warn).toHaveBeenCalled();
  });
});

describe('a failure', () => {
  const entry = orders.baseUrl + orders.entry;

  it('while loading ends after its limit and delays no other plugin', async () => {
    browser.system.serve(entry, hang);
    browser.serve(quality, withPage);
    const runtime = browser.run(orders, quality);
    const hung = kindOf(runtime.page('orders', 'main'));
    await runtime.page('quality', 'main');
    expect(phase(runtime, 'quality')).toBe('active');
    expect(await settled(hung)).toBe('timeout');
    expect(phase(runtime, 'orders')).toBe('quarantined');
    expect(browser.failures).toHaveLength(3);
    expect(browser.failures[0]).toEqual({
      pluginId: 'orders',
      version: '1.0.0',
      kind: 'timeout',
      message: 'Loading orders took longer than 4 s.',
    });
  });

  it('in setup leaves nothing behind, even when setup continues later', async () => {
    let proceed: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (proceed = resolve));
    const late = vi.fn();
    browser.serve(orders, async (host) => {
      host.location.subscribe(() => undefined);
      await waiting;
      try {
        withPage(host);
      } catch (error) {
        late(error);
      }
    });
    const runtime = browser.run(orders);
    const own = browser.listeners();
    expect(await settled(kindOf(runtime.page('orders', 'main')))).toBe('timeout');
    expect([browser.sheets.size, browser.texts.size, browser.listeners()]).toEqual([0, 0, own]);
    proceed();
    await vi.advanceTimersByTimeAsync(0);
    expect(late).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['evaluation', () => Promise.reject(new Error('x is not defined'))],
    [
      'missing-dependency',
      () => Promise.reject(new Error("Unable to resolve bare specifier 'vue' (SystemJS Error#8 …)")),
    ],
    ['invalid-module', { default: 42 }],
    ['invalid-module', { default: { id: 'admin', setup: () => undefined } }],
    ['setup', { default: { id: 'orders', setup: () => Promise.reject(new Error('no')) } }],
    ['invalid-module', { default: { id: 'orders', setup: () => undefined } }],
  ])('is reported as %s', async (kind, module) => {
    browser.system.serve(entry, module);
    const runtime = browser.run(orders);
    expect(await settled(kindOf(runtime.page('orders', 'main')))).toBe(kind);
    expect(browser.failures[0]?.kind).toBe(kind);
    expect(runtime.state('orders').get()?.failure?.kind).toBe(kind);
  });

  it.each([
    ['network', () => Promise.reject(new TypeError('offline'))],
    ['network', () => Promise.resolve({ ok: false, status: 404 })],
    ['integrity', () => Promise.resolve({ ok: false, status: 409 })],
    [
      'integrity',
      (_url: string, { integrity }: { integrity?: string }) =>
        integrity ? Promise.reject(new TypeError('mismatch')) : Promise.resolve({ ok: true, status: 200 }),
    ],
  ])('to fetch is told apart: %s', async (kind, probe) => {
    browser.probe.mockImplementation(probe);
    const runtime = browser.run(orders);
    expect(await settled(kindOf(runtime.page('orders', 'main')))).toBe(kind);
  });

  it('is never remembered: the next try asks the server again', async () => {
    let down = true;
    browser.system.serve(entry, () => {
      if (down) throw unreachable(entry);
      return { default: { id: 'orders', setup: withPage } };
    });
    const runtime = browser.run(orders);
    const page = runtime.page('orders', 'main');
    await vi.advanceTimersByTimeAsync(100);
    expect(phase(runtime, 'orders')).toBe('failed');
    down = false;
    await settled(page);
    expect(runtime.state('orders').get()).toMatchObject({ phase: 'active', attempt: 2, failure: null });
    expect(browser.system.requests).toHaveLength(2);
  });

  it('three times in a row is final until a user retries', async () => {
    const runtime = browser.run(orders);
    await settled(kindOf(runtime.page('orders', 'main')));
    expect(browser.system.requests).toHaveLength(3);
    expect(await kindOf(runtime.page('orders', 'main'))).toBe('network');
    expect(browser.system.requests).toHaveLength(3);
    browser.serve(orders, withPage);
    await settled(runtime.retry('orders'));
    expect(phase(runtime, 'orders')).toBe('active');
  });

  it('of a required plugin fails the dependant, which makes no tries of its own', async () => {
    browser.serve(scheduling, withPage);
    const runtime = browser.run(orders, scheduling);
    expect(await settled(kindOf(runtime.page('scheduling', 'main')))).toBe('missing-dependency');
    expect(phase(runtime, 'scheduling')).toBe('failed');
    browser.serve(orders, withPage);
    await settled(runtime.retry('orders'));
    await settled(runtime.page('scheduling', 'main'));
    expect(phase(runtime, 'scheduling')).toBe('active');
  });

  it.each([
    ['a file outside its package', { entry: '../../shared/react.js' }],
    ['a file without a hash', { styles: ['other.css'] }],
    ['an address outside its folder', { files: { ...orders.files, 'https://evil.test/x.js': 'sha384-' } }],
  ])('is certain for %s, before anything is fetched', async (_, change) => {
    expect(await kindOf(browser.run(pluginOf('orders', change)).page('orders', 'main'))).toBe('incompatible');
    expect(browser.system.requests).toEqual([]);
  });

  it('is certain for plugins that require each other', async () => {
    const runtime = browser.run(pluginOf('orders', { startsAfter: ['scheduling'] }), scheduling);
    expect(await kindOf(runtime.page('orders', 'main'))).toBe('missing-dependency');
  });

  it('of a chunk of a page reaches its caller, and the next try fetches the chunk again', async () => {
    const chunk = `${orders.baseUrl}page.js`;
    browser.serve(orders, (host) =>
      host.page('main', async () => {
        await browser.system.import(chunk);
        return { default: Page };
      }),
    );
    const runtime = browser.run(orders);
    const load = await runtime.page('orders', 'main');
    expect(await settled(kindOf(load()))).toBe('network');
    expect(runtime.state('orders').get()).toMatchObject({ phase: 'active', failure: { kind: 'network' } });
    browser.system.serve(chunk, {});
    expect(await load()).toEqual({ default: Page });
    expect(browser.system.requests.filter((url) => url.endsWith('entry.js'))).toHaveLength(1);
  });

  it('while drawing is noted, and the plugin continues', async () => {
    browser.serve(orders, withPage);
    const runtime = browser.run(orders);
    await runtime.page('orders', 'main');
    runtime.reportRenderFailure('orders', new Error('undefined is not a function'));
    expect(runtime.state('orders').get()).toMatchObject({ phase: 'active', failure: { kind: 'render' } });
    expect(browser.failures).toHaveLength(1);
  });

  it('explains why a page is missing', async () => {
    const absent = [
      { kind: 'plugin' as const, id: 'quality', code: 'module-off' as const, text: 'Quality is switched off.' },
    ];
    const runtime = browser.runManifest(manifestOf([orders], { absent }));
    await expect(runtime.page('quality', 'main')).rejects.toMatchObject({
      kind: 'not-granted',
      message: 'Quality is switched off.',
    });
    expect(await kindOf(runtime.page('orders', 'other'))).toBe('not-granted');
  });
});

describe('following a new manifest', () => {
  it('stops dependants first, each after its screens, the last registered first', async () => {
    const seen: string[] = [];
    for (const plugin of [orders, scheduling]) {
      browser.serve(plugin, (host) => {
        withPage(host);
        host.onStop(() => seen.push(`${host.id} first`));
        host.onStop(() => {
          seen.push(`${host.id} second`);
          throw new Error('careless');
        });
      });
    }
    browser.drain.mockImplementation(async (id) => void seen.push(`${id} drained`));
    const runtime = browser.run(orders, scheduling);
    await runtime.page('scheduling', 'main');
    await runtime.apply(manifestOf([]));
    expect(seen).toEqual([
      'scheduling drained',
      'scheduling second',
      'scheduling first',
      'orders drained',
      'orders second',
      'orders first',
    ]);
    expect(runtime.states.get().size).toBe(0);
    expect(browser.sheets.size).toBe(0);
  });

  it('asks about unsaved work, and waits for the answer', async () => {
    let dirty = true;
    browser.serve(scheduling, (host) => {
      withPage(host);
      host.beforeStop(() => (dirty ? 'unsaved' : 'ready'));
    });
    browser.serve(orders, withPage);
    const runtime = browser.run(orders, scheduling);
    await runtime.page('scheduling', 'main');
    expect(runtime.unsaved()).toBe(true);

    browser.confirmStop.mockResolvedValueOnce(false);
    await runtime.apply(manifestOf([]));
    expect(browser.confirmStop.mock.calls).toEqual([['scheduling']]);
    expect([phase(runtime, 'orders'), phase(runtime, 'scheduling')]).toEqual(['active', 'active']);
    expect(await kindOf(runtime.page('scheduling', 'main'))).toBe('not-granted');

    browser.location.set({ pathname: '/elsewhere', search: '', params: {} });
    await vi.advanceTimersByTimeAsync(0);
    expect(phase(runtime, 'scheduling')).toBe('active');
    dirty = false;
    browser.location.set({ pathname: '/', search: '', params: {} });
    await vi.advanceTimersByTimeAsync(0);
    expect(runtime.states.get().size).toBe(0);
    expect(browser.confirmStop).toHaveBeenCalledTimes(1);
  });

  it('asks without delaying other changes', async () => {
    browser.serve(orders, (host) => {
      withPage(host);
      host.beforeStop(() => 'unsaved');
    });
    browser.serve(quality, withPage);
    const runtime = browser.run(orders, quality);
    await runtime.page('orders', 'main');
    await runtime.page('quality', 'main');
    let answer = (_stop: boolean): void => undefined;
    browser.confirmStop.mockImplementationOnce(() => new Promise((resolve) => void (answer = resolve)));
    const asking = runtime.apply(manifestOf([quality]));
    await runtime.apply(manifestOf([]));
    expect([...runtime.states.get().keys()]).toEqual(['orders']);
    expect(browser.confirmStop).toHaveBeenCalledTimes(1);
    answer(true);
    await asking;
    expect(runtime.states.get().size).toBe(0);
  });

  it('offers the pages of a plugin again as soon as the manifest lists it', async () => {
    browser.serve(orders, withPage);
    const runtime = browser.run(orders);
    await runtime.page('orders', 'main');
    browser.drain.mockImplementationOnce(() => new Promise((done) => void setTimeout(done, 100)));
    const off = runtime.apply(manifestOf([]));
    await vi.advanceTimersByTimeAsync(10);
    const on = runtime.apply(manifestOf([orders]));
    const page = runtime.page('orders', 'main');
    await vi.advanceTimersByTimeAsync(200);
    expect(await page).toBeTypeOf('function');
    await Promise.all([off, on]);
    expect(phase(runtime, 'orders')).toBe('active');
  });

  it('is applied while another plugin is being tried', async () => {
    browser.system.serve(orders.baseUrl + orders.entry, hang);
    browser.serve(quality, withPage);
    const runtime = browser.run(orders, quality);
    const retried = kindOf(runtime.retry('orders'));
    await runtime.page('quality', 'main');
    await runtime.apply(manifestOf([orders]));
    expect([...runtime.states.get().keys()]).toEqual(['orders']);
    expect(await settled(retried)).toBe('timeout');
  });

  it('keeps a plugin that returns while it still runs', async () => {
    const setup = vi.fn((host: PluginHost) => {
      withPage(host);
      host.beforeStop(() => 'unsaved');
    });
    browser.serve(orders, setup);
    browser.confirmStop.mockResolvedValue(false);
    const runtime = browser.run(orders);
    await runtime.page('orders', 'main');
    await runtime.apply(manifestOf([]));
    await runtime.apply(manifestOf([orders]));
    await runtime.page('orders', 'main');
    expect(setup).toHaveBeenCalledTimes(1);
    expect(browser.confirmStop).toHaveBeenCalledTimes(1);
  });

  it('cancels a start that is no longer wanted', async () => {
    browser.system.serve(orders.baseUrl + orders.entry, hang);
    const runtime = browser.run(orders);
    const page = kindOf(runtime.page('orders', 'main'));
    await runtime.apply(manifestOf([]));
    expect(await page).toBe('not-granted');
    expect(vi.getTimerCount()).toBe(0);
    expect(browser.failures).toEqual([]);
  });

  const next = pluginOf('orders', { version: '2.0.0' });
  const versions = (host: PluginHost, version: string, seen: string[]) => {
    withPage(host);
    seen.push(`start ${version}`);
    host.onStop(() => seen.push(`stop ${version}`));
  };

  it('replaces a version, and restarts the plugins that require it', async () => {
    const seen: string[] = [];
    const Search = createToken<{ version: number }>('orders/Search@1');
    browser.serve(orders, (host) => {
      versions(host, '1', seen);
      host.provide(Search, { version: 1 });
    });
    browser.serve(next, (host) => {
      versions(host, '2', seen);
      host.provide(Search, { version: 2 });
    });
    browser.serve(scheduling, (host) => {
      withPage(host);
      seen.push(`scheduling with ${host.get(Search).version}`);
      host.onStop(() => seen.push('stop scheduling'));
    });
    const runtime = browser.run(orders, scheduling);
    await runtime.page('scheduling', 'main');
    await runtime.apply(manifestOf([next, scheduling]));
    expect(seen).toEqual(['start 1', 'scheduling with 1', 'stop scheduling', 'stop 1', 'start 2', 'scheduling with 2']);
    expect(runtime.state('orders').get()).toMatchObject({ phase: 'active', version: '2.0.0' });
    expect([...browser.sheets]).toEqual(['/plugins/orders/2.0.0/style.css', '/plugins/scheduling/1.0.0/style.css']);
    expect(browser.system.get('https://host.test/plugins/orders/1.0.0/entry.js')).toBe(null);
  });

  it('continues with the old version when the new one cannot be loaded', async () => {
    const seen: string[] = [];
    browser.serve(orders, (host) => versions(host, '1', seen));
    const runtime = browser.run(orders);
    await runtime.page('orders', 'main');
    await settled(runtime.apply(manifestOf([next])));
    expect(seen).toEqual(['start 1']);
    expect(runtime.state('orders').get()).toMatchObject({
      phase: 'active',
      version: '1.0.0',
      failure: { kind: 'network' },
    });
    expect(browser.failures.map(({ version }) => version)).toEqual(['2.0.0', '2.0.0', '2.0.0']);
    browser.serve(next, (host) => versions(host, '2', seen));
    await runtime.retry('orders');
    expect(runtime.state('orders').get()).toMatchObject({ phase: 'active', version: '2.0.0', failure: null });
  });

  it('returns to the old version when setup of the new one fails', async () => {
    const seen: string[] = [];
    browser.serve(orders, (host) => versions(host, '1', seen));
    browser.serve(next, () => Promise.reject(new Error('broken')));
    const runtime = browser.run(orders);
    await runtime.page('orders', 'main');
    await settled(runtime.apply(manifestOf([next])));
    expect(seen).toEqual(['start 1', 'stop 1', 'start 1']);
    expect(runtime.state('orders').get()).toMatchObject({
      phase: 'active',
      version: '1.0.0',
      failure: { kind: 'setup' },
    });
    await runtime.page('orders', 'main');
  });

  it('takes a plugin out of quarantine when another version comes', async () => {
    const runtime = browser.run(orders);
    await settled(kindOf(runtime.page('orders', 'main')));
    browser.serve(next, withPage);
    await runtime.apply(manifestOf([next]));
    expect(phase(runtime, 'orders')).toBe('listed');
    await runtime.page('orders', 'main');
  });

  it('gives a waiting caller the page of a version that comes meanwhile', async () => {
    browser.system.serve(orders.baseUrl + orders.entry, hang);
    browser.serve(next, withPage);
    const runtime = browser.run(orders);
    const page = runtime.page('orders', 'main');
    await runtime.apply(manifestOf([next]));
    expect((await (await page)()).default).toBe(Page);
  });

  it('does not wait forever for screens that do not close', async () => {
    browser.serve(orders, withPage);
    browser.drain.mockImplementation(hang);
    const runtime = browser.run(orders);
    await runtime.page('orders', 'main');
    await settled(runtime.apply(manifestOf([])));
    expect(browser.sheets.size).toBe(0);
    expect(browser.failures).toMatchObject([{ kind: 'timeout' }]);
  });
});

describe('slots', () => {
  const Tabs = createSlot<{ orderId: number }>('orders/Tabs@1');
  const filler = pluginOf('quality', {
    slots: [
      { slot: Tabs.id, id: 'ncr' },
      { slot: Tabs.id, id: 'capa' },
    ],
  });
  const Tab = (_props: { orderId: number }) => null;
  const fill = (host: PluginHost) => {
    host.slot(Tabs, { id: 'ncr', label: 'tab', load: () => Promise.resolve({ default: Tab }) });
    host.slot(Tabs, { id: 'capa', order: 5, load: () => Promise.resolve({ default: Tab }) });
  };

  it('fetch the code of their contributions when they are first shown, in order', async () => {
    browser.serve(filler, fill);
    const runtime = browser.run(orders, filler);
    const slot = runtime.slot(Tabs);
    expect([slot.get(), browser.system.requests]).toEqual([[], []]);
    const drawable: boolean[] = [];
    const unsubscribe = slot.subscribe(() => drawable.push(runtime.host('quality') !== undefined));
    await vi.advanceTimersByTimeAsync(0);
    expect(slot.get().map(({ pluginId, id, order, label }) => [pluginId, id, order, label])).toEqual([
      ['quality', 'capa', 5, undefined],
      ['quality', 'ncr', 100, 'tab'],
    ]);
    expect(slot.get()).toBe(slot.get());
    // A screen draws contributions of running plugins only, and looks again only when the slot tells it to.
    expect(drawable.at(-1)).toBe(true);
    expect((await slot.get()[0]?.load())?.default).toBe(Tab);
    unsubscribe();
  });

  it('follow the manifest while they are on the screen', async () => {
    browser.serve(filler, fill);
    const runtime = browser.run(orders);
    const slot = runtime.slot(Tabs);
    slot.subscribe(() => undefined);
    await runtime.apply(manifestOf([orders, filler]));
    await vi.advanceTimersByTimeAsync(0);
    expect(slot.get()).toHaveLength(2);
    await runtime.apply(manifestOf([orders]));
    expect(slot.get()).toEqual([]);
  });

  it('accept only what plugin.json declares', async () => {
    browser.serve(orders, fill);
    expect(await settled(kindOf(browser.run(orders).page('orders', 'main')))).toBe('setup');
  });
});

describe('the host object', () => {
  const Search = createToken<{ find(): string }>('orders/Search@1');

  it('names the missing service when no plugin provides it', async () => {
    browser.serve(orders, (host) => void host.get(createToken<string>('quality/Rules@1')));
    const runtime = browser.run(orders);
    await expect(settled(runtime.page('orders', 'main'))).rejects.toThrow(
      'List quality under "startsAfter" in plugin.json of orders',
    );
  });

  it('lets a plugin provide only its own tokens', async () => {
    browser.serve(quality, (host) => host.provide(Search, { find: () => 'hijacked' }));
    expect(await settled(kindOf(browser.run(quality).page('quality', 'main')))).toBe('setup');
  });

  it('accepts a page that the user may not open, and refuses an undeclared one', async () => {
    const absent = [
      { kind: 'page' as const, id: 'orders/secret', path: '/x', code: 'not-permitted' as const, text: 'no' },
    ];
    browser.serve(orders, (host) => {
      withPage(host);
      host.page('secret', () => Promise.resolve({ default: Page }));
      expect(() => host.page('unheard', () => Promise.resolve({ default: Page }))).toThrow('declares no page unheard');
    });
    const runtime = browser.runManifest(manifestOf([orders], { absent }));
    await runtime.page('orders', 'main');
    expect(await kindOf(runtime.page('orders', 'secret'))).toBe('not-granted');
  });

  it('passes events between plugins and from the server; a listener that throws harms no other', async () => {
    const changed = defineEvent({
      type: 'order.changed',
      summary: '',
      payload: z.object({ orderId: z.number() }),
      guard: anyMember('A test.'),
      origin: 'server',
    });
    const chosen = defineEvent({
      type: 'orders.chosen',
      summary: '',
      payload: z.object({ at: z.coerce.date() }),
      origin: 'browser',
    });
    const published = defineEvent({
      type: 'quality.done',
      summary: '',
      payload: z.object({ part: z.number() }),
      guard: anyMember('A test.'),
      origin: 'server',
    });
    const heard: unknown[] = [];
    browser.serve(orders, (host) => {
      withPage(host);
      host.events.on(changed, () => {
        throw new Error('careless');
      });
      host.events.on(changed, async () => Promise.reject(new Error('careless later')));
    });
    browser.serve(quality, (host) => {
      withPage(host);
      host.events.on(changed, ({ orderId }) => heard.push(orderId));
      host.events.on(published, ({ part }) => heard.push(`part ${part}`));
      host.events.on(chosen, ({ at }) => heard.push(at.getTime()));
      host.events.emit(chosen, { at: new Date(7) });
      expect(() => host.events.emit(changed, { orderId: 9 })).toThrow('from the server only');
    });
    const runtime = browser.run(orders, quality);
    await runtime.page('orders', 'main');
    await runtime.page('quality', 'main');
    runtime.receive('order.changed', { orderId: 1 });
    runtime.receive('order.changed', { orderId: 'one' });
    runtime.receive('orders.chosen', { at: 0 });
    runtime.receive('app.event', { plugin: 'quality', type: 'quality.done', payload: { part: 4 } });
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual([7, 1, 'part 4']);
    expect(browser.log.error).toHaveBeenCalledTimes(5);
    await runtime.apply(manifestOf([]));
    runtime.receive('order.changed', { orderId: 2 });
    expect(heard).toHaveLength(3);
  });
});

it('leaves nothing behind after fifty starts and stops', async () => {
  const Search = createToken<{ dispose(): void }>('orders/Search@1');
  const Tabs = createSlot<object>('orders/Tabs@1');
  let [started, stopped, disposed] = [0, 0, 0];
  const plugin = pluginOf('orders', { slots: [{ slot: Tabs.id, id: 'tab' }] });
  browser.serve(plugin, (host) => {
    started++;
    withPage(host);
    host.provide(Search, { dispose: () => disposed++ });
    host.slot(Tabs, { id: 'tab', load: hang });
    host.location.subscribe(() => undefined);
    host.beforeStop(() => 'ready');
    host.onStop(() => stopped++);
  });
  const runtime = browser.run(quality);
  const own = browser.listeners();
  for (let round = 0; round < 50; round++) {
    await runtime.apply(manifestOf([plugin, quality]));
    await (
      await runtime.page('orders', 'main')
    )();
    await runtime.apply(manifestOf([quality]));
  }
  expect([started, stopped, disposed]).toEqual([50, 50, 50]);
  expect([browser.sheets.size, browser.texts.size, browser.listeners()]).toEqual([0, 0, own]);
  expect(runtime.slot(Tabs).get()).toEqual([]);
  expect([...runtime.states.get().keys()]).toEqual(['quality']);
  expect(browser.system.requests).toHaveLength(1);
  await runtime.stop();
  expect(browser.listeners()).toBe(0);
  expect(runtime.states.get().size).toBe(0);
});
