import { randomUUID } from 'node:crypto';
import { trayTicket } from '@sinter/sdk/contract/grabcad/tray';
import { switchModule } from '@sinter/sdk/contract/host/modules';
import { readOrder, searchOrders, type OrderDetail } from '@sinter/sdk/contract/orders/orders';
import { createJob, fileJobStatus, listJobs, nextSlot, type Job } from '@sinter/sdk/contract/scheduling/jobs';
import { expect, test } from 'playwright/test';
import * as z from 'zod';
import { ball, noise } from '../fixtures/solids.ts';
import { newData, startApp, type App } from './app.ts';
import { damage, openData, underWay, type Data } from './data.ts';
import { listen, type PushedEvent } from './events.ts';
import {
  download,
  ended,
  operate,
  preparedPart,
  refusal,
  sha256,
  signedIn,
  statusOf,
  until,
  upload,
  type Client,
} from './http.ts';
import { award, awarded, commonestOffer, draftOrder, fire, place, quoted } from './orders.ts';

/** Two servers and a worker, each a process tree of its own, on one PostgreSQL and one folder of files. */
test.describe.configure({ mode: 'serial' });

let data: Data;
let one: App;
let other: App;
let worker: App;
/** Each person at both nodes: the sessions are in the database. */
let buyer: { one: Client; other: Client };
let planner: { one: Client; other: Client };
let part: Awaited<ReturnType<typeof preparedPart>>;

test.beforeAll(async () => {
  const dataDir = newData('nodes');
  data = await openData(dataDir);
  const env = { DATABASE_URL: data.databaseUrl, DATA_DIR: dataDir };
  const server = ['--role', 'server', '--allow-demo-accounts-on-network'];
  [one, other, worker] = await Promise.all([
    startApp({ name: 'nodes-one', env, args: server }),
    startApp({ name: 'nodes-other', env, args: server }),
    startWorker('nodes-worker', env),
  ]);
  const both = async (account: string) => {
    const client = await signedIn(one.url, account);
    return { one: client, other: client.at(other.url) };
  };
  buyer = await both('buyer');
  planner = await both('planner');
  part = await preparedPart(buyer.one, 'ball.stl', ball(10, 20));
});
test.afterAll(async () => {
  await Promise.all([one, other, worker].map((app) => app.stop()));
  await data.close();
});

/** A worker says that it is ready at the level of information only. */
const startWorker = (name: string, env: Record<string, string>) =>
  startApp({ name, env: { ...env, LOG_LEVEL: 'info' }, args: ['--role', 'worker'] });

const orderPayload = z.object({ orderId: z.number() });
const isOf = (orderId: number) => (event: PushedEvent) =>
  event.type === 'order.changed' && orderPayload.parse(event.data).orderId === orderId;

test('an order placed at one node is seen at the other within 2 s, and its event arrives there', async () => {
  const events = await listen(planner.other);
  const title = `Seen ${randomUUID()}`;
  const { id } = await place(buyer.one, await draftOrder(buyer.one, part, title));
  const found = async () => {
    const { orders } = await planner.other.call(searchOrders, { query: {}, body: { searchString: title } });
    return orders.find((order) => order.id === id);
  };
  await Promise.all([until('the order', found, 2), events.find(isOf(id), 2)]);
  events.close();
});

test('an upload made at one node is served by the other, and prepared by the worker', async () => {
  const bytes = noise(1_000_000, 1);
  const file = await upload(buyer.one, 'here.stl', bytes);
  expect(sha256(await download(buyer.other, file))).toBe(sha256(bytes));
  const model = await upload(buyer.other, 'there.stl', ball(9, 16));
  const operation = await operate(buyer.one, 'VERIFY', model);
  expect(await ended(buyer.other, operation)).toMatchObject({ status: 'SUCCESS' });
});

test('a module switched off at one node answers 404 at the other within 2 s, and comes back', async () => {
  const admin = await signedIn(one.url, 'admin');
  const ask = (client: Client) => client.call(trayTicket, { body: { nonce: 'a nonce of the tray' } });
  await ask(planner.other);
  const events = await listen(planner.other);
  const turn = (enabled: boolean) => admin.call(switchModule, { params: { id: 'grabcad' }, body: { enabled } });

  await turn(false);
  const off = async () => (await ask(planner.other).catch((error: unknown) => error)) instanceof Error || undefined;
  await Promise.all([until('it is off', off, 2), events.find(({ type }) => type === 'registry.changed', 2)]);
  expect(await refusal(ask(planner.other))).toMatchObject({ code: 'MODULE_OFF' });
  const second = await signedIn(other.url, 'admin2');
  await ask(second); // the other facility keeps it

  await turn(true);
  await until('it is on', () => ask(planner.other).catch(() => undefined), 2);
  events.close();
});

