import { randomUUID } from 'node:crypto';
import { fileDtoSchema } from '@sinter/sdk/contract/host/files';
import {
  fileOperationResult,
  fileOperationStatus,
  filePreview,
  startFileOperation,
} from '@sinter/sdk/contract/preparation/fileOperations';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../../host/server/testing.ts';
import { preparationServer } from './index.ts';
import { runOperation } from './jobs.ts';
import { actingThread } from './pool/testing.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({ plugins: [preparationServer({ threadFile: await actingThread() })], worker: true });
});
afterAll(() => server.stop());

test.for(['crash', 'exit'] as const)(
  'a file that ends its thread each time (%s) fails at once, with a reason',
  async (what) => {
    const buyer = await server.client('buyer');
    const file = fileDtoSchema.parse(
      await (await buyer.send('/api/v1/files', `${what}.stl`, `no model: ${what}`)).json(),
    );
    const { operationId } = await buyer.call(startFileOperation, {
      params: { type: 'VERIFY' },
      body: { fileId: file.id },
    });
    const target = { params: { id: operationId }, query: { fileId: file.id } };
    const failed = { status: 'FAILED', message: expect.stringMatching(/crashed on this part/) };
    await expect.poll(() => buyer.call(fileOperationStatus, target), { timeout: 15_000 }).toMatchObject(failed);
    const preview = { params: { fileId: file.id }, query: {} };
    await expect.poll(() => buyer.call(filePreview, preview), { timeout: 15_000 }).toMatchObject(failed);
  },
);

test(
  'an operation and a preview whose threads cannot begin give up after three attempts',
  { timeout: 90_000 },
  async () => {
    const threadFile = new URL('./missing.mjs', import.meta.url);
    const broken = await testServer({ plugins: [preparationServer({ threadFile })], worker: true });
    try {
      const buyer = await broken.client('buyer');
      const file = fileDtoSchema.parse(await (await buyer.send('/api/v1/files', 'part.stl', 'no model')).json());
      const { operationId } = await buyer.call(startFileOperation, {
        params: { type: 'VERIFY' },
        body: { fileId: file.id },
      });
      const target = { params: { id: operationId }, query: { fileId: file.id } };
      const preview = { params: { fileId: file.id }, query: {} };
      await buyer.call(filePreview, preview);
      const jobs = async () =>
        (
          await sql<{
            attempts: number;
            max: number;
          }>`select attempts, max_attempts as max from graphile_worker._private_jobs
        where key in (${operationId}, ${`preview ${file.id} MM`})`.execute(broken.services.db)
        ).rows;
      // The test need not wait for the pauses between attempts.
      const hurry = async () => {
        await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(
          broken.services.db,
        );
        return jobs();
      };
      expect((await jobs()).map(({ max }) => max)).toEqual([3, 3]);
      const failed = { status: 'FAILED', message: expect.stringContaining('Please try again') };
      const hurried = async <T>(call: Promise<T>) => (await hurry(), call);
      await expect
        .poll(() => hurried(buyer.call(fileOperationStatus, target)), { timeout: 30_000 })
        .toMatchObject(failed);
      await expect.poll(() => hurried(buyer.call(filePreview, preview)), { timeout: 30_000 }).toMatchObject(failed);
      await expect.poll(jobs).toEqual([]);
    } finally {
      await broken.stop();
    }
  },
);

test('an operation whose worker dies in the last attempt fails with a reason, and may be started again', async () => {
  const buyer = await server.client('buyer');
  const file = fileDtoSchema.parse(await (await buyer.send('/api/v1/files', 'part.stl', 'no model')).json());
  const operationId = randomUUID();
  await server.services.write(async (unit) => {
    await sql`insert into file_operation (id, type, file_id, units, company_id)
      values (${operationId}, 'VERIFY', ${file.id}, 'MM', ${server.world.buyerCompanyId})`.execute(unit.db);
    await unit.enqueue(runOperation, { operationId }, { key: operationId });
    // The row that a killed worker leaves.
    await sql`update graphile_worker._private_jobs set attempts = max_attempts, locked_by = 'a worker that is gone',
      locked_at = now() - interval '1 minute' where key = ${operationId}`.execute(unit.db);
  });

  const target = { params: { id: operationId }, query: { fileId: file.id } };
  await expect
    .poll(() => buyer.call(fileOperationStatus, target), { timeout: 15_000 })
    .toMatchObject({ status: 'FAILED', message: expect.stringContaining('Please try again') });
  await expect(buyer.call(fileOperationResult, target)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  const again = await buyer.call(startFileOperation, { params: { type: 'VERIFY' }, body: { fileId: file.id } });
  expect(again.operationId).not.toBe(operationId);
});
