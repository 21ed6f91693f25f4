import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineCall } from '../../sdk/contract/call.ts';
import { anyone } from '../../sdk/contract/guard.ts';
import { callShapes, shapesOf } from './callShapes.ts';
import { readReport, reportText, wrongSince } from './apiReport.ts';

const lines = ['function make(name: string): Made', 'interface Made {', 'name: string;', '}'];
const report = new Map([['@sinter/sdk/plugin', lines]]);
const released = { version: '1.2.0', report };
const changed = (edit: (lines: string[]) => string[]) => new Map([['@sinter/sdk/plugin', edit([...lines])]]);

describe('the report of what vendors can import', () => {
  it('is read as it was written', () => {
    expect(readReport(reportText('1.2.0', report))).toEqual(released);
  });

  it('lets nothing be removed or changed within a major version', () => {
    const removed = changed((all) => all.slice(1));
    const other = changed((all) => all.map((line) => line.replace('string;', 'string | null;')));
    expect(wrongSince(released, '1.3.0', removed)).toEqual([expect.stringContaining('function make')]);
    expect(wrongSince(released, '1.3.0', other)).toEqual([expect.stringContaining('name: string;')]);
    expect(wrongSince(released, '1.3.0', new Map())).toHaveLength(lines.length);
    expect(wrongSince(released, '2.0.0', removed)).toEqual([]);
  });

  it('asks for a minor version for what is added', () => {
    const more = changed((all) => [...all, 'const added: string;']);
    expect(wrongSince(released, '1.2.0', report)).toEqual([]);
    expect(wrongSince(released, '1.2.1', more)).toEqual([expect.stringContaining("Make the SDK's version 1.3.0")]);
    expect(wrongSince(released, '1.3.0', more)).toEqual([]);
  });

  it('has what calls take and answer, field by field', () => {
    const item = z.object({ id: z.number().int(), note: z.string().optional() });
    const call = defineCall({
      id: 'host.readThings',
      owner: 'host',
      method: 'POST',
      path: '/api/v1/things/{id}',
      summary: '',
      guard: anyone,
      params: z.object({ id: z.coerce.number() }),
      body: z.object({ by: z.enum(['NAME', 'DATE']).default('NAME'), sizes: z.record(z.string(), z.number()) }),
      response: z.object({
        things: z.array(item),
        next: z.string().nullable(),
        at: z.tuple([z.number(), z.boolean()]),
      }),
    });
    expect(shapesOf(call)).toEqual([
      'POST /api/v1/things/{id}',
      'params.id: number',
      'body.by?: "NAME"',
      'body.by?: "DATE"',
      'body.sizes.*: number',
      'response.things[].id: integer',
      'response.things[].note?: string',
      'response.next: string',
      'response.next: null',
      'response.at[0]: number',
      'response.at[1]: boolean',
    ]);
  });

  it('of the real contract names a schema that has a name, and tells its fields where it is exported', async () => {
    const file = 'contract/host/notifications.ts';
    const lines = (await callShapes('sdk', [file])).get(file);
    expect(lines).toContain('listNotifications response.notifications[]: notificationSchema');
    expect(lines).toContain('notificationSchema .link: null');
  });
});