test("a killed node's clients go on at the other and miss nothing", async () => {
  const place2 = async (client: Client) => (await place(client, await draftOrder(client, part, 'Missed'))).id;
  const steady = await listen(planner.other);
  const cut = await listen(planner.one);
  const before = await place2(buyer.one);
  await Promise.all([cut.find(isOf(before), 2), steady.find(isOf(before), 2)]);

  await one.kill();
  await cut.ended;
  const missed = [await place2(buyer.other), await place2(buyer.other)];
  const back = await listen(planner.other, cut.lastId);
  const after = await place2(buyer.other);
  for (const id of [...missed, after]) await back.find(isOf(id), 2);
  await steady.find(isOf(after), 2);

  const ids = (events: readonly PushedEvent[]) =>
    events.filter(({ id, type }) => id > cut.lastId && !type.startsWith('stream.')).map(({ id }) => id);
  await expect.poll(() => ids(back.seen)).toEqual(ids(steady.seen));
  steady.close();
  back.close();
  await one.restart();
});

test("a killed worker's job is taken over by another", async () => {
  const file = await upload(buyer.one, 'big.stl', ball(40, 240));
  const operation = await operate(buyer.one, 'VERIFY', file);
  await underWay(data, operation);
  await worker.kill();
  expect(await statusOf(buyer.one, operation)).toMatchObject({ status: 'PENDING' });
  worker = await startWorker('nodes-second-worker', { DATABASE_URL: data.databaseUrl, DATA_DIR: one.dataDir });
  expect(await ended(buyer.other, operation, 30)).toMatchObject({ status: 'SUCCESS' });
});

// Twenty at once, half of them at each node

const twenty = Array.from({ length: 20 }, (_, at) => at);
const hour = 3_600_000;

async function settle<T>(answers: readonly Promise<T>[]) {
  const settled = await Promise.allSettled(answers);
  const done = settled.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const refused = await Promise.all(
    settled.flatMap((answer) => (answer.status === 'rejected' ? [refusal(Promise.reject(answer.reason))] : [])),
  );
  return { done, refused };
}

const half = <T>({ one: first, other: second }: { one: T; other: T }, at: number): T => (at % 2 === 0 ? first : second);

async function awardedPart(quantity: number) {
  const choice = await commonestOffer(planner.one);
  const draft = await draftOrder(buyer.one, part, `Awarded ${quantity}`, quantity, choice);
  const order = await awarded(buyer.one, planner.one, draft);
  const [file] = order.rfqFileDTOs;
  const [material] = file?.materials ?? [];
  const [machine] = file?.machines ?? [];
  if (!file || !material || !machine) throw new Error('Nobody can make the part.');
  return { file, material, machine };
}

function plan(client: Client, name: string, machineId: number, materialId: number, slot: Slot, files: Files) {
  const body = { eventId: randomUUID(), jobName: name, ...slot, files };
  return client.call(createJob, {
    body: { ...body, equipmentDTO: { id: machineId }, materialDTO: { id: materialId } },
  });
}
type Slot = { fromDate: string; toDate: string };
type Files = { rfqCadFileId: number; quantity: number }[];

async function freeSlot(machineId: number, totalHours: number): Promise<Slot> {
  const { fromDate, toDate } = await planner.one.call(nextSlot, { query: { equipment: machineId, totalHours } });
  if (fromDate === null || toDate === null) throw new Error('The machine is busy for a year.');
  return { fromDate, toDate };
}

async function jobsOf(equipmentId: number): Promise<Job[]> {
  const query = { equipmentId, fromDate: String(Date.now()) };
  return (await planner.one.call(listJobs, { params: { limit: 100, offset: 0 }, query })).jobDTOS;
}

