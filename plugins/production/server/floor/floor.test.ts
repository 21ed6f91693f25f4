import { randomUUID } from 'node:crypto';
import { expediteLot, limitWorkCenter, listFlowLots, readFlow } from '@sinter/sdk/contract/production/flow';
import {
  fireBuild,
  holdLot,
  listCards,
  listLotMoves,
  mergeLots,
  readBoard,
  reverseMove,
  splitLot,
} from '@sinter/sdk/contract/production/lots';
import { listOrderLots } from '@sinter/sdk/contract/production/orderLots';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../../host/server/testing.ts';
import { onStage } from '../stage.ts';
import { failure } from '../../../scheduling/server/testing.ts';
import { count, finishedBuild, fireAs, floorTestServer, lotAs, plannedBuild } from './testing.ts';

let server: TestServer;
let planner: TestClient;
let operator: TestClient;
beforeAll(async () => {
  server = await floorTestServer();
  planner = await server.client('planner');
  operator = await server.client('operator');
});
afterAll(() => server.stop());

/** What was told of a lot, oldest first. */
const toldOf = async (type: string, lotId: number) => {
  const { rows } = await sql<{ payload: { what?: string[]; steps?: { position: number; status: string }[] } }>`
    select payload from outbox_event where type = ${type} and payload ->> 'lotId' = ${String(lotId)} order by sequence
  `.execute(server.services.db);
  return rows.flatMap(
    ({ payload }) => payload.what ?? payload.steps?.map((one) => `${one.position} ${one.status}`) ?? [],
  );
};

