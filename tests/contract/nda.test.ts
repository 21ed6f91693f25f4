import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import { CallError } from '@sinter/sdk/contract/errors';
import { fileDtoSchema } from '@sinter/sdk/contract/host/files';
import {
  answerNda,
  listNdas,
  readNdaTemplate,
  readOrderNdas,
  revokeNda,
  saveNdaTemplate,
  uploadNda,
} from '@sinter/sdk/contract/orders/nda';
import { readOrder, searchOrders, type OrderDetail } from '@sinter/sdk/contract/orders/orders';
import { listComments } from '@sinter/sdk/contract/comments/comments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { orderParts } from './ordering.ts';

let server: TestServer;
let buyer: TestClient;
let buyeradmin: TestClient;
let engineer: TestClient;
let admin: TestClient;
let planner: TestClient;
let legal: TestClient;

beforeAll(async () => {
  server = await testServer({ plugins, demo: true, worker: true });
  // The demo's facility has given one already.
  await server.asOwner((db) => sql`delete from nda_agreement`.execute(db));
  const names = ['buyer', 'buyeradmin', 'engineer', 'admin', 'planner', 'legal'] as const;
  const [one, two, three, four, five, six] = await Promise.all(names.map((name) => server.client(name)));
  if (!one || !two || !three || !four || !five || !six) throw new Error('The demo has no such people.');
  [buyer, buyeradmin, engineer, admin, planner, legal] = [one, two, three, four, five, six];
});
afterAll(() => server.stop());

const pdf = async (client: TestClient, name = 'signed.pdf') => {
  const answer = await client.send('/api/v1/files', name, `%PDF-1.7 ${randomUUID()}`);
  return fileDtoSchema.parse(await answer.json());
};
const secret = (title = 'Confidential bracket') => orderParts(server, buyer, title, { ndaRequired: true });
const read = (client: TestClient, { id }: { id: number }): Promise<OrderDetail> =>
  client.call(readOrder, { params: { id } });
const give = async (client: TestClient, { id }: { id: number }) =>
  client.call(uploadNda, { params: { id }, body: { eventId: randomUUID(), fileId: (await pdf(client)).id } });
const waiting = async (order: { id: number }) => {
  const { ndas } = await buyeradmin.call(readOrderNdas, { params: order });
  const nda = ndas.find(({ status }) => status === 'PENDING');
  if (!nda) throw new Error('Nothing waits.');
  return nda;
};
const answer = async (client: TestClient, order: { id: number }, more: object) =>
  client.call(answerNda, {
    params: { id: order.id },
    body: { eventId: randomUUID(), ndaId: (await waiting(order)).id, approve: true, ...more },
  });
const refusal = async (call: Promise<unknown>): Promise<string> => {
  const error: unknown = await call.then(
    () => null,
    (cause: unknown) => cause,
  );
  return error instanceof CallError ? error.code : 'done';
};
const opens = async (client: TestClient, fileId: number) =>
  (await client.fetch(`/api/v1/files/${fileId}/content`)).status;

