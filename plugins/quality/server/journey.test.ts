import { randomUUID } from 'node:crypto';
import { callAddress } from '@sinter/sdk/contract/callAddress';
import { fireOrderEvent } from '@sinter/sdk/contract/orders/orders';
import { listOrderLots } from '@sinter/sdk/contract/production/orderLots';
import * as capas from '@sinter/sdk/contract/quality/capas';
import { listLotNcrs, raiseNcr, releaseNcr, signNcrRow } from '@sinter/sdk/contract/quality/ncrs';
import { answerConcession } from '@sinter/sdk/contract/quality/orderNcrs';
import { issuePassport, readPassport, readPassportFile } from '@sinter/sdk/contract/quality/passport';
import { createJob, fireJobEvent } from '@sinter/sdk/contract/scheduling/jobs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../host/server/testing.ts';
import { count, finishedBuild, fireAs, floorTestServer, lotAs, lotOf } from '../../production/server/floor/testing.ts';
import { draftOf as jobDraft, failure, hoursAhead } from '../../scheduling/server/testing.ts';
import { passportVerifier } from '../shared/passport/verifier.ts';
import { buyerOf, draftOf, fireNcr, machinesOf, ncrAs, rowsAs, settle, subjectOf } from './ncr/testing.ts';

let server: TestServer;
let [admin, planner, operator, buyer]: TestClient[] = [];
beforeAll(async () => {
  server = await floorTestServer();
  [admin, planner, operator] = await Promise.all([
    server.client('admin'),
    server.client('planner'),
    server.client('operator'),
  ]);
}, 60_000);
afterAll(() => server.stop());

const as = (client: TestClient | undefined): TestClient => {
  if (!client) throw new Error('Nobody has signed in.');
  return client;
};
const userOf = (account: string): number => server.world.users[`${account}@demo.example`] ?? 0;

/** Pieces of a lot go through the steps from `position` on. */
async function passOn(lotId: number, position: number): Promise<void> {
  const { steps } = await lotAs(as(operator), lotId);
  for (const { position: at } of steps.filter((step) => step.position >= position)) {
    await fireAs(as(operator), lotId, at, 'START');
    const step = (await lotAs(as(operator), lotId)).steps.find((each) => each.position === at);
    await count(as(operator), lotId, at, { good: step?.open ?? 0, finish: true });
  }
}

test('a defect from the floor to the passport of the remade part', async () => {
  await settle(as(admin), { rigor: 'FULL' });
  const { lotId, part } = await finishedBuild(server, as(planner), 10);
  buyer = await buyerOf(server, part.orderId);
  await fireAs(as(operator), lotId, 1, 'START');
  await count(as(operator), lotId, 1, { good: 10, finish: true });

  // The operator finds it and stops the lot; the planner is told what holds it.
  const ncr = await as(operator).call(raiseNcr, {
    body: {
      ...{ eventId: randomUUID(), source: 'STEP', hold: true, draft: draftOf({ affectedQuantity: 10 }) },
      subject: subjectOf({ lotId, position: 2 }),
    },
  });
  expect(await as(planner).call(listLotNcrs, { params: { id: lotId } })).toContainEqual(
    expect.objectContaining({ id: ncr.id, number: ncr.number }),
  );
  expect((await lotAs(as(planner), lotId)).heldFor).toContain(ncr.number);
  expect((await failure(fireAs(as(operator), lotId, 2, 'START'))).message).toContain(ncr.number);

  // The board: two people for each row. The customer answers for what is used as it is.
  await rowsAs(as(admin), ncr.id, [
    { quantity: 3, disposition: 'USE_AS_IS', reason: 'Within the fit' },
    { quantity: 5, disposition: 'REWORK', toPosition: 1 },
    { quantity: 2, disposition: 'REMAKE' },
  ]);
  await fireNcr(as(admin), ncr.id, 'REVIEW');
  const { rows } = await fireNcr(as(admin), ncr.id, 'DISPOSE');
  for (const { id: rowId } of rows)
    for (const person of [admin, planner])
      await as(person).call(signNcrRow, { params: { id: ncr.id, rowId }, body: { approves: true, note: 'Seen' } });
  const decided = await ncrAs(as(admin), ncr.id);
  expect(decided.rows.map(({ quantity, state }) => [quantity, state])).toEqual([
    [3, 'CUSTOMER'],
    [5, 'DONE'],
    [2, 'DONE'],
  ]);
  const [used, reworked, remade] = decided.rows;
  await as(buyer).call(answerConcession, {
    params: { orderId: part.orderId, id: ncr.id, rowId: used?.id ?? 0 },
    body: { accepts: true, note: '' },
  });
  const { holds } = await ncrAs(as(admin), ncr.id);
  await as(admin).call(releaseNcr, {
    params: { id: ncr.id },
    body: { eventId: randomUUID(), holdIds: holds.map(({ id }) => id) },
  });

  // What is reworked goes through again; what is remade is scheduled, built and checked.
  await passOn(reworked?.lotIds[0] ?? 0, 1);
  await passOn(lotId, 2);
  const { parts } = await as(planner).call(listOrderLots, { params: { orderId: part.orderId } });
  expect(parts.find(({ orderFileId }) => orderFileId === part.id)?.notScheduled).toBe(2);
  const [machine] = await machinesOf(server, part);
  if (!machine) throw new Error('No machine makes this.');
  const files = [{ rfqCadFileId: part.id, quantity: 2 }];
  const job = await as(planner).call(createJob, {
    body: { ...jobDraft(machine, hoursAhead(40), 1), files, eventId: randomUUID() },
  });
  const fireJob = (event: 'START' | 'COMPLETE', completedQuantity: number) =>
    as(planner).call(fireJobEvent, {
      params: { id: job.id },
      body: { event, eventId: randomUUID(), completed: [{ rfqCadFileId: part.id, completedQuantity }] },
    });
  await fireJob('START', 0);
  await fireJob('COMPLETE', 2);
  const again = await lotOf(server, job.id);
  expect((await ncrAs(as(admin), ncr.id)).rows.find(({ id }) => id === remade?.id)?.lotIds).toEqual([again]);
  await passOn(again, 1);
  expect(await fireNcr(as(admin), ncr.id, 'CLOSE')).toMatchObject({ status: 'CLOSED' });
  await as(planner).call(fireOrderEvent, {
    params: { id: part.orderId },
    body: { event: 'SHIP', eventId: randomUUID() },
  });

  await corrected(ncr.id);
  await told(again, lotId, ncr.number);
});

