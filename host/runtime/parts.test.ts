// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import { describe, expect, it, vi } from 'vitest';
import { createToken } from '@sinter/sdk/plugin';
import { manifestOf, pluginOf, silentLog } from './fixtures.ts';
import { isCircular, startOrder, withDependants } from './order.ts';
import { match } from '#registry/pages';
import { Scope, createRootContainer } from './scope.ts';
import { createStore, select } from './store.ts';
import { documentStyles } from './styles.ts';
import { createWatchdog, systemTimers } from './watchdog.ts';

describe('a scope', () => {
  const Greeter = createToken<{ hello: string; dispose?: () => void }>('orders/Greeter@1');

  it('keeps its services from its parent and its siblings, which live longer', () => {
    const root = createRootContainer();
    const [one, other] = [new Scope(root, silentLog()), new Scope(root, silentLog())];
    one.provide(Greeter, { hello: 'one' });
    other.provide(Greeter, { hello: 'other' });
    expect(() => root.get(Greeter)).toThrow('Nobody provides');
    one.dispose();
    expect(() => one.resolve(Greeter)).toThrow();
    expect(other.resolve(Greeter).hello).toBe('other');
  });

  it('finds a service by the id of another copy of its token', () => {
    const scope = new Scope(createRootContainer(), silentLog());
    scope.provide(Greeter, { hello: 'you' });
    expect(scope.resolve(createToken<{ hello: string }>('orders/Greeter@1')).hello).toBe('you');
  });

  it('disposes of a service once, although the container has not made it', () => {
    const scope = new Scope(createRootContainer(), silentLog());
    const dispose = vi.fn();
    scope.provide(Greeter, { hello: 'you', dispose });
    scope.dispose();
    scope.dispose();
    expect(dispose).toHaveBeenCalledTimes(1);
  });

  it('undoes at once what is registered after its end, and reports it', () => {
    const scope = new Scope(createRootContainer(), silentLog());
    scope.dispose();
    const dispose = vi.fn();
    expect(() => scope.add(dispose)).toThrow('stopped');
    expect(dispose).toHaveBeenCalledTimes(1);
    expect(scope.readable(createStore(1)).subscribe(() => undefined)).toBeTypeOf('function');
  });

  it('keeps a throwing listener from the others', () => {
    const log = silentLog();
    const scope = new Scope(createRootContainer(), log);
    const store = createStore(1);
    const heard = vi.fn();
    scope.readable(store).subscribe(() => {
      throw new Error('careless');
    });
    store.subscribe(heard);
    store.set(2);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(log.error).toHaveBeenCalledTimes(1);
  });
});

it('adds style sheets with their hash and removes them', () => {
  const page = document.implementation.createHTMLDocument();
  const styles = documentStyles(page, vi.fn());
  const remove = styles.add({ pluginId: 'orders', href: '/plugins/orders/style.css', integrity: 'sha384-x' });
  const link = page.querySelector('link[data-plugin="orders"]');
  expect([link?.getAttribute('rel'), link?.getAttribute('integrity')]).toEqual(['stylesheet', 'sha384-x']);
  remove();
  expect(page.querySelectorAll('link')).toHaveLength(0);
});

it('tells only of changes in the part that was picked', () => {
  const store = createStore({ one: 1, other: 1 });
  const told = vi.fn();
  select(store, ({ one }) => one).subscribe(told);
  store.set({ one: 1, other: 2 });
  expect(told).not.toHaveBeenCalled();
  store.set({ one: 2, other: 2 });
  expect(told).toHaveBeenCalledTimes(1);
});

it('hands on a result that arrives after its limit, to be cleaned up', async () => {
  vi.useFakeTimers();
  let finish: (result: string) => void = () => undefined;
  const work = new Promise<string>((resolve) => (finish = resolve));
  const late = vi.fn();
  const outcome = createWatchdog(systemTimers)
    .watch('mount', 'Mounting', () => work, { late })
    .catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await outcome).toBe('Mounting took longer than 2 s.');
  finish('a screen');
  await vi.advanceTimersByTimeAsync(0);
  expect(late).toHaveBeenCalledWith('a screen');
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

it('finds the page of an address, text before parameters', () => {
  const page = (id: string, path: string) => ({ id, path, title: id, layout: 'full' as const });
  const manifest = manifestOf([
    pluginOf('orders', { pages: [page('one', '/order/:id')] }),
    pluginOf('catalog', { pages: [page('new', '/order/create')] }),
  ]);
  expect(match(manifest, '/order/7')).toMatchObject({ pluginId: 'orders', params: { id: '7' } });
  expect(match(manifest, '/order/create')).toMatchObject({ pluginId: 'catalog', page: { id: 'new' } });
  expect(match(manifest, '/nowhere')).toBe(null);
});

it('orders plugins by what they require', () => {
  const plugins = [
    { id: 'c', startsAfter: ['b'] },
    { id: 'b', startsAfter: ['a'] },
    { id: 'a', startsAfter: [] },
    { id: 'x', startsAfter: ['y'] },
    { id: 'y', startsAfter: ['x'] },
  ];
  expect(startOrder(plugins).slice(0, 3)).toEqual(['a', 'b', 'c']);
  expect([...withDependants(['a'], plugins)].sort()).toEqual(['a', 'b', 'c']);
  expect(plugins.map(({ id }) => isCircular(id, plugins))).toEqual([false, false, false, true, true]);
});