test('a facility sees no part of it before the buyer’s legal side has approved what it signed', async () => {
  const template = await pdf(buyeradmin, 'nordwind-nda.pdf');
  await buyeradmin.call(saveNdaTemplate, { body: { fileId: template.id } });
  expect((await buyeradmin.call(readNdaTemplate, {})).template?.fileName).toBe('nordwind-nda.pdf');

  // The facility knows the demo's parts from other orders.
  await server.asOwner((db) => sql`delete from file_share where facility_id is not null`.execute(db));
  const order = await secret();
  const [part] = order.rfqFileDTOs;
  if (!part) throw new Error('The order has no part.');
  const locked = await read(admin, order);
  expect(await opens(admin, part.fileDTO.id)).toBe(404);
  expect([locked.status, locked.quantity, locked.rfqFileDTOs]).toEqual(['NDA_UPLOAD_PENDING', 5, []]);
  expect([locked.ndaRequired, locked.allowedEvents]).toEqual([true, ['UPLOAD_NDA', 'DECLINE']]);
  const found = await admin.call(searchOrders, { query: {}, body: { searchString: part.originalFileDTO.fileName } });
  expect(found.orders.map(({ id }) => id)).not.toContain(order.id);
  const byTitle = await admin.call(searchOrders, { query: {}, body: { searchString: 'Confidential brack' } });
  expect(byTitle.orders.map(({ id }) => id)).toContain(order.id);
  expect(await refusal(admin.call(listComments, { query: { objectKind: 'RFQ_ORDER_FILE', objectId: part.id } }))).toBe(
    'NOT_FOUND',
  );

  // It gets what it has to sign; what others do not sign for it.
  const asked = await legal.call(readOrderNdas, { params: { id: order.id } });
  expect([asked.template?.id, asked.ndas]).toEqual([template.id, []]);
  expect(await opens(legal, template.id)).toBe(200);
  expect(await refusal(give(planner, order))).toBe('FORBIDDEN');

  expect((await give(legal, order)).status).toBe('NDA_VERIFICATION_PENDING');
  expect(await refusal(give(legal, order))).toBe('TRANSITION_REFUSED');
  expect((await read(buyeradmin, order)).allowedEvents).toContain('APPROVE_NDA');
  expect((await read(buyer, order)).allowedEvents).not.toContain('APPROVE_NDA');
  const signed = await waiting(order);
  expect(await opens(buyeradmin, signed.file?.id ?? 0)).toBe(200);
  expect([
    await opens(engineer, signed.file?.id ?? 0),
    (await buyer.call(readOrderNdas, { params: order })).ndas[0]?.file,
  ]).toEqual([404, null]);
  expect(await refusal(answer(buyer, order, {}))).toBe('FORBIDDEN');

  // Rejected with a reason, signed again, approved.
  expect(await refusal(answer(buyeradmin, order, { approve: false }))).toBe('INVALID_INPUT');
  await answer(buyeradmin, order, { approve: false, reason: 'Page 2 is missing' });
  const rejected = await read(admin, order);
  expect([rejected.status, rejected.rfqFileDTOs]).toEqual(['NDA_REJECTED', []]);
  expect((await legal.call(readOrderNdas, { params: order })).ndas[0]?.reason).toBe('Page 2 is missing');
  await give(legal, order);
  expect(await refusal(answer(buyeradmin, order, { validUntil: '2020-01-01T00:00:00Z' }))).toBe('INVALID_INPUT');
  await answer(buyeradmin, order, {});

  const open = await read(admin, order);
  expect(await opens(admin, part.fileDTO.id)).toBe(200);
  expect([open.status, open.rfqFileDTOs.map(({ id }) => id)]).toEqual(['BID_WAITING', [part.id]]);
  expect(
    (await admin.call(searchOrders, { query: {}, body: { searchString: part.originalFileDTO.fileName } })).orders.map(
      ({ id }) => id,
    ),
  ).toContain(order.id);
  // The agreement holds for what comes later, until it is taken back.
  expect((await read(admin, await secret('Second bracket'))).status).toBe('BID_WAITING');
  const { ndas } = await buyeradmin.call(listNdas, { query: {} });
  const [inForce] = ndas.filter(({ status }) => status === 'APPROVED');
  if (!inForce) throw new Error('No agreement is in force.');
  await buyeradmin.call(revokeNda, { params: { id: inForce.id }, body: { reason: 'The contract ended' } });
  expect(await refusal(buyeradmin.call(revokeNda, { params: { id: inForce.id }, body: { reason: 'Twice' } }))).toBe(
    'CONFLICT',
  );
  expect((await read(admin, await secret('Third bracket'))).status).toBe('NDA_UPLOAD_PENDING');
});

test('one agreement is for all orders that wait for it, also those that were held meanwhile', async () => {
  const [first, second] = [await secret('One'), await secret('Two')];
  await give(legal, first);
  await expect
    .poll(async () => (await read(admin, second)).status, { timeout: 15_000 })
    .toBe('NDA_VERIFICATION_PENDING');
  await answer(buyeradmin, second, {});
  await expect.poll(async () => (await read(admin, first)).status, { timeout: 15_000 }).toBe('BID_WAITING');
});

test('files of other sides, and other orders’ agreements, are not taken', async () => {
  const order = await secret('Guarded');
  const foreign = await pdf(buyeradmin);
  const body = { eventId: randomUUID(), fileId: foreign.id };
  expect(await refusal(legal.call(uploadNda, { params: { id: order.id }, body }))).toBe('NOT_FOUND');
  expect(
    await refusal(
      buyeradmin.call(answerNda, {
        params: { id: order.id },
        body: { eventId: randomUUID(), ndaId: 999_999, approve: true },
      }),
    ),
  ).toBe('NOT_FOUND');
  const third = await server.client('third');
  expect(await refusal(third.call(readOrderNdas, { params: order }))).toBe('NOT_FOUND');
});
