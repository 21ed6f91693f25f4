import * as calls from '@sinter/sdk/contract/orders/archive';
import type { ServerHost } from '@sinter/sdk/server';
import { changeHold, keepingOf, readYears, saveYears } from './keeping.ts';

export function handleArchive(server: ServerHost): void {
  server.handle(calls.readKeeping, (context, { params }) => keepingOf(context, context, params.id));
  server.handle(calls.setLegalHold, (context, { params, body }) =>
    changeHold(context, params.id, { ...body, lifted: false }),
  );
  server.handle(calls.liftLegalHold, (context, { params, body }) =>
    changeHold(context, params.id, { ...body, lifted: true }),
  );
  server.handle(calls.readRetention, (context) => readYears(context));
  server.handle(calls.saveRetention, (context, { body }) => saveYears(context, body));
}
