import areas from 'virtual:contract-areas';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineCall } from './call.ts';
import { errorCatalogue } from './errors.ts';
import { anyone, provider } from './guard.ts';
import { openApiDocument } from './openapi.ts';

const { calls } = areas;

const document = openApiDocument(calls, { title: 'Sinter', version: '1.10.0' });
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function refsOf(value: unknown): string[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === '$ref' && typeof part === 'string' ? [part] : refsOf(part),
  );
}

/** Follows a JSON pointer; `undefined` when it leads nowhere. */
function follow(pointer: string): unknown {
  const steps = pointer.replace(/^#\//, '').split('/');
  return steps.reduce<unknown>((value, step) => (isRecord(value) ? value[step] : undefined), document);
}

describe('the OpenAPI document', () => {
  it('holds every call once', () => {
    expect(operations.map((operation) => operation.operationId).sort()).toEqual(calls.map((call) => call.id).sort());
    expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
  });

  it('has only references that resolve', () => {
    const refs = refsOf(document);
    expect(refs).toContain('#/components/schemas/Error');
    // The webhook event tree is recursive.
    expect(refs.some((ref) => ref.startsWith('#/components/schemas/integrations.webhookEvents.response/'))).toBe(true);
    expect(refs.filter((ref) => follow(ref) === undefined)).toEqual([]);
  });

  it('declares every parameter that a path names, and needs it', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      for (const { parameters = [] } of Object.values(methods)) {
        const declared = parameters.filter((parameter) => parameter.in === 'path');
        expect(declared.map((parameter) => parameter.name).sort(), path).toEqual([...named].sort());
        expect(declared.every((parameter) => parameter.required)).toBe(true);
      }
    }
  });

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it('gives every answer the error shape with the closed list of codes', () => {
    for (const operation of operations)
      expect(operation.responses.default).toEqual({ $ref: '#/components/responses/Error' });
    expect(follow('#/components/schemas/Error/properties/code/enum')).toEqual(Object.keys(errorCatalogue));
  });

  it('tells guard, flag, owner and what is unfinished', () => {
    const read = defineCall({
      id: 'quality.read',
      owner: 'quality',
      method: 'GET',
      path: '/api/v1/things/{id}',
      summary: 'One thing.',
      guard: provider('QUALITY_MANAGEMENT_ACCESS'),
      flag: 'QUALITY_MANAGEMENT',
      params: z.object({ id: z.coerce.number().int() }),
      query: z.object({ full: z.enum(['true', 'false']).optional() }),
      response: z.object({ name: z.string() }),
      unfinished: true,
    });
    const rename = defineCall({
      id: 'quality.rename',
      owner: 'quality',
      method: 'PUT',
      path: '/api/v1/things/{id}',
      summary: 'Renames it.',
      guard: anyone,
      params: z.object({ id: z.coerce.number().int() }),
      body: z.object({ name: z.string().default('x') }),
      response: z.object({ name: z.string() }),
    });
    const { paths } = openApiDocument([read, rename], { title: 'T', version: '1' });
    const path = paths['/api/v1/things/{id}'];
    expect(path?.['get']).toMatchObject({
      operationId: 'quality.read',
      summary: 'One thing.',
      tags: ['quality'],
      'x-owner': 'quality',
      'x-flag': 'QUALITY_MANAGEMENT',
      'x-unfinished': true,
      'x-guard': { kind: 'member', permissions: ['QUALITY_MANAGEMENT_ACCESS'] },
      parameters: [
        { name: 'id', in: 'path', required: true },
        { name: 'full', in: 'query', required: false },
      ],
    });
    expect(path?.['get']).not.toHaveProperty('requestBody');
    expect(path?.['put']).not.toHaveProperty('x-unfinished');
    // What a caller may leave out is not required of them.
    expect(path?.['put']?.requestBody?.content['application/json']?.schema.required).toBeUndefined();
  });
});
