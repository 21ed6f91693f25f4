import { randomUUID } from 'node:crypto';
import { fireOrderEvent } from '@sinter/sdk/contract/orders/orders';
import { listLotMoves } from '@sinter/sdk/contract/production/lots';
import { listOrderLots } from '@sinter/sdk/contract/production/orderLots';
import { ncrChanged, setNcrRows, signNcrRow } from '@sinter/sdk/contract/quality/ncrs';
import { answerConcession, listCustomerNcrs, listOrderNcrs, reportIssue } from '@sinter/sdk/contract/quality/orderNcrs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../../host/server/testing.ts';
import {
  count,
  finishedBuild,
  fireAs,
  floorTestServer,
  lotAs,
  lotOf,
} from '../../../production/server/floor/testing.ts';
import { onStage } from '../../../production/server/stage.ts';
import { createJob } from '@sinter/sdk/contract/scheduling/jobs';
import { draftOf as jobDraft, failure, hoursAhead } from '../../../scheduling/server/testing.ts';
import { buyerOf, fireNcr, ncrAs, raised, rowsAs, settle, machinesOf } from './testing.ts';

let server: TestServer;
let admin: TestClient;
let planner: TestClient;
let operator: TestClient;
let dual: TestClient;
beforeAll(async () => {
  server = await floorTestServer();
  [admin, planner, operator, dual] = await Promise.all([
    server.client('admin'),
    server.client('planner'),
    server.client('operator'),
    server.client('dual'),
  ]);
  await settle(admin, { rigor: 'BASIC' });
});
afterAll(() => server.stop());

let hours = 0;
const built = (quantity: number) => finishedBuild(server, planner, quantity, { hours: (hours += 3) });
const decide = async (id: number) => {
  await fireNcr(admin, id, 'REVIEW');
  return fireNcr(admin, id, 'DISPOSE');
};
const statusOf = async (orderId: number) => {
  const { rows } = await sql<{ status: string }>`
    select status from rfq_match where order_id = ${orderId} and facility_id = ${server.world.rootFacilityId}
  `.execute(server.services.db);
  return rows[0]?.status;
};

/** At every step of a lot, of what it has received nothing is lost. */
async function requireSums(lotId: number): Promise<void> {
  for (const { received, good, scrap, rework, moved, open } of (await lotAs(operator, lotId)).steps) {
    expect(received).toBe(good + scrap + rework + moved + open);
    expect(open).toBeGreaterThanOrEqual(0);
  }
}

test('rows sum up, whatever is asked for', async () => {
  const { id } = await raised(admin);
  const sum = await failure(rowsAs(admin, id, [{ quantity: 4 }]));
  expect(sum.fields).toEqual({ rows: 'The rows are 4 pieces, and 10 are affected.' });
  const { rows, version } = await rowsAs(admin, id, [{ quantity: 4, disposition: 'SCRAP' }, { quantity: 6 }]);
  expect(rows.map(({ quantity, state }) => [quantity, state])).toEqual([
    [4, 'PROPOSED'],
    [6, 'PENDING'],
  ]);
  expect((await failure(rowsAs(admin, id, [{ id: 1, quantity: 10 }]))).fields).toHaveProperty(['rows.0.id']);
  const stale = admin.call(setNcrRows, {
    params: { id },
    body: { version: version - 1, rows: [{ id: null, quantity: 10, disposition: null }] },
  });
  expect((await failure(stale)).code).toBe('CHANGED');
  await expect(
    sql`update ncr_row set quantity = quantity + 1 where ncr_id = ${id}`.execute(server.services.db),
  ).rejects.toThrow('are affected');
});