/** The corrective action: verified, failed once, and closed by somebody else. */
async function corrected(ncrId: number): Promise<void> {
  const fields = { title: 'Cold bed', type: 'CORRECTIVE', source: 'NCR', method: 'FIVE_WHYS', dueOn: null } as const;
  const analysis = { why1: 'The bed was cold.' };
  const written = { ...fields, problem: 'Ten parts warped.', rootCause: 'No preheating.', analysis };
  const { id } = await as(admin).call(capas.createCapa, {
    body: { eventId: randomUUID(), ...written, ownerId: userOf('admin'), ncrIds: [ncrId] },
  });
  const fire = (client: TestClient | undefined, event: capas.CapaEvent, more: object = {}) =>
    as(client).call(capas.fireCapa, { params: { id }, body: { eventId: randomUUID(), event, ...more } });
  const today = new Date().toISOString().slice(0, 10);
  await fire(admin, 'OPEN');
  const { taskList } = await as(admin).call(capas.addCapaTask, {
    params: { id },
    body: { eventId: randomUUID(), kind: 'CORRECTIVE', title: 'Preheat the bed', ownerId: userOf('admin') },
  });
  await fire(admin, 'BEGIN');
  const { version } = await as(admin).call(capas.readCapa, { params: { id } });
  await as(admin).call(capas.updateCapa, {
    params: { id },
    body: { version, ...written, ownerId: userOf('admin') },
  });
  await as(admin).call(capas.finishCapaTask, {
    params: { id, taskId: taskList[0]?.id ?? 0 },
    body: { done: true, result: 'Done.' },
  });
  await fire(admin, 'VERIFY', { checkOn: today });
  await fire(planner, 'FAIL', { note: 'One more was warped.' });
  await fire(admin, 'VERIFY', { checkOn: today });
  expect(await fire(planner, 'CLOSE', { note: 'None of forty.' })).toMatchObject({ status: 'CLOSED' });
}

/** The passport of the remade lot tells all of it, and one altered byte is found. */
async function told(lotId: number, scrappedIn: number, number: string): Promise<void> {
  const { passport } = await as(admin).call(readPassport, { params: { lotId } });
  expect(passport.lineage.remakes).toContainEqual(expect.objectContaining({ scrappedIn, madeIn: lotId, quantity: 2 }));
  const known = [...passport.nonConformances, ...passport.internal].find((each) => each.number === number);
  expect(known?.dispositions.map(({ quantity, disposition, conceded }) => [quantity, disposition, conceded])).toEqual([
    [3, 'USE_AS_IS', true],
    [5, 'REWORK', null],
    [2, 'REMAKE', null],
  ]);
  expect(passport.steps.find((each) => each.lotId === lotId)?.steps.map(({ status }) => status)).toEqual([
    'COMPLETED',
    'COMPLETED',
    'COMPLETED',
  ]);
  const { version } = await as(admin).call(issuePassport, { params: { lotId }, body: { eventId: randomUUID() } });
  const params = { lotId, version, form: 'file' as const };
  const file = await as(admin).fetch(callAddress(readPassportFile, { params, query: { copy: 'FULL' } }));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const verifier = passportVerifier();
  expect(await verifier.verify(bytes)).toMatchObject({ ok: true });
  // A digit of the number is another.
  const at = new TextDecoder('latin1').decode(bytes).indexOf(number) + number.length - 1;
  const altered = bytes.with(at, bytes[at] === 48 ? 49 : 48);
  expect(await verifier.verify(altered)).toMatchObject({ ok: false });
}
