import * as calls from '@sinter/sdk/contract/integrations/quickbooksBooks';
import { CallError } from '@sinter/sdk/contract';
import { shipmentDelivered, shipmentShipped, shipmentVoided } from '@sinter/sdk/contract/orders/shipmentEvents';
import type { ServerHost } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { say } from '../../texts.ts';
import { connectionOf } from '../rows.ts';
import { ofOrder, pushes, retry } from './read.ts';
import { listChoices, readMapping, saveMapping, saveMoment } from './select.ts';
import { booksGaveUp, booksJob, onBooks, readPaymentsAt, workNow } from './work.ts';

/** What of orders stands in Quickbooks. */
export function handleBooks(server: ServerHost): void {
  server.job(booksJob, onBooks, booksGaveUp);
  // Whoever misses it finds the same in the shipments a little later.
  for (const event of [shipmentShipped, shipmentDelivered, shipmentVoided]) {
    server.on(event, ({ shipmentId }) => {
      workFor(server, shipmentId).catch((error: unknown) => {
        server.log.warn('Quickbooks is told of a shipment later', { shipmentId, error: String(error) });
      });
    });
  }
  server.handle(calls.listQuickbooksPushes, pushes);
  server.handle(calls.retryQuickbooks, retry);
  server.handle(calls.readQuickbooksOrder, ofOrder);
  server.handle(calls.readQuickbooksMapping, readMapping);
  server.handle(calls.saveQuickbooksMapping, saveMapping);
  server.handle(calls.saveInvoiceAt, saveMoment);
  server.handle(calls.listQuickbooksChoices, listChoices);
  server.handle(calls.checkQuickbooks, async (context) => {
    const { db, facilityId } = context;
    if ((await connectionOf(db, facilityId))?.status !== 'ACTIVE') {
      throw new CallError('NOT_POSSIBLE', say('quickbooksNotConnected'));
    }
    await context.write((unit) => readPaymentsAt(unit, facilityId, new Date()));
    return { asked: true as const };
  });
}

async function workFor(server: ServerHost, shipmentId: number): Promise<void> {
  const { rows } = await sql<{ facilityId: number }>`
    select s.facility_id as "facilityId" from shipment s join quickbooks_connection c on c.facility_id = s.facility_id
    where s.id = ${shipmentId} and c.status = 'ACTIVE'
  `.execute(server.db);
  const [connected] = rows;
  if (connected) await server.write((unit) => workNow(unit, connected.facilityId));
}
