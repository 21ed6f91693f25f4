import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallInput } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import {
  fireStepEvent,
  mergeLots,
  progressStep,
  readLot,
  splitLot,
  type LotStep,
} from '@sinter/sdk/contract/production/lots';
import { expect, test } from 'playwright/test';
import * as z from 'zod';
import { ledgerFaults } from '../fixtures/ledgerFaults.ts';
import { startApp, type App } from './app.ts';
import { openData } from './data.ts';
import { signedIn, type Client } from './http.ts';
import { builtLot } from './lots.ts';

/** The power fails while people count, split and merge: what was acknowledged is there once, what is sent again too. */

const kills = 6;
const lots = 3;
const pieces = 400;
const hands = 9;

/** Something that somebody does with a lot. Its key is the name of the device too, so that its rows are known. */
interface Action {
  eventId: string;
  lotId: number;
  /** Rows of the ledger that it makes: pieces by kind; `null`: none is known before. */
  rows: Readonly<Record<string, number>> | null;
  send: (person: Client) => Promise<{ id: number }>;
}

test.setTimeout(600_000);

let app: App;
test.beforeAll(async () => {
  app = await startApp({ name: 'ledger-kill' });
});
test.afterAll(() => app.stop());

const pick = <T>(of: readonly T[]): T | undefined => (of.length === 0 ? undefined : of[randomInt(of.length)]);

test(`nothing that was acknowledged is lost or counted twice when the power fails ${kills} times`, async () => {
  const parts: number[] = [];
  const known: number[] = [];
  for (let index = 0; index < lots; index += 1) {
    const { lot, partId } = await builtLot(app.url, `Plate before the power failed ${index}`, pieces);
    parts.push(partId);
    known.push(lot.id);
  }
  const people = await Promise.all(['operator', 'planner', 'admin'].map((account) => signedIn(app.url, account)));
  const [done, refused]: [Action[], Action[]] = [[], []];
  const told = { acknowledged: 0, cut: 0, landed: 0, refused: 0 };

  for (let round = 0; round < kills; round += 1) {
    const cut: Action[] = [];
    const before = done.length;
    let dark = false;
    const work = Array.from({ length: hands }, async (_, index) => {
      const person = people[index % people.length];
      while (person && !dark) {
        const action = await next(person, known).catch(() => undefined);
        if (action) await tryOut(person, action, { done, refused, cut, known });
      }
    });
    // Not before something was done, however slow the machine is.
    await expect.poll(() => done.length - before, { timeout: 60_000 }).toBeGreaterThan(100 / kills);
    await sleep(randomInt(1_000));
    await app.kill();
    dark = true;
    await Promise.all(work);
    await app.restart();
    told.cut += cut.length;
    await expectWhole(parts, { done, refused });

    // Everything that nobody heard of again is sent once more, twice at the same time.
    for (const action of cut) {
      const twice = await Promise.allSettled(people.slice(0, 2).map((person) => action.send(person)));
      const isDone = twice.some(({ status }) => status === 'fulfilled');
      (isDone ? done : refused).push(action);
      if (isDone) told.landed += 1;
      for (const answer of twice) {
        if (answer.status === 'fulfilled') remember(known, answer.value.id);
        else expect(isRefusal(answer.reason), String(answer.reason)).toBe(true);
      }
    }
    await expectWhole(parts, { done, refused });
  }
  [told.acknowledged, told.refused] = [done.length - told.landed, refused.length];
  expect(told.acknowledged).toBeGreaterThan(100);
  expect(told.cut).toBeGreaterThan(0);
  process.stdout.write(
    `${kills} kills, ${told.acknowledged} acknowledged actions, ${told.cut} cut off (${told.landed} of them done once ` +
      `when sent again), ${told.refused} refused, ${known.length} lots\n`,
  );
});

const isRefusal = (error: unknown): boolean =>
  error instanceof CallError && error.code !== 'INTERNAL' && error.code !== 'UNAVAILABLE';

function remember(known: number[], id: number): void {
  if (!known.includes(id)) known.push(id);
}