describe('a lot', () => {
  test('is there as soon as its build is planned, and moves with it', async () => {
    const { lotId, part } = await plannedBuild(server, planner, 10);
    const waiting = await lotAs(operator, lotId);
    expect(waiting.steps.map(({ kind, status }) => [kind, status])).toEqual([
      ['PRINT', 'READY'],
      ['POST', 'NOT_READY'],
      ['INSPECTION', 'NOT_READY'],
    ]);
    expect(waiting.job?.allowed).toContain('START');
    const fire = (event: 'START' | 'COMPLETE', good?: number) =>
      operator.call(fireBuild, {
        params: { id: lotId },
        body: {
          eventId: randomUUID(),
          event,
          completed: good === undefined ? [] : [{ orderFileId: part.id, quantity: good }],
        },
      });
    expect((await fire('START')).steps[0]?.status).toBe('IN_PROGRESS');
    const made = await fire('COMPLETE', 8);
    expect(made.steps[0]).toMatchObject({ status: 'COMPLETED', good: 8, scrap: 2, open: 0 });
    expect(made.steps[1]).toMatchObject({ status: 'READY', received: 8, open: 8 });
    expect(await toldOf('lot.steps_moved', lotId)).toEqual(['0 READY', '0 IN_PROGRESS', '0 COMPLETED', '1 READY']);
    expect(await toldOf('lot.changed', lotId)).toEqual(['CREATED', 'SCRAPPED']);
  });

  test('goes through its steps: counted, scrapped, made again, finished', async () => {
    const { lotId, part } = await finishedBuild(server, planner, 10, { hours: 6 });
    await fireAs(operator, lotId, 1, 'START');
    const refused = await failure(fireAs(operator, lotId, 1, 'FINISH'));
    expect(refused.message).toBe('10 pieces are not counted yet.');
    const counted = await count(operator, lotId, 1, {
      good: 8,
      scrap: [{ quantity: 2, reason: 'Damaged' }],
      batch: 'B-17',
      finish: true,
    });
    expect(counted.steps[1]).toMatchObject({ status: 'COMPLETED', good: 8, scrap: 2, open: 0 });
    expect(counted.steps[2]).toMatchObject({ status: 'READY', received: 8 });
    const { parts } = await planner.call(listOrderLots, { params: { orderId: part.orderId } });
    expect(parts.find(({ orderFileId }) => orderFileId === part.id)).toMatchObject({ quantity: 12, notScheduled: 2 });
    await fireAs(operator, lotId, 2, 'START');
    expect(await count(operator, lotId, 2, { good: 8, finish: true })).toMatchObject({ state: 'DONE' });
  });

  test('counts nothing twice, and no more than there is', async () => {
    const { lotId } = await finishedBuild(server, planner, 5, { hours: 10 });
    await fireAs(operator, lotId, 1, 'START');
    const tries = await Promise.allSettled([4, 4, 4, 4].map((good) => count(operator, lotId, 1, { good })));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await lotAs(operator, lotId)).steps[1]).toMatchObject({ good: 4, open: 1 });
  });

  test('is split, and merged again', async () => {
    const { lotId } = await finishedBuild(server, planner, 10, { hours: 14 });
    const child = await operator.call(splitLot, {
      params: { id: lotId },
      body: { eventId: randomUUID(), position: 1, quantity: 4 },
    });
    expect(child).toMatchObject({ quantity: 4, from: [{ lotId, how: 'SPLIT', quantity: 4 }] });
    expect((await lotAs(operator, lotId)).steps[1]).toMatchObject({ open: 6, moved: 4 });
    const merged = await operator.call(mergeLots, {
      params: { id: lotId },
      body: { eventId: randomUUID(), position: 1, lotIds: [child.id] },
    });
    expect(merged.steps[1]).toMatchObject({ open: 10, moved: 4, received: 14 });
    expect((await lotAs(operator, child.id)).state).toBe('MERGED');
    expect(await toldOf('lot.changed', child.id)).toEqual(['CREATED', 'SPLIT', 'MERGED']);
    expect(await toldOf('lot.changed', lotId)).toEqual(['CREATED']);
  });

  test('sends pieces back as a lot of their own, and takes back what was counted', async () => {
    const { lotId } = await finishedBuild(server, planner, 6, { hours: 18 });
    await fireAs(operator, lotId, 1, 'START');
    await count(operator, lotId, 1, { good: 6, finish: true });
    await fireAs(operator, lotId, 2, 'START');
    const back = await count(operator, lotId, 2, { rework: [{ quantity: 2, reason: 'Surface', toPosition: 1 }] });
    const [child] = back.to;
    if (!child) throw new Error('No lot took the pieces.');
    expect(child).toMatchObject({ how: 'REWORK', quantity: 2 });
    expect((await lotAs(operator, child.lotId)).steps[0]).toMatchObject({ position: 1, status: 'READY', open: 2 });

    const { moves } = await operator.call(listLotMoves, { params: { id: lotId }, query: {} });
    const good = moves.find(({ kind, position }) => kind === 'GOOD' && position === 1);
    if (!good) throw new Error('Nothing was counted.');
    const reverse = (moveId: number) =>
      operator.call(reverseMove, { params: { id: lotId, moveId }, body: { eventId: randomUUID() } });
    expect((await failure(reverse(good.id))).message).toBe('The pieces have gone on. Take back what came after first.');
    await count(operator, lotId, 2, { good: 1 });
    const counted = (await operator.call(listLotMoves, { params: { id: lotId }, query: {} })).moves[0];
    expect((await reverse(counted?.id ?? 0)).steps[2]).toMatchObject({ good: 0, rework: 2, open: 4 });
  });

  test('stops while it is held', async () => {
    const { lotId } = await finishedBuild(server, planner, 3, { hours: 22 });
    const hold = (on: boolean, reason = '') =>
      operator.call(holdLot, { params: { id: lotId }, body: { eventId: randomUUID(), hold: on, reason } });
    expect((await hold(true, 'Waits for quality')).steps[1]?.status).toBe('ON_HOLD');
    expect((await failure(fireAs(operator, lotId, 1, 'START'))).code).toBe('TRANSITION_REFUSED');
    expect((await hold(false)).steps[1]?.status).toBe('READY');
  });
});

test('the board and the flow show what stands where', async () => {
  const admin = await server.client('admin');
  await finishedBuild(server, planner, 7, { hours: 26 });
  const { centers } = await operator.call(readBoard, {});
  const finishing = centers.find(({ kind }) => kind === 'POST');
  expect(finishing?.lots).toBe(finishing?.cards.length);
  expect(finishing?.pieces).toBe(finishing?.cards.reduce((sum, { open }) => sum + open, 0));
  const { steps } = await admin.call(readFlow, { query: {} });
  expect(steps.find(({ kind }) => kind === 'POST')).toMatchObject({ lots: finishing?.lots, pieces: finishing?.pieces });
});

