import plugins from 'virtual:plugin-servers';
import { listInspectionPlans, listMeasured } from '@sinter/sdk/contract/quality/inspectionPlans';
import { readInspection, searchInspections } from '@sinter/sdk/contract/quality/inspections';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '../../../../host/server/testing.ts';
import { brokenRules, capability, runStatistics } from '../../shared/inspection/statistics.ts';

let server: TestServer;
beforeAll(async () => void (server = await testServer({ plugins, demo: true })));
afterAll(() => server.stop());

test('the demo has inspections in each state, a drift that the chart shows, and one that was rejected with its non-conformance', async () => {
  const admin = await server.client('admin');
  const { inspections } = await admin.call(searchInspections, { body: { size: 100 } });
  const states = new Set(inspections.map(({ state }) => state));
  expect([...states].sort()).toEqual(['ACCEPTED', 'MEASURING', 'OPEN', 'REJECTED']);
  expect(inspections.filter(({ state, nonconforming }) => state !== 'REJECTED' && nonconforming > 0)).toEqual([]);
  const rejected = inspections.find(({ state, plan: by }) => state === 'REJECTED' && by.name === 'Plates, dimensions');
  const { ncr } = await admin.call(readInspection, { params: { id: rejected?.id ?? 0 } });
  expect(ncr?.title).toBe('Plate warped by 0.4 mm');
  const tightened = await Promise.all(
    inspections
      .filter(({ plan }) => plan.name === 'Thin walls')
      .map(({ id }) => admin.call(readInspection, { params: { id } })),
  );
  expect(tightened.map(({ state, switching }) => [state, switching?.severity, switching?.refused])).toEqual([
    ['OPEN', 'TIGHTENED', 2],
    ['REJECTED', 'NORMAL', 0],
    ['REJECTED', 'NORMAL', 0],
  ]);
  const { plans } = await admin.call(listInspectionPlans, { query: { q: 'Plates' } });
  const plan = plans.find(({ inspections: used }) => used > 0);
  const { values } = await admin.call(listMeasured, {
    params: { id: plan?.id ?? 0 },
    query: { characteristic: 'bore' },
  });
  const numbers = values.map(({ value }) => value);
  expect(brokenRules(numbers).flat()).toContain(4);
  const run = runStatistics(numbers);
  expect(run && capability(run, { lowest: 5.95, highest: 6.05 })).toMatchObject({ cpk: expect.any(Number) });
});