test('pieces are scrapped, sent back and made again: ledger, schedule and order follow, and the new lot is tied', async () => {
  const { lotId, part } = await built(10);
  await fireAs(operator, lotId, 1, 'START');
  await count(operator, lotId, 1, { good: 10, finish: true });
  const { id } = await raised(admin, { lotId, position: 1 }, {}, true);
  const step = await failure(rowsAs(admin, id, [{ quantity: 10, disposition: 'REWORK' }]));
  expect(step.fields).toHaveProperty(['rows.0.toPosition']);
  await rowsAs(admin, id, [
    { quantity: 3, disposition: 'SCRAP', reason: 'Cracked' },
    { quantity: 5, disposition: 'REWORK', toPosition: 1 },
    { quantity: 2, disposition: 'REMAKE' },
  ]);
  const done = await decide(id);
  expect(done.rows.map(({ state }) => state)).toEqual(['DONE', 'DONE', 'DONE']);
  await requireSums(lotId);
  const [, rework, remake] = done.rows;
  const [child] = rework?.lotIds ?? [];
  if (child === undefined) throw new Error('The rework has no lot.');
  expect(await lotAs(operator, child)).toMatchObject({ quantity: 5, heldFor: null, from: [{ lotId, how: 'REWORK' }] });
  const { parts } = await planner.call(listOrderLots, { params: { orderId: part.orderId } });
  expect(parts.find(({ orderFileId }) => orderFileId === part.id)?.notScheduled).toBe(2);
  const { moves } = await operator.call(listLotMoves, { params: { id: lotId }, query: {} });
  expect(moves.filter(({ kind }) => kind === 'SCRAP').map(({ quantity, remake: again }) => [quantity, again])).toEqual([
    [2, true],
    [3, false],
  ]);
  const [machine] = await machinesOf(server, part);
  if (!machine) throw new Error('No machine makes this.');
  const body = { ...jobDraft(machine, hoursAhead(200 + hours), 1), files: [{ rfqCadFileId: part.id, quantity: 2 }] };
  const told = async () => {
    const { rows } = await sql`
      select from outbox_event where type = ${ncrChanged.type} and payload ->> 'ncrId' = ${String(id)}
    `.execute(server.services.db);
    return rows.length;
  };
  const before = await told();
  const job = await planner.call(createJob, { body: { ...body, eventId: randomUUID() } });
  expect(await told()).toBe(before + 1);
  const made = (await ncrAs(admin, id)).rows.find((row) => row.id === remake?.id);
  expect(made?.lotIds).toEqual([await lotOf(server, job.id)]);

  expect((await failure(fireNcr(admin, id, 'REOPEN'))).code).toBe('NOT_POSSIBLE');
  const held = await failure(fireNcr(admin, id, 'CLOSE'));
  expect(held.message).toBe('It still holds lots, machines or batches. Release them first.');
  expect((await ncrAs(admin, id)).blocked).toContainEqual({ event: 'CLOSE', by: ['HOLDS'] });
});

test('more pieces than there are cannot be scrapped, and then nothing is', async () => {
  const { lotId } = await built(4);
  const { id } = await raised(admin, { lotId }, { affectedQuantity: 4 });
  await fireAs(operator, lotId, 1, 'START');
  await count(operator, lotId, 1, { scrap: [{ quantity: 2, reason: 'Lost', remake: false }] });
  await rowsAs(admin, id, [{ quantity: 4, disposition: 'SCRAP' }]);
  const error = await failure(decide(id));
  expect(error).toMatchObject({ code: 'NOT_POSSIBLE', message: `Only 2 pieces are left in lot ${lotId}.` });
  expect(await ncrAs(admin, id)).toMatchObject({ status: 'IN_REVIEW', rows: [{ state: 'PROPOSED' }] });
});

