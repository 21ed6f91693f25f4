import { randomUUID } from 'node:crypto';
import { fireOrderEvent } from '@sinter/sdk/contract/orders/orders';
import { mesKind } from '@sinter/sdk/contract/production/mes';
import { passNcrGate, qualityGates, type QualityGate } from '@sinter/sdk/contract/quality/gates';
import { listNcrHistory } from '@sinter/sdk/contract/quality/ncrs';
import type { GateRigor } from '@sinter/sdk/contract/quality/settings';
import { fireJobEvent } from '@sinter/sdk/contract/scheduling/jobs';
import type { CallError } from '@sinter/sdk/contract/errors';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../host/server/testing.ts';
import { count, finishedBuild, fireAs, floorTestServer, plannedBuild } from '../../production/server/floor/testing.ts';
import { failure } from '../../scheduling/server/testing.ts';
import { fireNcr, publish, raised, settle } from './ncr/testing.ts';

let server: TestServer;
let admin: TestClient;
let planner: TestClient;
beforeAll(async () => {
  server = await floorTestServer();
  [admin, planner] = await Promise.all([server.client('admin'), server.client('planner')]);
});
afterAll(() => server.stop());
const raisedOnes: number[] = [];
afterEach(async () => {
  // The machine is free for the next one, and no order is in the way of another.
  await sql`update job set status = 'CANCELLED'`.execute(server.services.db);
  for (const id of raisedOnes.splice(0)) await fireNcr(admin, id, 'VOID');
});

let hours = 0;
/** Something that is about to pass a gate, with a non-conformance in its way, and how it is tried. */
async function before(gate: QualityGate): Promise<{ id: number; number: string; pass: () => Promise<unknown> }> {
  hours += 3;
  const eventId = () => randomUUID();
  if (gate === 'JOB_START') {
    const { jobId } = await plannedBuild(server, planner, 2, hours);
    const ncr = await raised(admin, { jobId }, { affectedQuantity: 1 });
    const body = () => ({ event: 'START' as const, eventId: eventId() });
    return { ...ncr, pass: () => planner.call(fireJobEvent, { params: { id: jobId }, body: body() }) };
  }
  const { lotId, part } = await finishedBuild(server, planner, 2, { hours });
  if (gate === 'SHIP') {
    const ncr = await raised(admin, { orderId: part.orderId }, { affectedQuantity: 1 });
    const params = { id: part.orderId };
    return {
      ...ncr,
      pass: () => planner.call(fireOrderEvent, { params, body: { event: 'SHIP', eventId: eventId() } }),
    };
  }
  if (gate === 'STEP_FINISH') {
    await fireAs(planner, lotId, 1, 'START');
    await count(planner, lotId, 1, { good: 2 });
  }
  const ncr = await raised(admin, { lotId, position: 1 }, { affectedQuantity: 1 });
  return { ...ncr, pass: () => fireAs(planner, lotId, 1, gate === 'STEP_START' ? 'START' : 'FINISH') };
}

async function outcome(call: Promise<unknown>): Promise<CallError | 'passed'> {
  return call.then(
    () => 'passed' as const,
    (error: CallError) => error,
  );
}
const only = (gate: QualityGate, rigor: GateRigor) =>
  settle(admin, {
    gates: { JOB_START: 'OFF', STEP_START: 'OFF', STEP_FINISH: 'OFF', SHIP: 'OFF', [gate]: rigor },
  });

describe.each(qualityGates)('at %s', (gate) => {
  test('BLOCK refuses, and names what is in the way', async () => {
    await only(gate, 'BLOCK');
    const { id, number, pass } = await before(gate);
    raisedOnes.push(id);
    expect(await failure(pass())).toMatchObject({
      ...{ code: 'CONFLICT', message: `Open non-conformances are in the way: ${number}.` },
    });
  });

  test('WARN asks once, and writes down who went on', async () => {
    await only(gate, 'WARN');
    const { id, number, pass } = await before(gate);
    raisedOnes.push(id);
    const refused = await failure(pass());
    expect(refused).toMatchObject({ code: 'NCR_OPEN', details: { gate: { gate, ncrs: [{ id, number }] } } });
    const { gate: at } = refused.details;
    if (!at) throw new Error('Nothing says where.');
    const body = { gate, subjectId: at.subjectId, position: at.position, ncrIds: [id] };
    const wrong = { ...body, ncrIds: [id, 999_999] };
    expect((await failure(planner.call(passNcrGate, { body: wrong }))).code).toBe('NOT_FOUND');
    await planner.call(passNcrGate, { body });
    expect(await outcome(pass())).toBe('passed');
    const { steps } = await admin.call(listNcrHistory, { params: { id }, query: {} });
    expect(steps[0]).toMatchObject({ what: 'PASS', by: 'Paul Lindner', about: `${gate} ${at.subjectId}` });
  });

  test('OFF asks nothing', async () => {
    await only(gate, 'OFF');
    const { id, pass } = await before(gate);
    raisedOnes.push(id);
    expect(await outcome(pass())).toBe('passed');
  });
});

test('a step that would begin by itself waits where a non-conformance stands before it', async () => {
  await only('STEP_START', 'BLOCK');
  await publish(admin, mesKind, { autoAdvance: true });
  const { lotId } = await finishedBuild(server, planner, 2, { hours: (hours += 3) });
  await fireAs(planner, lotId, 1, 'START');
  const { id } = await raised(admin, { lotId, position: 1 }, { affectedQuantity: 1 });
  raisedOnes.push(id);
  const { steps } = await count(planner, lotId, 1, { good: 2, finish: true });
  expect(steps.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED', 'READY']);
  await publish(admin, mesKind, { autoAdvance: false });
});
