import { randomUUID } from 'node:crypto';
import { readSetting, restoreSetting } from '@sinter/sdk/contract/host/versions';
import { listCards, fireBuild } from '@sinter/sdk/contract/production/lots';
import { listOrderLots } from '@sinter/sdk/contract/production/orderLots';
import { mesKind, plainMes, type MesSettings } from '@sinter/sdk/contract/production/mes';
import { lotLabel, lotTraveller, testPrint } from '@sinter/sdk/contract/production/travellers';
import { nextSlot } from '@sinter/sdk/contract/scheduling/jobs';
import { readCalendar } from '@sinter/sdk/contract/scheduling/calendar';
import { versions } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPdf } from '../../../../host/server/documents/testing.ts';
import type { TestClient, TestServer } from '../../../../host/server/testing.ts';
import { failure } from '../../../scheduling/server/testing.ts';
import { sharesOf } from '../follow.ts';
import { mesWithPlanning } from '../workplan/kind.ts';
import { count, fireAs, finishedBuild, floorTestServer, lotAs, plannedBuild } from './testing.ts';

let server: TestServer;
let planner: TestClient;
let operator: TestClient;
let admin: TestClient;
let hours = 0;
const later = () => (hours += 6);

beforeAll(async () => {
  server = await floorTestServer();
  planner = await server.client('planner');
  operator = await server.client('operator');
  admin = await server.client('admin');
});
afterAll(() => server.stop());

/** What is not named is as it is delivered. */
const rule = ({ services, world }: TestServer, part: Partial<MesSettings>) =>
  services.write((unit) =>
    services
      .get(versions)
      .of(mesWithPlanning(services), { facilityId: world.rootFacilityId, elementId: '' })
      .put(unit, { ...plainMes, ...part }, { note: '', by: null }),
  );

const printed = async (paper: Promise<ArrayBuffer>): Promise<string> =>
  (await readPdf(new Uint8Array(await paper))).flat().join('\n');
/** In points. */
async function sizeOf(paper: Promise<ArrayBuffer>): Promise<number[]> {
  const [, width, height] =
    /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(Buffer.from(await paper).toString('latin1')) ?? [];
  return [Math.round(Number(width)), Math.round(Number(height))];
}

const lotsOfBuild = async (jobId: number) => {
  const { rows } = await sql<{ id: number; quantity: number; number: string | null; state: string }>`
    select id, quantity, number, state from lot where job_id = ${jobId} order by id`.execute(server.services.db);
  return rows;
};
const complete = (lotId: number, orderFileId: number, quantity: number) =>
  operator.call(fireBuild, {
    params: { id: lotId },
    body: { eventId: randomUUID(), event: 'COMPLETE', completed: [{ orderFileId, quantity }] },
  });
const start = (lotId: number) =>
  operator.call(fireBuild, { params: { id: lotId }, body: { eventId: randomUUID(), event: 'START' } });

describe('the most pieces of a lot', () => {
  test('are shared out, the last lot has the rest, and what was shared out stays', () => {
    expect(sharesOf(100, [], 40)).toEqual([40, 40, 20]);
    expect(sharesOf(100, [], null)).toEqual([100]);
    expect(sharesOf(100, [{ quantity: 70 }, { quantity: 30 }], 40)).toEqual([70, 30]);
    expect(sharesOf(60, [{ quantity: 40 }, { quantity: 40 }, { quantity: 20 }], 40)).toEqual([40, 20]);
    expect(sharesOf(1_000_000, [], 1)).toHaveLength(200);
  });

  test('a part of a build makes several lots, which are filled one after the other', async () => {
    await rule(server, { mostPerLot: 4 });
    const { jobId, lotId, part } = await plannedBuild(server, planner, 10, later());
    const planned = await lotsOfBuild(jobId);
    expect(planned.map(({ quantity }) => quantity)).toEqual([4, 4, 2]);
    expect((await start(lotId)).job?.parts).toMatchObject([{ orderFileId: part.id, quantity: 10, most: 10 }]);
    await complete(lotId, part.id, 7);
    const steps = await Promise.all(planned.map(async ({ id }) => (await lotAs(operator, id)).steps[0]));
    expect(steps.map((step) => [step?.good, step?.scrap])).toEqual([
      [4, 0],
      [3, 1],
      [0, 2],
    ]);
    expect((await lotsOfBuild(jobId)).map(({ state }) => state)).toEqual(['OPEN', 'OPEN', 'CANCELLED']);
    await rule(server, {});
  });
});

describe('numbers', () => {
  test('new lots have them, old ones their id; they are found by both, and are printed', async () => {
    const old = await finishedBuild(server, planner, 3, { hours: later() });
    await rule(server, { lotNumber: 'Q-{YYYY}-{###}' });
    const made = [];
    for (const _ of [1, 2]) made.push(await finishedBuild(server, planner, 3, { hours: later() }));
    const numbers = await Promise.all([old, ...made].map(async ({ lotId }) => (await lotAs(operator, lotId)).number));
    const year = new Date().getFullYear();
    expect(numbers).toEqual([String(old.lotId), `Q-${year}-001`, `Q-${year}-002`]);
    const found = async (text: string) =>
      (await operator.call(listCards, { query: { text } })).cards.map(({ id }) => id);
    expect(await found(`q-${year}-002`)).toEqual([made[1]?.lotId]);
    expect(await found(String(made[0]?.lotId))).toContain(made[0]?.lotId);
    const pdf = await printed(planner.bytes(lotTraveller, { query: { lotId: made[1]?.lotId ?? 0 } }));
    expect(pdf).toContain(`Q-${year}-002`);
    expect(await printed(planner.bytes(lotLabel, { query: { lotId: made[1]?.lotId ?? 0 } }))).toContain(
      `Q-${year}-002`,
    );
  });

  test('lots that are made at the same time have different ones', async () => {
    const { lotId } = await finishedBuild(server, planner, 6, { hours: later() });
    await fireAs(operator, lotId, 1, 'START');
    await Promise.all(
      [1, 2, 3, 4].map(() =>
        count(operator, lotId, 1, { rework: [{ quantity: 1, reason: 'Surface', toPosition: 1 }] }),
      ),
    );
    const { to } = await lotAs(operator, lotId);
    expect(new Set(to.map(({ number }) => number)).size).toBe(4);
  });
});

