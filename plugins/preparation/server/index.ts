import * as contract from '@sinter/sdk/contract/preparation';
import { defineServer } from '@sinter/sdk/server';
import { seedDemo } from './demo.ts';
import * as operations from './migrations/001_operations.ts';
import * as failures from './migrations/002_failures.ts';
import { operationResult, operationStatus, startOperation } from './operations.ts';
import { giveUpOperation, runFileOperation, runOperation } from './run.ts';

export default defineServer({
  id: 'preparation',
  migrations: { '001_operations': operations, '002_failures': failures },
  demo: seedDemo,
  setup(server) {
    server.handle(contract.startFileOperation, (context, { params, body }) =>
      startOperation(context, params.type, body.fileId, body.units ?? 'MM'),
    );
    server.handle(contract.fileOperationStatus, (context, { params, query }) =>
      operationStatus(context, params.id, query.fileId),
    );
    server.handle(contract.fileOperationResult, (context, { params, query }) =>
      operationResult(context, params.id, query.fileId),
    );
    server.job(runOperation, runFileOperation, giveUpOperation);
  },
});
