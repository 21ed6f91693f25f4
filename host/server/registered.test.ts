import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { contractOf, defineCall, defineEvent, defineFlag, definePermission, provider } from '@sinter/sdk/contract';
import { defineServer } from '@sinter/sdk/server';
import { Handlers } from './http/handlers.ts';
import { registered } from './contract.ts';
import { toPending } from './events/outbox.ts';

const call = (id: string, path: `/${string}`, owner = 'checks') =>
  defineCall({ id, owner, method: 'GET', path, summary: 'A test.', guard: provider(), response: z.object({}) });
const event = defineEvent({
  type: 'checks.added',
  summary: '',
  payload: z.object({}),
  guard: provider(),
  origin: 'server',
});
const pluginOf = (...modules: object[]) =>
  defineServer({ id: 'checks', contract: contractOf(...modules), migrations: {}, setup() {} });

describe('the set that a node works with', () => {
  it('is that of its host and of the plugins that are mounted', () => {
    const one = call('checks.one', '/api/v1/one');
    const { calls, events } = registered([pluginOf({ one, event, schema: z.string() })]);
    expect(calls).toContain(one);
    expect(events).toContain(event);
    expect(registered([]).calls.map(({ owner }) => owner)).not.toContain('checks');
  });

  it('knows the calls of areas that nobody answers yet', () => {
    const waiting = call('welds.one', '/api/v1/welds', 'welds');
    expect(registered([], contractOf({ waiting })).calls).toContain(waiting);
    expect(registered([pluginOf({})], contractOf({ one: call('checks.one', '/api/v1/one') })).calls).toHaveLength(
      registered([]).calls.length,
    );
  });

  it('has no name twice', () => {
    const other = pluginOf({ a: call('checks.one', '/api/v1/one'), b: call('checks.two', '/api/v1/one') });
    expect(() => registered([other])).toThrow('"GET /api/v1/one" is declared twice');
    const again = pluginOf({ a: call('checks.one', '/api/v1/{a}'), b: call('checks.one', '/api/v1/two') });
    expect(() => registered([again])).toThrow('"checks.one" is declared twice');
  });

  it('lets an event be emitted only where somebody declares it', () => {
    expect(() => toPending(registered([]), event, {}, {})).toThrow('No mounted contract declares');
    expect(toPending(registered([pluginOf({ event })]), event, {}, {}).type).toBe('checks.added');
  });
});

describe('a server half', () => {
  it('declares what is its own and nothing else', () => {
    expect(() => pluginOf({ one: call('welds.one', '/api/v1/one', 'welds') })).toThrow('welds.one');
    const permission = definePermission({ id: 'welds/INSPECTOR', title: '', defaults: [], grantable: [] });
    expect(() => pluginOf({ permission })).toThrow('welds/INSPECTOR');
    expect(() => pluginOf({ flag: defineFlag({ key: 'WORKPLAN', title: '', default: true }) })).toThrow('WORKPLAN');
  });

  it('answers only calls of its contract', () => {
    const one = call('checks.one', '/api/v1/one');
    const add = (owner: ReturnType<typeof pluginOf>) => new Handlers().add(owner, one, async () => ({}));
    expect(() => add(pluginOf({}))).toThrow('not in its contract');
    expect(() => add(pluginOf({ one }))).not.toThrow();
  });
});