interface Heard {
  done: Action[];
  refused: Action[];
  cut: Action[];
  known: number[];
}

async function tryOut(person: Client, action: Action, { done, refused, cut, known }: Heard): Promise<void> {
  try {
    const { id } = await action.send(person);
    done.push(action);
    remember(known, id);
  } catch (error) {
    (isRefusal(error) ? refused : cut).push(action);
  }
}

/** What somebody might do with one of the lots now. */
async function next(person: Client, known: readonly number[]): Promise<Action | undefined> {
  const lotId = pick(known) ?? 0;
  const lot = await person.call(readLot, { params: { id: lotId } });
  const step = pick(
    lot.steps.filter(
      ({ kind, open, counts, allowed }) => kind !== 'PRINT' && open > 0 && (counts || allowed.includes('START')),
    ),
  );
  return step && pick(waysOf(lotId, step, pick(known) ?? 0))?.();
}

function waysOf(lotId: number, { position, open, counts }: LotStep, other: number): (() => Action)[] {
  const eventId = randomUUID();
  const some = randomInt(1, Math.min(open, 6) + 1);
  const what = { eventId, device: eventId, position };
  const at = { params: { id: lotId, position } };
  const progress = (rows: Record<string, number>, body: Partial<CallInput<typeof progressStep>['body']>): Action => ({
    ...{ eventId, lotId, rows },
    send: (person) => person.call(progressStep, { ...at, body: { eventId, device: eventId, ...body } }),
  });
  if (!counts) {
    const body = { eventId, device: eventId, event: 'START' as const };
    return [() => ({ eventId, lotId, rows: {}, send: (person) => person.call(fireStepEvent, { ...at, body }) })];
  }
  const scrap = [{ quantity: 1, reason: 'Surface', remake: true }];
  const rework = [{ quantity: some, reason: 'Surface', toPosition: 1 }];
  return [
    () => progress({ GOOD: some }, { good: some }),
    () => progress({ GOOD: 1, SCRAP: 1 }, { good: 1, scrap }),
    () => progress({ REWORK: some }, { rework }),
    () => ({
      ...{ eventId, lotId, rows: { SPLIT: some } },
      send: (person) => person.call(splitLot, { params: { id: lotId }, body: { ...what, quantity: some } }),
    }),
    () => ({
      ...{ eventId, lotId, rows: null },
      send: (person) => person.call(mergeLots, { params: { id: lotId }, body: { ...what, lotIds: [other] } }),
    }),
  ];
}

const landedSchema = z.object({ eventId: z.string(), kind: z.string(), rows: z.number(), quantity: z.number() });

/** The ledger adds up, and holds what was acknowledged, once, and nothing that was refused. */
async function expectWhole(parts: readonly number[], { done, refused }: Pick<Heard, 'done' | 'refused'>) {
  const data = await openData(app.dataDir);
  try {
    expect(await data.rows(z.unknown(), ledgerFaults, [parts, lots * pieces])).toEqual([]);
    const ids = [...done, ...refused].map(({ eventId }) => eventId);
    const events = await data.rows(
      z.object({ eventId: z.string() }),
      'select event_id as "eventId" from lot_event where event_id = any($1)',
      [ids],
    );
    expect(new Set(events.map(({ eventId }) => eventId))).toEqual(new Set(done.map(({ eventId }) => eventId)));
    expect(events).toHaveLength(done.length);
    const landed = await data.rows(
      landedSchema,
      `select device as "eventId", kind, count(*)::int as rows, sum(quantity)::int as quantity from lot_move
       where device = any($1) group by device, kind`,
      [ids],
    );
    for (const { eventId } of refused) {
      expect(landed.filter((row) => row.eventId === eventId)).toEqual([]);
    }
    for (const { eventId, rows } of done) {
      const own = landed.filter((row) => row.eventId === eventId);
      if (rows === null) expect(own.map(({ kind, rows: count }) => [kind, count])).toEqual([['MERGE', 1]]);
      else expect(Object.fromEntries(own.map(({ kind, quantity }) => [kind, quantity]))).toEqual(rows);
    }
  } finally {
    await data.close();
  }
}
