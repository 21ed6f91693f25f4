import plugins from 'virtual:plugin-servers';
import { ncrStatusSchema } from '@sinter/sdk/contract/quality/ncr';
import { listComplianceReports, listDefects, listFailures } from '@sinter/sdk/contract/quality/quality';
import { capaSummary, searchCapas } from '@sinter/sdk/contract/quality/capas';
import { capaStatusSchema } from '@sinter/sdk/contract/quality/capaStatus';
import { ncrFilterSchema, readNcrChoices, readNcrSummary, searchNcrs } from '@sinter/sdk/contract/quality/ncrs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '../../../host/server/testing.ts';
import { ncrAs } from './ncr/testing.ts';

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  admin = await server.client('admin');
});
afterAll(() => server.stop());

const search = async (filter: object) =>
  await admin.call(searchNcrs, {
    body: { ...ncrFilterSchema.parse(filter), sort: 'createdAt', descending: true, page: 0, size: 100 },
  });

test('the demo has non-conformances in every state, seen from both sides', async () => {
  const [process, part] = [await search({ view: 'PROCESS' }), await search({ view: 'PART' })];
  const all = new Map([...process.ncrs, ...part.ncrs].map((ncr) => [ncr.id, ncr]));
  expect(new Set([...all.values()].map(({ status }) => status))).toEqual(new Set(ncrStatusSchema.options));
  expect(all.size).toBeGreaterThanOrEqual(12);
  expect(part.ncrs.some(({ source }) => source === 'CUSTOMER')).toBe(true);
  for (const { id, affectedQuantity } of all.values()) {
    const { rows } = await ncrAs(admin, id);
    expect(rows.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(affectedQuantity);
  }
});

test('its filters and tiles say the same', async () => {
  const summary = await admin.call(readNcrSummary, { query: { view: 'PROCESS', days: 365 } });
  const open = ['OPEN', 'IN_REVIEW', 'DISPOSITIONED'];
  expect((await search({ statuses: open })).total).toBe(summary.open);
  expect(summary.ageing.reduce((sum, each) => sum + each.open, 0)).toBe(summary.open);
  expect((await search({ overdue: true })).total).toBe(summary.overdue);
  expect((await search({ containment: ['UNCONTAINED'] })).total).toBe(summary.uncontained);
  for (const { key, open: count } of summary.bySeverity) {
    expect((await search({ statuses: open, severities: [key] })).total).toBe(count);
  }
  expect(summary.pareto.machines.length).toBeGreaterThan(0);
  expect((await search({ text: 'leaks' })).ncrs.map(({ title }) => title)).toEqual(['Extruder leaks']);
  // A defect finds those below it.
  expect((await search({ defectId: 1 })).total).toBeGreaterThan((await search({ defectId: 2 })).total);
});

test('what the specification names answers', async () => {
  expect((await admin.call(listDefects, {})).length).toBe(9);
  expect((await admin.call(listFailures, {}))[0]).toEqual({ id: 1, name: 'Build failed' });
  expect((await admin.call(listComplianceReports, {})).length).toBeGreaterThanOrEqual(12);
  expect((await admin.call(readNcrChoices, {})).board.length).toBeGreaterThan(1);
});

test('corrective actions are in every state, and their tiles say what the list finds', async () => {
  const find = async (body: object) =>
    (await admin.call(searchCapas, { query: { size: 100 }, body: { status: null, ...body } })).capas;
  const all = await find({});
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(capaStatusSchema.options));
  expect(all.some(({ tasks }) => tasks.overdue > 0)).toBe(true);
  const counted = await admin.call(capaSummary, {});
  const found = await Promise.all(
    [{ status: 'ACTIVE' }, { overdue: true }, { checkDue: true }, { status: 'ACTIVE', mine: true }].map(find),
  );
  expect(found.map(({ length }) => length)).toEqual([counted.active, counted.overdue, counted.checkDue, counted.mine]);
  expect(counted.checkDue).toBe(1);
});
