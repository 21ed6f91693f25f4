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
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
async function faults(built: number): Promise<unknown[]> {
  const { rows } = await sql`
    with sums as (
      select s.*, s.received - s.good - s.scrap - s.rework - s.moved as open,
        lead(s.received - s.joined) over (partition by s.lot_id order by s.position) as passed,
        lead(s.position) over (partition by s.lot_id order by s.position) is null as last
      from lot_step s
    ), ledger as (
      select lot_id, position, sum(quantity) filter (where kind = 'GOOD') as good,
        sum(quantity) filter (where kind = 'SCRAP') as scrap, sum(quantity) filter (where kind = 'REWORK') as rework,
        sum(quantity) filter (where kind in ('SPLIT', 'MERGE')) as moved
      from lot_move group by lot_id, position
    )
    select 'step' as what, s.lot_id::text as id, s.position::text as at from sums s
      left join ledger l on l.lot_id = s.lot_id and l.position = s.position
      where (s.good, s.scrap, s.rework, s.moved) is distinct from
        (coalesce(l.good, 0), coalesce(l.scrap, 0), coalesce(l.rework, 0), coalesce(l.moved, 0))
    union all select 'below zero', lot_id::text, position::text from sums where open < 0
    union all select 'passed on', lot_id::text, position::text from sums where passed is not null and passed <> good
    union all select 'between lots', sum(moved + rework)::text, sum(joined)::text from sums where kind <> 'PRINT'
      having sum(moved + rework) <> sum(joined)
    union all select 'in all', sum(open + scrap)::text, sum(good) filter (where last)::text from sums
      where kind <> 'PRINT' having sum(open + scrap) + sum(good) filter (where last) <> ${built}
  `.execute(server.services.db);
  return rows;
}

test(`${operators} people and ${attempts} moves leave no piece out and count none twice`, async () => {
  const planner = await server.client('planner');
  const known: number[] = [];
  let built = 0;
  for (let index = 0; index < 4; index += 1) {
    const { lotId } = await finishedBuild(server, planner, pieces, { hours: 2 + index * 4 });
    known.push(lotId);
    built += pieces;
  }
  let [left, done, refused] = [attempts, 0, 0];
  const found: unknown[] = [];
  let busy = true;
  const watch = (async () => {
    while (busy) {
      found.push(...(await faults(built)));
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
  expect(await faults(built)).toEqual([]);
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
