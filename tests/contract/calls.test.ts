import areas from 'virtual:contract-areas';
import plugins from 'virtual:plugin-servers';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { pluginIdSchema } from '#registry/terms';
import { registered } from '#host/server/contract.ts';
import { changesState } from '#host/server/http/csrf.ts';
import { limitsOf } from '#host/server/http/limits.ts';
import { guardSchema } from '@sinter/sdk/contract';
import { namedCalls, specifiedCalls } from './specification.ts';

/** What a server knows that has mounted every plugin. */
const { calls, events } = registered(plugins, areas);

const address = (call: { method: string; path: string }) => `${call.method} ${call.path}`;
const addresses = new Set(calls.map(address));

const twice = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index);

/** Names of an object schema's fields. */
const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema ? Object.keys(z.toJSONSchema(schema, { io: 'input' }).properties ?? {}) : [];

describe('the table of calls', () => {
  it('has every call of the specification', () => {
    expect(specifiedCalls.filter((call) => !addresses.has(call))).toEqual([]);
    expect(namedCalls.filter((call) => !addresses.has(call))).toEqual([]);
  });

  it('names every call once', () => {
    expect(twice(calls.map((call) => call.id))).toEqual([]);
  });

  it('has one call for each method and path, whatever the parameters are called', () => {
    expect(twice(calls.map((call) => address(call).replaceAll(/\{\w+\}/g, '{}')))).toEqual([]);
  });

  it('has everything that an area declares: no plugin has forgotten a file of its own', () => {
    const names = (all: readonly { id: string }[]) => all.map(({ id }) => id).sort();
    expect(names(calls)).toEqual(names(areas.calls));
    const known = events.map(({ type }) => type);
    expect(areas.events.map(({ type }) => type).filter((type) => !known.includes(type))).toEqual([]);
  });

  const unfinished = calls.filter((call) => call.unfinished);
  afterAll(() => console.log(`${unfinished.length} of ${calls.length} calls answer that they are not written yet.`));

  it('leaves unfinished only what the specification asks for', () => {
    const specified = new Set<string>([...specifiedCalls, ...namedCalls]);
    expect(unfinished.map(address).filter((one) => !specified.has(one))).toEqual([]);
  });
});

describe.each(calls.map((call) => [call.id, call] as const))('%s', (_, call) => {
  it('is well declared', () => {
    expect(call.owner === 'host' || pluginIdSchema.safeParse(call.owner).success).toBe(true);
    expect(call.id).toMatch(new RegExp(`^${call.owner}\\.[a-z][A-Za-z0-9]*$`));
    expect(call.path).toMatch(/^\/api\/v\d\/[A-Za-z0-9_\-/{}]+$/);
    expect(call.summary).toMatch(/^[A-Z`].*\.$/);
    expect(guardSchema.safeParse(call.guard).success).toBe(true);
  });

  it('describes exactly the parameters of its path', () => {
    const named = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(fieldsOf(call.params).sort()).toEqual(named.sort());
  });

  it('takes a body only where the method has one', () => {
    if (call.method === 'GET' || call.method === 'DELETE') expect(call.body ?? call.accepts).toBeUndefined();
    if (call.accepts === 'multipart') expect(call.body).toBeUndefined();
  });

  it('changes state by GET only where that is declared', () => {
    if (call.changesState) expect(call.method).toBe('GET');
  });

  it('limits how often somebody who is not signed in may change something', () => {
    if (call.guard.kind === 'public' && (call.method !== 'GET' || call.changesState)) {
      expect(call.ratePerMinute).toBeGreaterThan(0);
    }
  });

  it('is limited where it changes something: for whoever asks, their account and their network', () => {
    if (!changesState(call)) return;
    const kinds = call.guard.kind === 'public' ? ['address'] : ['person', 'account', 'address'];
    const limits = limitsOf(call);
    expect(Object.keys(limits ?? {}).toSorted()).toEqual(kinds.toSorted());
    for (const most of Object.values(limits ?? {})) expect(most).toBeGreaterThan(0);
  });

  it('has a response that converts to JSON Schema', () => {
    expect(() => z.toJSONSchema(call.response, { target: 'draft-7', io: 'output' })).not.toThrow();
  });

  it('has inputs that can be documented', () => {
    for (const schema of [call.params, call.query, call.body]) {
      if (schema) expect(() => z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' })).not.toThrow();
    }
  });
});
