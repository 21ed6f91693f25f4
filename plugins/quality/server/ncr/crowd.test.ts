import { randomUUID } from 'node:crypto';
import { CallError } from '@sinter/sdk/contract/errors';
import { changeNcr, raiseNcr, setNcrRows } from '@sinter/sdk/contract/quality/ncrs';
import type { Disposition } from '@sinter/sdk/contract/quality/settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generator } from '../../../../tests/contract/walking.ts';
import { rounds } from '../../../../tests/rounds.ts';
import type { TestClient, TestServer } from '../../../../host/server/testing.ts';
import { finishedBuild, floorTestServer, lotAs } from '../../../production/server/floor/testing.ts';
import { draftOf, fireNcr, ncrAs, rowOf, settle, subjectOf } from './testing.ts';

/** Many people split, decide and change the same non-conformances at once. */

const people = 20;
const each = rounds(2, 60);
let server: TestServer;
let crowd: TestClient[];
beforeAll(async () => {
  server = await floorTestServer();
  const admin = await server.client('admin');
  await settle(admin, { rigor: 'BASIC' });
  crowd = [admin, await server.client('planner'), await server.client('dual')];
});
afterAll(() => server.stop());

const tooLate = (error: unknown): null => {
  if (
    error instanceof CallError &&
    ['CHANGED', 'TRANSITION_REFUSED', 'NOT_POSSIBLE', 'INVALID_INPUT'].includes(error.code)
  )
    return null;
  throw error;
};

/** In one look: no non-conformance whose rows are more or fewer pieces than are affected. */
async function wrongOnes(): Promise<unknown[]> {
  const { rows } = await sql`
    select n.id from ncr n where n.affected_quantity <> (select coalesce(sum(r.quantity), 0) from ncr_row r where r.ncr_id = n.id)
  `.execute(server.services.db);
  return rows;
}

test('rows are as many pieces as are affected at every moment', async () => {
  const planner = crowd[1];
  if (!planner) throw new Error('Nobody plans.');
  const { lotId } = await finishedBuild(server, planner, 60);
  const ids: number[] = [];
  for (const [lot, affectedQuantity] of [
    [lotId, 40],
    [null, 25],
    [null, 7],
  ] as const) {
    const body = {
      eventId: randomUUID(),
      source: 'SCREEN' as const,
      subject: subjectOf({ lotId: lot }),
      draft: draftOf({ affectedQuantity }),
    };
    ids.push((await planner.call(raiseNcr, { body })).id);
  }
  let looking = true;
  const watch = (async () => {
    while (looking) expect(await wrongOnes()).toEqual([]);
  })();
  await Promise.all(Array.from({ length: people }, (_, seed) => work(seed + 1, ids)));
  looking = false;
  await watch;
  expect(await wrongOnes()).toEqual([]);
  for (const { received, good, scrap, rework, moved, open } of (await lotAs(planner, lotId)).steps) {
    expect(received).toBe(good + scrap + rework + moved + open);
  }
});

async function work(seed: number, ids: readonly number[]): Promise<void> {
  const { random, oneOf } = generator(seed * 7919);
  const client = crowd[seed % crowd.length];
  if (!client) return;
  for (let round = 0; round < each; round += 1) {
    const id = oneOf(ids);
    const ncr = await ncrAs(client, id);
    const dice = random();
    if (dice < 0.1) await fireNcr(client, id, oneOf(['REVIEW', 'DISPOSE', 'REOPEN'] as const)).catch(tooLate);
    else if (dice < 0.25) {
      const affectedQuantity = Math.max(1, Math.min(60, ncr.affectedQuantity + Math.floor(random() * 7) - 3));
      const body = { ...draftOf({ affectedQuantity }), version: ncr.version };
      await client.call(changeNcr, { params: { id }, body }).catch(tooLate);
    } else {
      const done = ncr.rows.filter(({ state }) => state === 'DONE');
      let left = ncr.affectedQuantity - done.reduce((sum, { quantity }) => sum + quantity, 0);
      const rows = done.map(({ id: rowId, quantity, disposition, reason, toPosition }) =>
        rowOf({ id: rowId, quantity, disposition, reason, toPosition }),
      );
      while (left > 0) {
        const quantity = Math.min(left, 1 + Math.floor(random() * 9));
        const disposition = oneOf<Disposition | null>([null, 'SCRAP', 'RETURN_FROM_CUSTOMER', 'REMAKE', 'REWORK']);
        const back = disposition === 'REWORK' && ncr.lotId !== null;
        rows.push(rowOf({ quantity, disposition, toPosition: back ? 1 : null }));
        left -= quantity;
      }
      if (rows.length > 0)
        await client
          .call(setNcrRows, { params: { id }, body: { version: ncr.version, rows: rows.slice(0, 50) } })
          .catch(tooLate);
    }
  }
}
