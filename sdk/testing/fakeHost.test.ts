import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { defineEvent } from '../contract/event.ts';
import { orderChanged } from '../contract/orders/events.ts';
import { definePlugin } from '../plugin/definePlugin.ts';
import type { StopAnswer } from '../plugin/definePlugin.ts';
import { createSlot } from '../plugin/slot.ts';
import { createToken } from '../plugin/token.ts';
import { sessionUserSchema } from '../contract/host/session.ts';
import { fakeHost } from './fakeHost.ts';
import { fakeStorage } from './fakeStorage.ts';
import { buyerUser, providerUser } from './users.ts';

const partChosen = defineEvent({
  type: 'parts.part.chosen',
  summary: 'A part was chosen.',
  payload: z.object({ partId: z.number() }),
  origin: 'browser',
});
const tabs = createSlot<{ orderId: number }>('orders/OrderDetailTabs@1');
const search = createToken<{ find(text: string): string[] }>('parts/Search@1');
const clock = createToken<{ now(): number }>('clock/Clock@1');
const Nothing = () => null;

describe('what a plugin registers', () => {
  const contribution = { id: 'parts', load: () => Promise.resolve({ default: Nothing }) };
  const service = { find: () => ['jaw'], dispose: vi.fn() };
  const cleaned = vi.fn();
  const plugin = definePlugin({
    id: 'parts',
    setup(host) {
      host.page('main', () => Promise.resolve({ default: Nothing }));
      host.slot(tabs, contribution);
      host.provide(search, service);
      host.events.on(orderChanged, () => {});
      host.onStop(cleaned);
    },
  });

  it('is seen by the test, and gone when it is stopped', async () => {
    const { host, pages, contributions, provided, held, stop } = fakeHost({ id: 'parts' });
    await plugin.setup(host);
    expect(await pages.get('main')?.()).toEqual({ default: Nothing });
    expect(contributions(tabs)).toEqual([contribution]);
    expect(provided(search)).toBe(service);
    expect(host.get(search).find('j')).toEqual(['jaw']);
    expect(held()).toBe(5);
    stop();
    expect([pages.size, contributions(tabs), provided(search), held()]).toEqual([0, [], undefined, 0]);
    expect(cleaned).toHaveBeenCalledOnce();
    expect(service.dispose).toHaveBeenCalledOnce();
    expect(() => host.onStop(() => {})).toThrow('The plugin has been stopped.');
  });

  it('is refused where the host refuses it', async () => {
    const { host } = fakeHost({ id: 'parts' });
    await plugin.setup(host);
    expect(() => host.page('main', () => Promise.resolve({ default: Nothing }))).toThrow('main is registered twice');
    expect(() => host.slot(tabs, contribution)).toThrow('parts is registered twice for orders/OrderDetailTabs@1');
    expect(() => host.provide(search, service)).toThrow('parts/Search@1 is provided twice');
    expect(() => host.provide(clock, { now: () => 1 })).toThrow('parts cannot provide clock/Clock@1');
  });

  it('stops whole even when something fails to clean up, and the test is told', () => {
    const { host, stop } = fakeHost({ id: 'parts' });
    const order: string[] = [];
    host.onStop(() => void order.push('first'));
    host.onStop(() => {
      throw new Error('stuck');
    });
    host.onStop(() => void order.push('last'));
    expect(stop).toThrow('stuck');
    expect(order).toEqual(['last', 'first']);
  });
});

it('lets another plugin provide a service for a while', () => {
  const { host, offer } = fakeHost({ id: 'parts' });
  expect(() => host.get(clock)).toThrow('Nobody provides clock/Clock@1');
  const withdraw = offer(clock, { now: () => 12 });
  expect(host.get(clock).now()).toBe(12);
  withdraw();
  expect(() => host.get(clock)).toThrow('Nobody provides clock/Clock@1');
});