test('who watches the flow sees the lots of a step, puts one first, and limits a work center', async () => {
  const admin = await server.client('admin');
  const [{ lotId }] = [await finishedBuild(server, planner, 4, { hours: 34 })];
  const first = async () => {
    const { cards } = await operator.call(listCards, { query: { workCenter: 'finishing' } });
    return cards[0]?.id;
  };
  const at = (query = {}) => admin.call(listFlowLots, { query: { step: 'finishing', ...query } });
  const { cards, total } = await at();
  expect(total).toBe((await admin.call(readFlow, { query: {} })).steps.find(({ key }) => key === 'finishing')?.lots);
  expect(cards.find(({ id }) => id === lotId)?.expedited).toBe(false);
  expect((await at({ companyId: 999_999 })).total).toBe(0);
  expect(await first()).not.toBe(lotId);
  await admin.call(expediteLot, { params: { id: lotId }, body: { expedited: true } });
  expect(await first()).toBe(lotId);
  expect((await at()).cards[0]).toMatchObject({ id: lotId, expedited: true });
  await admin.call(expediteLot, { params: { id: lotId }, body: { expedited: false } });
  expect(await first()).not.toBe(lotId);
  expect((await failure(operator.call(expediteLot, { params: { id: lotId }, body: { expedited: true } }))).code).toBe(
    'FORBIDDEN',
  );

  await fireAs(operator, cards.find(({ id }) => id !== lotId)?.id ?? 0, 1, 'START').catch(() => undefined);
  const limit = (body: { limit: number | null; blocks: boolean }) =>
    admin.call(limitWorkCenter, { params: { key: 'finishing' }, body });
  await limit({ limit: 1, blocks: true });
  const { steps } = await admin.call(readFlow, { query: {} });
  expect(steps.find(({ key }) => key === 'finishing')).toMatchObject({ limit: 1, blocks: true });
  expect((await failure(fireAs(operator, lotId, 1, 'START'))).code).toBe('CONFLICT');
  await limit({ limit: 1, blocks: false });
  expect((await fireAs(operator, lotId, 1, 'START')).steps[1]?.status).toBe('IN_PROGRESS');
  await limit({ limit: null, blocks: false });
  expect(
    (await failure(admin.call(limitWorkCenter, { params: { key: 'nowhere' }, body: { limit: 1, blocks: false } })))
      .code,
  ).toBe('NOT_FOUND');
});

test('an order follows its lots, and goes back with pieces that are made again', async () => {
  const { lotId, part } = await finishedBuild(server, planner, 2, { hours: 30 });
  const { db } = server.services;
  // Its other parts are made elsewhere.
  await sql`
    update rfq_order_file set scheduled = quantity + remake_quantity where order_id = ${part.orderId} and id <> ${part.id}
  `.execute(db);
  await sql`update lot set state = 'DONE' where order_id = ${part.orderId} and id <> ${lotId}`.execute(db);
  const follow = async (back: boolean) => {
    await onStage(server.services, { orderId: part.orderId, facilityId: server.world.rootFacilityId, back });
    const row = await db
      .selectFrom('rfq_match')
      .select('status')
      .where('order_id', '=', part.orderId)
      .where('facility_id', '=', server.world.rootFacilityId)
      .executeTakeFirstOrThrow();
    return row.status;
  };
  expect(await follow(false)).toBe('IN_POSTPROCESSING');
  await fireAs(operator, lotId, 1, 'START');
  await count(operator, lotId, 1, { good: 2, finish: true });
  expect(await follow(false)).toBe('IN_QUALITYCONTROL');
  await fireAs(operator, lotId, 2, 'START');
  await count(operator, lotId, 2, { scrap: [{ quantity: 1, reason: 'Out of tolerance' }] });
  expect(await follow(false)).toBe('IN_QUALITYCONTROL');
  expect(await follow(true)).toBe('IN_PROGRESS');
});
