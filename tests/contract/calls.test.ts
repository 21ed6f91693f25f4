import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { areaSchema, calls, guardSchema } from '@sinter/sdk/contract';
import { namedCalls, specifiedCalls } from './specification.ts';
import { unfinished } from './unfinished.ts';

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

  it('marks as unfinished exactly the calls that are listed as such', () => {
    const marked = calls.filter((call) => call.unfinished).map((call) => call.id);
    expect(marked.sort()).toEqual([...unfinished]);
  });

  it('keeps that list sorted', () => {
    expect([...unfinished].sort()).toEqual([...unfinished]);
  });
});

describe.each(calls.map((call) => [call.id, call] as const))('%s', (_, call) => {
  it('is well declared', () => {
    expect(areaSchema.safeParse(call.owner).success).toBe(true);
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

  it('has a response that converts to JSON Schema', () => {
    expect(() => z.toJSONSchema(call.response, { target: 'draft-7', io: 'output' })).not.toThrow();
  });

  it('has inputs that can be documented', () => {
    for (const schema of [call.params, call.query, call.body]) {
      if (schema) expect(() => z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' })).not.toThrow();
    }
  });
});
