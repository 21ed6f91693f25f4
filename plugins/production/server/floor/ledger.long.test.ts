import { randomInt, randomUUID } from 'node:crypto';
import { CallError } from '@sinter/sdk/contract/errors';
import {
  holdLot,
  listLotMoves,
  mergeLots,
  reverseMove,
  splitLot,
  type LotStep,
} from '@sinter/sdk/contract/production/lots';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerFaults } from '../../../../tests/fixtures/ledgerFaults.ts';
import type { TestClient, TestServer } from '../../../../host/server/testing.ts';
import { count, finishedBuild, fireAs, floorTestServer, lotAs } from './testing.ts';

const operators = 20;
const attempts = 5_000;
const pieces = 300;

let server: TestServer;
let other: TestServer;
const people: TestClient[] = [];
beforeAll(async () => {
  server = await floorTestServer();
  other = await server.another();
  for (let index = 0; index < operators; index += 1) {
    people.push(await (index % 2 === 0 ? server : other).client(index % 5 === 0 ? 'planner' : 'operator'));
  }
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

const pick = <T>(of: readonly T[]): T | undefined => (of.length === 0 ? undefined : of[randomInt(of.length)]);

/** Everything that is wrong with the pieces at one moment. */
async function faults(parts: readonly number[], built: number): Promise<unknown[]> {
  const { rows } = await server.services.db.executeQuery(CompiledQuery.raw(ledgerFaults, [parts, built]));
  return rows;
}

test(`${operators} people and ${attempts} moves leave no piece out and count none twice`, async () => {
  const planner = await server.client('planner');
  const known: number[] = [];
  const parts: number[] = [];
  let built = 0;
  for (let index = 0; index < 4; index += 1) {
    const { lotId, part } = await finishedBuild(server, planner, pieces, { hours: 2 + index * 4 });
    parts.push(part.id);
    known.push(lotId);
    built += pieces;
  }
  let [left, done, refused] = [attempts, 0, 0];
  const found: unknown[] = [];
  let busy = true;
  const watch = (async () => {
    while (busy) {
      found.push(...(await faults(parts, built)));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const work = people.map(async (person) => {
    while (left > 0) {
      left -= 1;
      try {
        await attempt(person, known);
        done += 1;
      } catch (error) {
        // Somebody was faster, or it is not allowed: in words, never by accident.
        if (!(error instanceof CallError) || error.code === 'INTERNAL') throw error;
        refused += 1;
      }
    }
  });
  await Promise.all(work);
  busy = false;
  await watch;
  expect(found).toEqual([]);
  expect(await faults(parts, built)).toEqual([]);
  expect(done).toBeGreaterThan(attempts / 4);
  process.stdout.write(`${done} moves carried out, ${refused} refused, ${known.length} lots\n`);
}, 600_000);

async function attempt(person: TestClient, known: number[]): Promise<void> {
  const id = pick(known) ?? 0;
  const lot = await lotAs(person, id);
  const step = pick(
    lot.steps.filter(({ kind, status, open }) => kind !== 'PRINT' && (open > 0 || status !== 'NOT_READY')),
  );
  if (!step) return;
  await pick(waysOf(person, id, step, known))?.();
}

function waysOf(person: TestClient, id: number, step: LotStep, known: number[]): (() => Promise<unknown>)[] {
  const { position, open } = step;
  const some = open > 0 ? randomInt(1, open + 1) : 1;
  const fewer = Math.min(some, 5);
  const params = { id };
  return [
    () => fireAs(person, id, position, pick(step.allowed) ?? 'START', 'Because'),
    () => count(person, id, position, { good: some, finish: some === open }),
    () => count(person, id, position, { good: 1, scrap: [{ quantity: fewer, reason: 'Damaged', remake: false }] }),
    () => count(person, id, position, { scrap: [{ quantity: 1, reason: 'Lost', remake: true }] }),
    async () => {
      const { to } = await count(person, id, position, {
        rework: [{ quantity: fewer, reason: 'Surface', toPosition: 1 }],
      });
      known.push(...to.map(({ lotId }) => lotId).filter((lotId) => !known.includes(lotId)));
    },
    async () => {
      const body = { eventId: randomUUID(), position, quantity: some };
      known.push((await person.call(splitLot, { params, body })).id);
    },
    () => person.call(mergeLots, { params, body: { eventId: randomUUID(), position, lotIds: [pick(known) ?? 0] } }),
    async () => {
      const { moves } = await person.call(listLotMoves, { params, query: {} });
      const move = pick(moves.filter(({ mayReverse }) => mayReverse));
      if (move) await person.call(reverseMove, { params: { id, moveId: move.id }, body: { eventId: randomUUID() } });
    },
    async () => {
      const body = { eventId: randomUUID(), hold: true, reason: 'Waits for quality' };
      await person.call(holdLot, { params, body });
      await person.call(holdLot, { params, body: { eventId: randomUUID(), hold: false } });
    },
  ];
}