test('pieces that passed the last step are taken back, and the order goes back with what is made again', async () => {
  const { lotId, part } = await built(2);
  const { db } = server.services;
  await sql`update rfq_order_file set scheduled = quantity + remake_quantity where order_id = ${part.orderId} and id <> ${part.id}`.execute(
    db,
  );
  await sql`update lot set state = 'DONE' where order_id = ${part.orderId} and id <> ${lotId}`.execute(db);
  for (const position of [1, 2]) {
    await fireAs(operator, lotId, position, 'START');
    await count(operator, lotId, position, { good: 2, finish: true });
  }
  expect((await lotAs(operator, lotId)).state).toBe('DONE');
  const follow = (back: boolean) =>
    onStage(server.services, { orderId: part.orderId, facilityId: server.world.rootFacilityId, back });
  await follow(false);
  expect(await statusOf(part.orderId)).toBe('IN_QUALITYCONTROL');
  const { id } = await raised(admin, { lotId }, { affectedQuantity: 1 });
  await rowsAs(admin, id, [{ quantity: 1, disposition: 'REWORK', toPosition: 1 }]);
  await decide(id);
  await requireSums(lotId);
  await follow(true);
  expect(await statusOf(part.orderId)).toBe('IN_POSTPROCESSING');
  const again = await raised(admin, { lotId }, { affectedQuantity: 1 });
  await rowsAs(admin, again.id, [{ quantity: 1, disposition: 'REMAKE' }]);
  await decide(again.id);
  await requireSums(lotId);
  await follow(true);
  expect(await statusOf(part.orderId)).toBe('IN_PROGRESS');
});

test('pieces are used as they are when the customer says so, and not when the customer does not', async () => {
  const { lotId, part } = await built(6);
  const { id, number } = await raised(admin, { lotId }, { affectedQuantity: 6, title: 'Warped by 0.3 mm' });
  const ofOrder = { orderId: part.orderId };
  const buyer = await buyerOf(server, part.orderId);
  const shown = async () =>
    (await buyer.call(listCustomerNcrs, { params: ofOrder })).ncrs.find((each) => each.id === id);
  expect(await shown()).toBeUndefined();
  await rowsAs(admin, id, [
    { quantity: 4, disposition: 'USE_AS_IS', reason: 'Fits' },
    { quantity: 2, disposition: 'USE_AS_IS' },
  ]);
  const asked = await decide(id);
  expect(asked.rows.map(({ state }) => state)).toEqual(['CUSTOMER', 'CUSTOMER']);
  expect((await failure(fireNcr(admin, id, 'CLOSE'))).message).toBe('Pieces that wait for the customer’s answer: 6.');
  const seen = await shown();
  expect(seen).toMatchObject({ number, text: '', rows: [{ quantity: 4, mayAnswer: true }, { quantity: 2 }] });
  expect(JSON.stringify(seen)).not.toContain('lotId');
  const [yes, no] = asked.rows;
  const answer = (rowId: number, accepts: boolean, note = '') =>
    buyer.call(answerConcession, { params: { ...ofOrder, id, rowId }, body: { accepts, note } });
  if (!yes || !no) throw new Error('Nobody was asked.');
  expect((await failure(answer(no.id, false))).fields).toHaveProperty('note');
  expect(await answer(yes.id, true)).toEqual({ state: 'DONE' });
  expect(await answer(no.id, false, 'Too much')).toEqual({ state: 'REFUSED' });
  expect((await failure(answer(yes.id, true))).code).toBe('CONFLICT');
  // Another proposal in its place is carried out at once.
  const { rows } = await rowsAs(admin, id, [
    { id: yes.id, quantity: 4, disposition: 'USE_AS_IS', reason: 'Fits' },
    { id: no.id, quantity: 2, disposition: 'SCRAP' },
  ]);
  expect(rows.map(({ state }) => state)).toEqual(['DONE', 'DONE']);
  expect((await fireNcr(admin, id, 'CLOSE')).status).toBe('CLOSED');
  expect(await admin.call(listOrderNcrs, { params: ofOrder })).toContainEqual(
    expect.objectContaining({ id, customerVisible: true, status: 'CLOSED' }),
  );
});

