import { randomUUID } from 'node:crypto';
import { fileDtoSchema } from '@sinter/sdk/contract/host';
import { fileOperationResult, fileOperationStatus, startFileOperation } from '@sinter/sdk/contract/preparation';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../../host/server/testing.ts';
import preparation from './index.ts';
import { runOperation } from './run.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({ plugins: [preparation], worker: true });
});
afterAll(() => server.stop());

test('an operation whose worker dies in the last attempt fails with a reason, and may be tried anew', async () => {
  const buyer = await server.client('buyer');
  const file = fileDtoSchema.parse(await (await buyer.send('/api/v1/files', 'part.stl', 'no model')).json());
  const operationId = randomUUID();
  await server.services.write(async (unit) => {
    await sql`insert into file_operation (id, type, file_id, units) values (${operationId}, 'VERIFY', ${file.id}, 'MM')`.execute(
      unit.db,
    );
    await unit.enqueue(runOperation, { operationId }, { key: operationId });
    // As a worker leaves it that was killed.
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
