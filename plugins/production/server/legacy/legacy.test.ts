import { importLegacySteps, listLegacySteps } from '@sinter/sdk/contract/production/legacy';
import { listCards } from '@sinter/sdk/contract/production/lots';
import { listOrderLots } from '@sinter/sdk/contract/production/orderLots';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../../host/server/testing.ts';
import { orderedPart } from '../../../scheduling/server/testing.ts';
import { floorTestServer } from '../floor/testing.ts';
import { legacyLines } from './csv.ts';

let server: TestServer;
let admin: TestClient;
let operator: TestClient;
beforeAll(async () => {
  server = await floorTestServer();
  [admin, operator] = await Promise.all([server.client('admin'), server.client('operator')]);
});
afterAll(() => server.stop());

const take = (csv: string) => admin.call(importLegacySteps, { body: { csv } });

test('a file is read whatever separates its cells, quotes and lines within them too', () => {
  const text =
    '\uFEFFStep;Order;PART;Notes\r\nBlasting;#7;"a;b.stl";"two\nlines, ""quoted"""\r\n\r\nWashing;8;c.stl;\r\n';
  expect(legacyLines(text)).toMatchObject([
    { line: 2, cells: { order: '#7', part: 'a;b.stl', step: 'Blasting', notes: 'two\nlines, "quoted"', good: '' } },
    { line: 5, cells: { order: '8', part: 'c.stl', step: 'Washing' } },
  ]);
  expect(legacyLines('order,part\n1,a.stl')).toBeNull();
});

test('rows that are right are taken once, and of the others it is said what is wrong', async () => {
  const part = await orderedPart(server, 10);
  const { rows } = await sql<{ name: string }>`select s.file_name as name from rfq_order_file f
    join stored_file s on s.id = f.original_file_id where f.id = ${part.id}`.execute(server.services.db);
  const name = rows[0]?.name ?? '';
  const file = [
    'order,part,step,operator,start,end,quantity,good,scrap,notes',
    `${part.orderId},${name.toUpperCase()},Bead blasting,T. Brandt,2024-03-01T08:30,2024-03-01T10:00+01:00,10,9,1,First run`,
    `#${part.orderId},${name},Final check,,2024-03-02,,,4,0,`,
    `999999,${name},Washing,,,,,,,`,
    `${part.orderId},other.stl,Washing,,,,,,,`,
    `${part.orderId},${name},,,,,,,,`,
    `${part.orderId},${name},Washing,,yesterday,,,,,`,
    `${part.orderId},${name},Washing,,2024-03-02,2024-03-01,,,,`,
    `${part.orderId},${name},Washing,,,,3,3,1,`,
  ].join('\n');
  const report = await take(file);
  expect(report.refused.map(({ line, problem }) => [line, problem])).toEqual([
    [4, 'NO_ORDER'],
    [5, 'NO_PART'],
    [6, 'NO_STEP'],
    [7, 'TIME'],
    [8, 'TIME'],
    [9, 'COUNTS'],
  ]);
  expect(report.taken).toBe(2);
  const again = (await take(file)).refused.filter(({ problem }) => problem === 'THERE');
  expect(again.map(({ line }) => line)).toEqual([2, 3]);

  const { steps, total } = await operator.call(listLegacySteps, { query: { text: `#${part.orderId}` } });
  expect(total).toBe(2);
  expect(steps).toMatchObject([
    { step: 'Final check', quantity: 4, good: 4, startedAt: '2024-03-02T00:00:00.000Z', finishedAt: null },
    {
      ...{ step: 'Bead blasting', operator: 'T. Brandt', quantity: 10, good: 9, scrap: 1, notes: 'First run' },
      ...{ startedAt: '2024-03-01T08:30:00.000Z', finishedAt: '2024-03-01T09:00:00.000Z' },
    },
  ]);
  const query = { text: 'blasting', from: '2024-03-01', to: '2024-03-01' };
  expect((await operator.call(listLegacySteps, { query })).total).toBe(1);

  // In no other list.
  const recent = { list: 'RECENT', text: String(part.orderId) } as const;
  expect((await operator.call(listCards, { query: recent })).cards).toEqual([]);
  const { parts } = await operator.call(listOrderLots, { params: { orderId: part.orderId } });
  expect(parts.flatMap(({ lots }) => lots)).toEqual([]);
});

test('only who edits the settings imports and another facility sees nothing of it', async () => {
  const body = { csv: 'order,part,step\n1,a.stl,x' };
  await expect(operator.call(importLegacySteps, { body })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(take('a,b\n1,2')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect((await operator.call(listLegacySteps, { query: {} })).total).toBe(2);
  expect((await (await server.client('admin2')).call(listLegacySteps, { query: {} })).total).toBe(0);
});
