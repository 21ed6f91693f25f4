import * as calls from '@sinter/sdk/contract/integrations/quickbooksBooks';
import { CallError } from '@sinter/sdk/contract';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { shipmentDelivered, shipmentShipped, shipmentVoided } from '@sinter/sdk/contract/orders/shipmentEvents';
import type { ServerHost } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { say } from '../../texts.ts';
import { connectionOf } from '../rows.ts';
import { ofOrder, pushes, retry } from './read.ts';
import { listChoices, readMapping, saveMapping, saveMoment } from './select.ts';
import { booksGaveUp, booksJob, onBooks, readPaymentsAt, workNow } from './work.ts';

/** An order is agreed, or is so no longer. */
const agreements: readonly string[] = ['ACCEPT_AWARD', 'AGREE_CANCEL'];

/** What of orders stands in Quickbooks. */
export function handleBooks(server: ServerHost): void {
  server.job(booksJob, onBooks, booksGaveUp);
  // Whoever misses it finds the same in the shipments and orders a little later.
  for (const event of [shipmentShipped, shipmentDelivered, shipmentVoided]) {
    server.on(event, ({ shipmentId }) => {
      workFor(server, sql`select facility_id from shipment where id = ${shipmentId}`).catch((error: unknown) => {
        server.log.warn('Quickbooks is told of a shipment later', { shipmentId, error: String(error) });
      });
    });
  }
  server.on(orderChanged, ({ orderId, matchId, what = '' }) => {
    if (matchId === undefined || !agreements.includes(what)) return;
    workFor(server, sql`select facility_id from rfq_match where id = ${matchId}`).catch((error: unknown) => {
      server.log.warn('Quickbooks is told of an order later', { orderId, error: String(error) });
    });
  });
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

/** `whose`: a query of the facility. */
async function workFor(server: ServerHost, whose: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ facilityId: number }>`
    select c.facility_id as "facilityId" from quickbooks_connection c
    where c.facility_id = (${whose}) and c.status = 'ACTIVE'
  `.execute(server.db);
  const [connected] = rows;
  if (connected) await server.write((unit) => workNow(unit, connected.facilityId));
}