test('of twenty requests for one slot of a machine one gets it, the others are told a free one', async () => {
  const { file, material, machine } = await awardedPart(20);
  const slot = await freeSlot(machine.id, 5);
  const { done, refused } = await settle(
    twenty.map((at) =>
      plan(half(planner, at), `Slot ${at}`, machine.id, material.id, slot, [{ rfqCadFileId: file.id, quantity: 1 }]),
    ),
  );
  expect(done).toHaveLength(1);
  expect(refused).toHaveLength(19);
  const jobs = await jobsOf(machine.id);
  expect(jobs.filter((job) => job.fromDate === slot.fromDate)).toHaveLength(1);
  for (const { code, slot: offered } of refused) {
    expect(code).toBe('SLOT_TAKEN');
    const [from, to] = [Number(offered?.fromDate), Number(offered?.toDate)];
    expect(to - from).toBe(5 * hour);
    expect(jobs.filter((job) => Number(job.fromDate) < to && from < Number(job.toDate))).toEqual([]);
  }
  const [first] = refused;
  if (!first?.slot) throw new Error('No slot is offered.');
  const taken = await plan(planner.other, 'Optional', machine.id, material.id, first.slot, []);
  expect(taken).toMatchObject({ jobStatus: 'QUEUED', fromDate: first.slot.fromDate });
});

test('one request for a job, sent twenty times at once, makes one job', async () => {
  const { file, material, machine } = await awardedPart(3);
  const body = {
    eventId: randomUUID(),
    jobName: 'Repeated',
    equipmentDTO: { id: machine.id },
    materialDTO: { id: material.id },
    ...(await freeSlot(machine.id, 3)),
    files: [{ rfqCadFileId: file.id, quantity: 3 }],
  };
  const { done, refused } = await settle(twenty.map((at) => half(planner, at).call(createJob, { body })));
  expect(refused).toEqual([]);
  expect(new Set(done.map((job) => job.id)).size).toBe(1);
});

test('twenty jobs on several machines never take more of a part than was ordered', async () => {
  const { file, material } = await awardedPart(11);
  expect(file.machines.length).toBeGreaterThan(1);
  const start = Math.ceil((Date.now() + 300 * 24 * hour) / hour) * hour;
  const { done, refused } = await settle(
    twenty.map((at) => {
      const slot = { fromDate: String(start + at * hour), toDate: String(start + (at + 1) * hour) };
      const machine = file.machines[at % file.machines.length];
      const files = [{ rfqCadFileId: file.id, quantity: 2 }];
      return plan(half(planner, at), `Share ${at}`, machine?.id ?? 0, material.id, slot, files);
    }),
  );
  expect(done).toHaveLength(5);
  expect(refused.map(({ code, free }) => [code, free])).toEqual(
    Array.from({ length: 15 }, () => ['OVER_ALLOCATED', 1]),
  );
  expect(await planner.other.call(fileJobStatus, { body: [file.id] })).toEqual([{ id: file.id, notScheduled: 1 }]);
});

test('twenty awards and withdrawals of one order end in one state that fits together', async () => {
  for (const round of [1, 2, 3]) {
    const { id } = await place(buyer.one, await draftOrder(buyer.one, part, `Contested ${round}`));
    const order = await quoted(planner.one, id);
    const act = (at: number): Promise<OrderDetail> => {
      if (at % 4 === round % 4) return fire(half(buyer, at >> 1), id, 'WITHDRAW');
      if (at % 4 === (round + 1) % 4) return fire(half(planner, at >> 1), id, 'WITHDRAW_QUOTE');
      return award(half(buyer, at >> 1), order);
    };
    const { done, refused } = await settle(twenty.map(act));
    expect(done.length).toBeGreaterThan(0);
    for (const { code, message } of refused) {
      expect(['TRANSITION_REFUSED', 'CONFLICT']).toContain(code);
      expect(message).toMatch(/is not allowed in the present status|is no longer open|withdrawn|already been accepted/);
    }
    const [atBuyer, atProvider] = await Promise.all([
      buyer.other.call(readOrder, { params: { id } }),
      planner.other.call(readOrder, { params: { id } }),
    ]);
    const state = [atBuyer.requestStatus, atProvider.status, atProvider.quotes[0]?.status].join(' ');
    expect([
      'BID_ACCEPTED BID_APPROVED ACCEPTED',
      'WITHDRAWN BID_LOST REJECTED',
      'WITHDRAWN BID_LOST WITHDRAWN',
      'DISTRIBUTED BID_WAITING WITHDRAWN',
    ]).toContain(state);
  }
});

test('and nothing contradicts itself afterwards', async () => {
  expect(await damage(data, one.dataDir)).toEqual([]);
  await expect(ended(buyer.other, await operate(buyer.other, 'analyze', part))).resolves.toMatchObject({
    status: 'SUCCESS',
  });
});