test('the review board signs with two different people', async () => {
  await settle(admin, { rigor: 'FULL' });
  const { id } = await raised(admin);
  await rowsAs(admin, id, [
    { quantity: 9, disposition: 'RETURN_FROM_CUSTOMER' },
    { quantity: 1, disposition: 'RETURN_FROM_CUSTOMER' },
  ]);
  const { rows } = await decide(id);
  const [first, second] = rows;
  if (!first || !second) throw new Error('Rows are missing.');
  expect(first.state).toBe('PROPOSED');
  expect((await failure(fireNcr(admin, id, 'CLOSE'))).message).toBe('Pieces that wait for the review board: 10.');
  const sign = (client: TestClient, rowId: number, approves = true) =>
    client.call(signNcrRow, { params: { id, rowId }, body: { approves, note: 'Seen' } });
  expect((await sign(admin, first.id)).rows[0]?.state).toBe('PROPOSED');
  expect((await failure(sign(admin, first.id))).message).toBe('You have signed this already. Another person has to.');
  expect((await failure(sign(operator, first.id))).code).toBe('FORBIDDEN');
  expect((await sign(planner, first.id)).rows[0]).toMatchObject({ state: 'DONE', signatures: [{}, {}] });
  expect((await sign(planner, second.id, false)).rows[1]?.state).toBe('REFUSED');
  expect((await failure(fireNcr(admin, id, 'CLOSE'))).code).toBe('NOT_POSSIBLE');
  // Proposed again it is signed anew.
  await rowsAs(admin, id, [
    { id: first.id, quantity: 9, disposition: 'RETURN_FROM_CUSTOMER' },
    { id: second.id, quantity: 1, disposition: 'RETURN_FROM_CUSTOMER' },
  ]);
  await sign(admin, second.id);
  await sign(dual, second.id);
  expect((await fireNcr(admin, id, 'CLOSE')).status).toBe('CLOSED');
  // Nothing was posted: it may be opened again, and is decided anew.
  expect(await fireNcr(admin, id, 'REOPEN')).toMatchObject({
    status: 'IN_REVIEW',
    rows: [{ state: 'PROPOSED', signatures: [] }, { state: 'PROPOSED' }],
  });
  await settle(admin, { rigor: 'BASIC' });
});

test('a customer reports a problem while parts are made, and after they were shipped, which brings the order back', async () => {
  const { part } = await built(3);
  const ofOrder = { orderId: part.orderId };
  const buyer = await buyerOf(server, part.orderId);
  const report = (quantity: number, text: string, eventId = randomUUID()) =>
    buyer.call(reportIssue, { params: ofOrder, body: { eventId, orderFileId: part.id, quantity, text } });
  expect((await failure(report(4, 'All of them'))).fields).toHaveProperty('quantity');
  const eventId = randomUUID();
  const early = await report(1, 'The drawing is older', eventId);
  expect(await report(1, 'The drawing is older', eventId)).toEqual(early);
  expect(await ncrAs(admin, early.id)).toMatchObject({ source: 'CUSTOMER', shipped: false, customerVisible: true });

  const fire = (client: TestClient, event: 'SHIP' | 'CONFIRM_RECEIPT') =>
    client.call(fireOrderEvent, { params: { id: part.orderId }, body: { event, eventId: randomUUID() } });
  await fire(planner, 'SHIP');
  await fire(buyer, 'CONFIRM_RECEIPT');
  const { mayReport, until } = await buyer.call(listCustomerNcrs, { params: ofOrder });
  expect([mayReport, until === null]).toEqual([true, false]);
  const late = await report(2, 'Two are warped\nSee the photo');
  const ncr = await ncrAs(admin, late.id);
  expect(ncr).toMatchObject({ shipped: true, affectedQuantity: 2, description: 'Two are warped\nSee the photo' });
  await rowsAs(admin, late.id, [{ quantity: 2, disposition: 'REWORK' }]);
  expect((await failure(decide(late.id))).message).toBe(
    'The pieces have been shipped. They can be made again, or come back.',
  );
  await rowsAs(admin, late.id, [{ quantity: 2, disposition: 'REMAKE' }]);
  await fireNcr(admin, late.id, 'DISPOSE');
  expect(await statusOf(part.orderId)).toBe('IN_PROGRESS');
  const { parts } = await planner.call(listOrderLots, { params: ofOrder });
  expect(parts.find(({ orderFileId }) => orderFileId === part.id)?.notScheduled).toBe(2);
  const other = await server.client('admin2');
  expect((await failure(other.call(listOrderNcrs, { params: ofOrder }))).code).toBe('NOT_FOUND');
  const stranger = await server.client('buyer');
  expect((await failure(stranger.call(listCustomerNcrs, { params: ofOrder }))).code).toBe('NOT_FOUND');
});