describe('events', () => {
  it('arrive until the plugin stops listening', () => {
    const { host, receive } = fakeHost({ id: 'parts' });
    const heard: number[] = [];
    const forget = host.events.on(orderChanged, ({ orderId }) => heard.push(orderId));
    receive(orderChanged, { orderId: 1, status: 'SHIPPED' });
    forget();
    receive(orderChanged, { orderId: 2, status: 'SHIPPED' });
    expect(heard).toEqual([1]);
    expect(() => receive(orderChanged, JSON.parse('{ "orderId": "x" }'))).toThrow('orderId');
  });

  it('are published to the page, when they may be', () => {
    const { host, emitted } = fakeHost({ id: 'parts' });
    const heard = vi.fn();
    host.events.on(partChosen, heard);
    host.events.emit(partChosen, { partId: 3 });
    expect(emitted(partChosen)).toEqual([{ partId: 3 }]);
    expect(heard).toHaveBeenCalledWith({ partId: 3 });
    expect(() => host.events.emit(orderChanged, { orderId: 1, status: '' })).toThrow('comes from the server only');
  });
});

describe('texts', () => {
  it('are keys with their values, or those of the plugin', () => {
    const keys = fakeHost({ id: 'parts' }).host;
    expect([keys.t('title'), keys.t('count', { count: 2 })]).toEqual(['title', 'count {"count":2}']);
    const texts = { title: 'Parts', count_one: '{{count}} part', count_other: '{{count}} parts' };
    const { host, stop } = fakeHost({ id: 'parts', texts });
    expect([host.t('title'), host.t('count', { count: 1 }), host.t('count', { count: 2 })]).toEqual([
      'Parts',
      '1 part',
      '2 parts',
    ]);
    expect(host.t('unknown')).toBe('');
    stop();
  });

  it('of an earlier host are forgotten', () => {
    fakeHost({ id: 'parts', texts: { title: 'Parts', old: 'Old' } });
    const { host } = fakeHost({ id: 'parts', texts: { title: 'Pieces' } });
    expect([host.t('title'), host.t('old')]).toEqual(['Pieces', '']);
  });
});

it('goes where the plugin navigates', () => {
  const location = { pathname: '/parts/7', search: '?tab=1', params: { id: '7' } };
  const { host, navigated } = fakeHost({ id: 'parts', location });
  const moved = vi.fn();
  host.location.subscribe(moved);
  expect(host.location.get()).toEqual(location);
  host.navigate('/parts/7?tab=2', { replace: true });
  expect(host.location.get()).toEqual({ ...location, search: '?tab=2' });
  host.navigate('/orders');
  expect(host.location.get()).toEqual({ pathname: '/orders', search: '', params: {} });
  expect(navigated).toEqual([
    { to: '/parts/7?tab=2', replace: true },
    { to: '/orders', replace: false },
  ]);
  expect(moved).toHaveBeenCalledTimes(2);
});

it('asks every check before a stop', () => {
  const { host, beforeStop } = fakeHost({ id: 'parts' });
  expect(beforeStop()).toBe('ready');
  let answer: StopAnswer = 'unsaved';
  host.beforeStop(() => 'ready');
  const forget = host.beforeStop(() => answer);
  expect(beforeStop()).toBe('unsaved');
  answer = 'ready';
  expect(beforeStop()).toBe('ready');
  answer = 'unsaved';
  forget();
  expect(beforeStop()).toBe('ready');
});

it('has the flags, the user, the api and the log of the test', () => {
  const user = buyerUser();
  const { host, api, logged } = fakeHost({ id: 'parts', user, flags: { WORKPLAN: false } });
  expect([host.flag('WORKPLAN'), host.flag('WEBHOOKS'), host.user, host.api]).toEqual([false, true, user, api]);
  host.log.warn('odd', { id: 1 });
  expect(logged).toEqual([{ level: 'warn', message: 'odd', facts: { id: 1 } }]);
});

it('makes users that the contract accepts', () => {
  const provider = providerUser({ firstName: 'Ada', serviceProvider: { permissions: ['ANALYTICS_ACCESS'] } });
  expect(sessionUserSchema.parse(provider)).toMatchObject({
    firstName: 'Ada',
    serviceProvider: { companyName: 'Works', permissions: ['ANALYTICS_ACCESS'] },
    engineer: null,
  });
  expect(sessionUserSchema.parse(buyerUser({ engineer: { id: 9 } }))).toMatchObject({
    accountType: 'ENGINEER',
    engineer: { id: 9, companyName: 'Acme' },
    serviceProvider: null,
  });
});

it('stores what a plugin stores', () => {
  const storage = fakeStorage();
  storage.setItem('a', '1');
  expect([storage.getItem('a'), storage.getItem('b'), [...storage.kept]]).toEqual(['1', null, [['a', '1']]]);
  storage.removeItem('a');
  expect(storage.getItem('a')).toBeNull();
});
