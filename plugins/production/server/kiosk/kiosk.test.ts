import { randomUUID } from 'node:crypto';
import { mesKind } from '@sinter/sdk/contract/production/mes';
import { publishSetting, readSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import { handOver } from '@sinter/sdk/contract/host/handOver';
import { getUser } from '@sinter/sdk/contract/host/session';
import {
  enterKiosk,
  giveStartPin,
  isPlainPin,
  leaveKiosk,
  readKiosk,
  readMemberPin,
  setOwnPin,
  takePin,
  type KioskAction,
} from '@sinter/sdk/contract/production/kiosk';
import { lotLabel, lotTraveller } from '@sinter/sdk/contract/production/travellers';
import {
  fireStepEvent,
  listLotMoves,
  progressStep,
  reverseMove,
  type StepEvent,
} from '@sinter/sdk/contract/production/lots';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../../host/server/testing.ts';
import { finishedBuild, floorTestServer, lotAs } from '../floor/testing.ts';

let server: TestServer;
let admin: TestClient;
let planner: TestClient;
let operator: TestClient;
let kiosk: TestClient;
let operatorId: number;

beforeAll(async () => {
  server = await floorTestServer();
  [admin, planner, operator, kiosk] = await Promise.all([
    server.client('admin'),
    server.client('planner'),
    server.client('operator'),
    server.client('lot'),
  ]);
  operatorId = (await operator.call(getUser, {})).id;
  await policy({ pin: true, stretchSeconds: 60 });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await operator.call(setOwnPin, { body: { pin: '2580' } });
  await sql`update kiosk_tries set failures = 0`.execute(server.services.db);
});
afterEach(async () => {
  await sql`update job set status = 'CANCELLED'`.execute(server.services.db);
});

const enter = (userId: number, pin: string, newPin?: string) =>
  kiosk.call(enterKiosk, { body: { userId, pin, ...(newPin !== undefined && { newPin }) } });

async function stretchOf(pin = '2580'): Promise<string> {
  const answer = await enter(operatorId, pin);
  if (answer.state !== 'ENTERED') throw new Error('The PIN is a start PIN.');
  return answer.stretch;
}

const fire = (id: number, event: StepEvent, by?: KioskAction, eventId = randomUUID()) =>
  kiosk.call(fireStepEvent, {
    params: { id, position: 1 },
    body: { eventId, event, device: 'Tablet 7', ...(by && { kiosk: by }) },
  });

async function policy(change: { pin: boolean; stretchSeconds: number }): Promise<void> {
  const place = { kind: mesKind, elementId: '' };
  const { seen, published } = await admin.call(readSetting, { query: place });
  const value = { ...Object(published.value), kiosk: change };
  const saved = await admin.call(saveSettingDraft, { body: { ...place, seen, value } });
  await admin.call(publishSetting, { body: { ...place, seen: saved.seen } });
}

test('what somebody does at a kiosk is theirs: the step, the ledger, the audit, and taking it back', async () => {
  const { lotId } = await finishedBuild(server, planner, 4);
  const refused = {
    code: 'INVALID_INPUT',
    message: 'Enter your PIN first.',
    details: { fields: { kiosk: expect.any(String) } },
  };
  await expect(fire(lotId, 'START')).rejects.toMatchObject(refused);
  await expect(fire(lotId, 'START', { stretch: 'x'.repeat(43), after: 0 })).rejects.toMatchObject(refused);

  const stretch = await stretchOf();
  const started = await fire(lotId, 'START', { stretch, after: 100 });
  expect(started.steps[1]).toMatchObject({ status: 'IN_PROGRESS', startedBy: 'Olga Novak' });
  await kiosk.call(progressStep, {
    params: { id: lotId, position: 1 },
    body: { eventId: randomUUID(), good: 2, kiosk: { stretch, after: 900 } },
  });
  const { moves } = await kiosk.call(listLotMoves, { params: { id: lotId }, query: {} });
  expect(moves[0]).toMatchObject({ kind: 'GOOD', by: 'Olga Novak', device: 'Line Terminal', mayReverse: true });
  const back = { params: { id: lotId, moveId: moves[0]?.id ?? 0 } };

  // Somebody else, whose right does not reach that far at a kiosk, cannot take it back.
  const plannerId = (await planner.call(getUser, {})).id;
  await planner.call(setOwnPin, { body: { pin: '1397' } });
  const other = await enter(plannerId, '1397');
  if (other.state !== 'ENTERED') throw new Error('The PIN is a start PIN.');
  const byOther = { eventId: randomUUID(), kiosk: { stretch: other.stretch, after: 0 } };
  await expect(kiosk.call(reverseMove, { ...back, body: byOther })).rejects.toMatchObject({ code: 'NOT_POSSIBLE' });
  const again = await kiosk.call(reverseMove, {
    ...back,
    body: { eventId: randomUUID(), kiosk: { stretch, after: 1500 } },
  });
  expect(again.steps[1]).toMatchObject({ good: 0, open: 4 });
});

test('a stretch goes on with each action, ends after a pause or when the person leaves, and is believed later', async () => {
  const { lotId } = await finishedBuild(server, planner, 4);
  const stretch = await stretchOf();
  // It was entered a while ago; what could not be sent is sent now.
  await sql`update kiosk_stretch set begun_at = now() - interval '10 minutes'`.execute(server.services.db);
  await fire(lotId, 'START', { stretch, after: 50_000 });
  await fire(lotId, 'PAUSE', { stretch, after: 100_000 });
  await expect(fire(lotId, 'RESUME', { stretch, after: 300_000 })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await fire(lotId, 'RESUME', { stretch, after: 150_000 });
  expect(await kiosk.call(leaveKiosk, { body: { stretch, after: 160_000 } })).toEqual({ ended: true });
  await expect(fire(lotId, 'PAUSE', { stretch, after: 170_000 })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  // Nothing is done in the future.
  await expect(fire(lotId, 'PAUSE', { stretch: await stretchOf(), after: 40_000 })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
});

test('where each action asks, a PIN is good for one, also when it is sent twice; without the policy nobody is asked', async () => {
  await policy({ pin: true, stretchSeconds: 0 });
  const { lotId } = await finishedBuild(server, planner, 4);
  const by = { stretch: await stretchOf(), after: 0 };
  const eventId = randomUUID();
  await fire(lotId, 'START', by, eventId);
  expect((await fire(lotId, 'START', by, eventId)).steps[1]).toMatchObject({ status: 'IN_PROGRESS' });
  await expect(fire(lotId, 'PAUSE', by)).rejects.toMatchObject({ code: 'INVALID_INPUT' });

  await policy({ pin: false, stretchSeconds: 0 });
  await fire(lotId, 'PAUSE');
  expect(await kiosk.call(readKiosk, {})).toMatchObject({ asks: false, people: [] });
  await policy({ pin: true, stretchSeconds: 60 });
});

test('guessing stops: after five wrong PINs for a while, after ten until there is another one; the audit knows', async () => {
  for (let at = 0; at < 5; at += 1) {
    await expect(enter(operatorId, '1357')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { fields: { pin: 'This is not your PIN.' } },
    });
  }
  const locked = { code: 'RATE_LIMITED', message: 'Too many wrong PINs. Try again in 15 minutes.' };
  await expect(enter(operatorId, '2580')).rejects.toMatchObject(locked);
  await sql`update kiosk_pin set locked_until = now()`.execute(server.services.db);
  for (let at = 0; at < 5; at += 1) await expect(enter(operatorId, '1357')).rejects.toThrow();
  await sql`update kiosk_pin set locked_until = now()`.execute(server.services.db);
  await expect(enter(operatorId, '2580')).rejects.toMatchObject({ message: expect.stringContaining('Set a new one') });
  const people = (await kiosk.call(readKiosk, {})).people;
  expect(people.find(({ userId }) => userId === operatorId)?.state).toBe('BLOCKED');
  await operator.call(setOwnPin, { body: { pin: '2581' } });
  expect(await enter(operatorId, '2581')).toMatchObject({ state: 'ENTERED', name: 'Olga Novak' });
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_entry
    where action = 'kiosk.pin_refused' and object_id = ${String(operatorId)}`.execute(server.services.db);
  expect(rows[0]?.count).toBe(10);
});

test('a kiosk at which too much is guessed stops, whoever is guessed at', async () => {
  await sql`update kiosk_tries set failures = 30, since = now()`.execute(server.services.db);
  await expect(enter(operatorId, '2580')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await sql`update kiosk_tries set since = now() - interval '11 minutes'`.execute(server.services.db);
  expect(await enter(operatorId, '2580')).toMatchObject({ state: 'ENTERED' });
});

test('a start PIN is given once, holds seven days, and is changed at its first use', async () => {
  const params = { userId: operatorId };
  const { pin } = await admin.call(giveStartPin, { params });
  expect(pin).toMatch(/^\d{4}$/);
  expect(isPlainPin(pin)).toBe(false);
  expect(await admin.call(readMemberPin, { params })).toEqual({ kind: 'PERSON', state: 'START' });
  await expect(enter(operatorId, pin === '2580' ? '2581' : '2580')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect(await enter(operatorId, pin)).toEqual({ state: 'CHOOSE' });
  for (const plain of ['1111', '3456', '9876', pin]) {
    await expect(enter(operatorId, pin, plain)).rejects.toMatchObject({
      details: { fields: { newPin: expect.any(String) } },
    });
  }
  expect(await enter(operatorId, pin, pin === '8264' ? '8265' : '8264')).toMatchObject({ state: 'ENTERED' });
  expect(await admin.call(readMemberPin, { params })).toMatchObject({ state: 'OWN' });

  const second = await admin.call(giveStartPin, { params });
  await sql`update kiosk_pin set start_until = now() where start_until is not null`.execute(server.services.db);
  await expect(enter(operatorId, second.pin, '8264')).rejects.toMatchObject({
    message: expect.stringContaining('no longer valid'),
  });
  expect(await admin.call(takePin, { params })).toEqual({ state: 'NONE' });
  await expect(enter(operatorId, '8264')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('names are for kiosks, PINs for who is in the team, and nobody reads one', async () => {
  expect(await operator.call(readKiosk, {})).toMatchObject({ asks: false, people: [] });
  const { asks, people } = await kiosk.call(readKiosk, {});
  expect(asks).toBe(true);
  expect(people).toContainEqual({ userId: operatorId, name: 'Olga Novak', state: 'OWN' });
  await expect(operator.call(enterKiosk, { body: { userId: operatorId, pin: '2580' } })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  const buyer = (await (await server.client('buyer')).call(getUser, {})).id;
  await expect(enter(buyer, '2580')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(admin.call(giveStartPin, { params: { userId: buyer } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const kept = await sql<{ row: string }>`select row_to_json(kiosk_pin)::text as row from kiosk_pin
    union all select row_to_json(kept_secret)::text from kept_secret where name like 'production.pin.%'`.execute(
    server.services.db,
  );
  expect(kept.rows.length).toBeGreaterThan(1);
  for (const { row } of kept.rows) expect(row).not.toMatch(/2580|argon2/);
});

test('a team editor hands this browser over to a kiosk, and to nothing else', async () => {
  const device = await server.client('admin');
  const kioskId = (await kiosk.call(getUser, {})).id;
  await expect(device.call(handOver, { params: { userId: operatorId } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await device.call(handOver, { params: { userId: kioskId } })).memberRoles).toEqual(['LOT_USER']);
  expect((await device.call(getUser, {})).id).toBe(kioskId);
  const { rows } = await sql<{ days: number }>`select (extract(epoch from expires_at - now()) / 86400)::int as days
    from session where user_id = ${kioskId} order by created_at desc limit 1`.execute(server.services.db);
  expect(rows[0]?.days).toBe(90);
  await expect(operator.call(handOver, { params: { userId: kioskId } })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect((await lotAs(operator, (await finishedBuild(server, planner, 2)).lotId)).quantity).toBe(2);
});

test('a kiosk opens no papers: they show what was ordered', async () => {
  const { lotId } = await finishedBuild(server, planner, 4, { hours: 60 });
  for (const call of [lotTraveller, lotLabel]) {
    await expect(kiosk.bytes(call, { query: { lotId } })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
});
