import {
  cancelFileOperation,
  fileOperationResult,
  fileOperationStatus,
} from '@sinter/sdk/contract/preparation/fileOperations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestClient, type TestServer, testServer } from '../../../host/server/testing.ts';
import { preparationServer } from './index.ts';
import { actingThread } from './pool/testing.ts';
import { ended, send, shareWithFacility, start } from './testing.ts';

/** A model called `spin` keeps its thread busy forever. */
let server: TestServer;
let buyer: TestClient;

beforeAll(async () => {
  server = await testServer({ plugins: [preparationServer({ threadFile: await actingThread() })], worker: true });
  buyer = await server.client('buyer');
});
afterAll(() => server.stop());

type Target = Awaited<ReturnType<typeof start>>;
const cancel = (client: TestClient, { params, query }: Target) =>
  client.call(cancelFileOperation, { params, body: query });

async function spinning() {
  const file = await send(buyer, 'spin.stl', 'a model');
  const target = await start(buyer, file, { type: 'VERIFY' });
  await expect.poll(() => buyer.call(fileOperationStatus, target)).toMatchObject({ status: 'PENDING', progress: 0.5 });
  await expect(buyer.call(fileOperationResult, target)).rejects.toMatchObject({ code: 'CONFLICT' });
  return { file, target };
}

async function expectFree(): Promise<void> {
  const file = await send(buyer, 'good.stl', 'a model');
  const target = await start(buyer, file, { type: 'VERIFY' });
  expect(await ended(buyer, target)).toMatchObject({ status: 'SUCCESS' });
  expect(await cancel(buyer, target)).toEqual({ status: 'SUCCESS' });
}

test('ends the running operation, stays cancelled, frees the thread, and allows a new start', async () => {
  const { file, target } = await spinning();
  expect(await cancel(buyer, target)).toEqual({ status: 'FAILED' });
  expect(await cancel(buyer, target)).toEqual({ status: 'FAILED' });
  expect(await buyer.call(fileOperationStatus, target)).toMatchObject({ status: 'FAILED', message: 'Cancelled.' });
  await expect(buyer.call(fileOperationResult, target)).rejects.toMatchObject({ code: 'CANCELLED' });
  await expectFree();

  const again = await start(buyer, file, { type: 'VERIFY' });
  expect(again).not.toEqual(target);
  await cancel(buyer, again);
  expect(await ended(buyer, again)).toMatchObject({ message: 'Cancelled.', said: { key: 'preparation.cancelled' } });
});

test('reaches the worker of another node', async () => {
  const { target } = await spinning();
  const other = await server.another();
  await cancel(await other.client('buyer'), target);
  await other.stop();
  await expectFree();
});

test('is allowed to those of the company that started the operation who know the file, and to no other company that may see it', async () => {
  const { file, target } = await spinning();
  await shareWithFacility(server, file);
  await expect(cancel(await server.client('planner'), target)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await cancel(await server.client('buyeradmin'), target)).toEqual({ status: 'FAILED' });
});
