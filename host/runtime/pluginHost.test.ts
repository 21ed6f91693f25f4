import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { defineCall } from '@sinter/sdk/contract/call';
import { defineEvent } from '@sinter/sdk/contract/event';
import { anyMember } from '@sinter/sdk/contract/guard';
import { createToken } from '@sinter/sdk/plugin';
import type { PluginHost } from '@sinter/sdk/plugin';
import { fakeHost, pluginOf } from './fixtures.ts';

const guard = anyMember('A test.');
const ping = defineCall({
  id: 'orders.ping',
  owner: 'orders',
  method: 'GET',
  path: '/api/v1/ping',
  summary: 'A test.',
  guard,
  response: z.unknown(),
});
const server = (type: string) =>
  defineEvent({ type, summary: 'A test.', payload: z.object({}), origin: 'server', guard });
const browser = (type: string) => defineEvent({ type, summary: 'A test.', payload: z.object({}), origin: 'browser' });

async function hostOf(id: string, change: Parameters<typeof pluginOf>[1] = {}) {
  const fake = fakeHost();
  const plugin = pluginOf(id, change);
  fake.serve(plugin, (host) => host.page('main', () => Promise.resolve({ default: () => null })));
  const runtime = fake.run(plugin);
  await runtime.page(id, 'main');
  const host = runtime.host(id);
  if (!host) throw new Error(`${id} does not run.`);
  return { fake, runtime, host };
}

const changed = (host: PluginHost): unknown[] => {
  const targets: [object, string][] = [
    [host, 'navigate'],
    [host, 'api'],
    [host.api, 'call'],
    [host.events, 'on'],
    [host.log, 'info'],
    [host.location, 'get'],
  ];
  return targets.filter(([target, name]) => Reflect.set(target, name, () => undefined));
};

describe('what a plugin holds', () => {
  it('cannot be changed, neither by itself nor by another', async () => {
    const { host } = await hostOf('acme.one');
    expect(changed(host)).toEqual([]);
  });

  it('makes no more calls once the plugin has stopped, but may while it stops', async () => {
    const { host, runtime } = await hostOf('acme.one');
    const during = vi.fn();
    host.onStop(() => {
      const call = host.api.call(ping, { params: undefined, query: undefined, body: undefined });
      call.catch(during);
    });
    await runtime.stop();
    expect(during).not.toHaveBeenCalled();
    const input = { params: undefined, query: undefined, body: undefined };
    await expect(host.api.call(ping, input)).rejects.toMatchObject({ code: 'MODULE_OFF' });
    await expect(host.api.bytes(ping, input)).rejects.toMatchObject({ code: 'MODULE_OFF' });
    expect(() => host.events.emit(browser('acme.one.done'), {})).toThrow('stopped');
  });

  it('hears of what plugin.json subscribes to, and of its own', async () => {
    const { host, runtime } = await hostOf('acme.one', { subscribes: ['order.placed'] });
    const heard = vi.fn();
    host.events.on(server('order.placed'), heard);
    host.events.on(browser('acme.one.done'), heard);
    expect(() => host.events.on(server('order.deleted'), heard)).toThrow('events.subscribes');
    expect(() => host.events.on(browser('acme.other.done'), heard)).toThrow('events.subscribes');
    runtime.receive('order.placed', {});
    host.events.emit(browser('acme.one.done'), {});
    expect(heard).toHaveBeenCalledTimes(2);
    expect(() => host.events.emit(browser('acme.other.done'), {})).toThrow('begins with acme.one');
  });

  it('is not restricted for our own plugins', async () => {
    const { host } = await hostOf('orders');
    expect(host.events.on(server('any.thing'), () => undefined)).toBeTypeOf('function');
  });

  it('asks for services only where plugin.json says so', async () => {
    const { host } = await hostOf('acme.one');
    expect(() => host.get(createToken('orders/Search@1'))).toThrow('startsAfter');
  });
});