test('a step that ends starts the next one at the same work center, where the facility wants that', async () => {
  const done = async (autoAdvance: boolean, center: string) => {
    await rule(server, { autoAdvance });
    const { lotId } = await finishedBuild(server, planner, 2, { hours: later() });
    await sql`update lot_step set work_center = ${center} where lot_id = ${lotId} and position = 2`.execute(
      server.services.db,
    );
    await fireAs(operator, lotId, 1, 'START');
    return (await count(operator, lotId, 1, { good: 2, finish: true })).steps[2];
  };
  expect(await done(false, 'finishing')).toMatchObject({ status: 'READY', startedBy: '' });
  expect(await done(true, 'inspection')).toMatchObject({ status: 'READY', startedBy: '' });
  expect(await done(true, 'finishing')).toMatchObject({ status: 'IN_PROGRESS', startedBy: 'Olga Novak' });
  await rule(server, {});
});

test('a build counts as many more pieces than ordered as the facility allows, and they are shown as surplus', async () => {
  await rule(server, { overproduction: 20 });
  const { lotId, part } = await plannedBuild(server, planner, 10, later());
  const begun = await start(lotId);
  const ordered = begun.job?.parts[0];
  // The order may be of more than this build makes: of those that it does not, none is allowed here.
  expect(ordered?.most).toBeGreaterThanOrEqual(10);
  const most = ordered?.most ?? 0;
  expect((await failure(complete(lotId, part.id, most + 1))).code).toBe('INVALID_INPUT');
  const made = await complete(lotId, part.id, most);
  expect(made.steps[0]).toMatchObject({ good: most, scrap: 0, open: 0 });
  expect(made.steps[1]).toMatchObject({ received: most, open: most });
  const { parts } = await planner.call(listOrderLots, { params: { orderId: part.orderId } });
  const own = parts.find(({ orderFileId }) => orderFileId === part.id);
  expect(own).toMatchObject({ notScheduled: 0, surplus: most - (own?.quantity ?? 0) });
  expect(own?.surplus).toBe(2);
  await rule(server, {});
  const strict = await plannedBuild(server, planner, 10, later());
  expect((await start(strict.lotId)).job?.parts[0]?.most).toBe(10);
  expect((await failure(complete(strict.lotId, strict.part.id, 11))).code).toBe('INVALID_INPUT');
  await complete(strict.lotId, strict.part.id, 10);
});

describe('rules of planning', () => {
  test('are those of the calendar, whichever screen writes them, and slots follow', async () => {
    const planning = { gridMinutes: 60, changeoverMinutes: 45, unattended: false } as const;
    await rule(server, { planning });
    expect(await planner.call(readCalendar, {})).toMatchObject(planning);
    const { published } = await admin.call(readSetting, { query: { kind: mesKind } });
    expect(published.value).toMatchObject({ planning });
    const [machine] = (
      await sql<{ id: number }>`select id from equipment where facility_id = ${server.world.rootFacilityId}
        and not hidden order by id limit 1`.execute(server.services.db)
    ).rows;
    const found = await planner.call(nextSlot, { query: { equipment: machine?.id ?? 0, totalHours: 1 } });
    expect(Number(found.fromDate) % 3_600_000).toBe(0);
  });

  test('stay when an older version of the settings is restored', async () => {
    const before = await planner.call(readCalendar, {});
    const { seen } = await admin.call(readSetting, { query: { kind: mesKind } });
    await admin.call(restoreSetting, { body: { kind: mesKind, version: 0, seen } });
    expect(await planner.call(readCalendar, {})).toEqual(before);
  });
});

describe('what is printed', () => {
  const asked = { code: 'ID', paper: 'A4', width: 62, height: 40 } as const;

  test('a test says what the draft would print, and that it is a test', async () => {
    const text = await printed(admin.bytes(testPrint, { query: { ...asked, of: 'TRAVELLER', lotNumber: '' } }));
    expect(text).toContain('Test print');
    expect(text).toContain('Released by');
    expect(
      await printed(admin.bytes(testPrint, { query: { ...asked, of: 'TRAVELLER', signatures: 'false' } })),
    ).not.toContain('Released by');
    expect(await printed(admin.bytes(testPrint, { query: { ...asked, of: 'LABEL' } }))).toContain('Test print');
    expect((await failure(operator.bytes(testPrint, { query: { ...asked, of: 'LABEL' } }))).code).toBe('FORBIDDEN');
  });

  test('paper and label have the size that the facility chose', async () => {
    const { lotId } = await finishedBuild(server, planner, 2, { hours: later() });
    const prints = { ...plainMes.prints, paper: 'LETTER', label: { width: 100, height: 50 } } as const;
    await rule(server, { prints });
    expect(await sizeOf(planner.bytes(lotTraveller, { query: { lotId } }))).toEqual([612, 792]);
    expect(await sizeOf(planner.bytes(lotLabel, { query: { lotId } }))).toEqual([283, 142]);
    await rule(server, {});
  });
});
