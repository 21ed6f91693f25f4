import * as calls from '@sinter/sdk/contract/integrations/quickbooks';
import type { ServerHost } from '@sinter/sdk/server';
import { connect, disconnect, finish } from './connect.ts';
import { onNotice } from './notice.ts';
import { connectionOf, toConnection } from './rows.ts';
import { readSettings, saveSettings } from './settings.ts';
import { keepJob, onKeep } from './tokens.ts';

export function handleQuickbooks(server: ServerHost): void {
  server.handle(calls.quickbooksStatus, async ({ db, facilityId }) => toConnection(await connectionOf(db, facilityId)));
  server.handle(calls.quickbooksConnect, connect);
  server.handle(calls.finishQuickbooks, finish);
  server.handle(calls.quickbooksRevoke, disconnect);
  server.handle(calls.readQuickbooksSettings, readSettings);
  server.handle(calls.saveQuickbooksSettings, saveSettings);
  server.handle(calls.quickbooksNotice, async (context, { params }) => {
    await onNotice(context, params.facilityId);
    return { received: true as const };
  });
  server.job(keepJob, onKeep);
}
