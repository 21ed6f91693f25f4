import { readOrderShipments } from '@sinter/sdk/contract/orders/orderShipments';
import { recordChapters } from '@sinter/sdk/contract/orders/recordChapters';
import { readShipmentPaper } from '@sinter/sdk/contract/orders/shipmentPapers';
import {
  countShipments,
  listShipmentCustomers,
  listShipments,
  readShipment,
} from '@sinter/sdk/contract/orders/shipments';
import * as shipping from '@sinter/sdk/contract/orders/shipping';
import { auditNames, noticeKinds, type AuditNames, type ServerHost } from '@sinter/sdk/server';
import { sql, type SqlBool } from 'kysely';
import { shipmentsChapter } from './chapter.ts';
import { create, save } from './change.ts';
import { fire } from './events.ts';
import { arrivedJob, onArrived } from './follow.ts';
import { countByStatus, customers, shipments } from './list.ts';
import { shipmentsOfOrder } from './ofOrder.ts';
import { readPaper } from './papers.ts';
import { readyToShip } from './ready.ts';
import { shipmentOf } from './rows.ts';
import { scan, screen, undo } from './scan.ts';
import { parcelKinds } from './tell.ts';

/** Entries of the audit about shipments. */
const shipmentsByName: AuditNames = {
  kinds: ['SHIPMENT'],
  names: (_, __, ids) => Promise.resolve(new Map(ids.map((id) => [id, `#${id}`]))),
  called: (_, id, { number }) => sql<SqlBool>`${id} = ${number}`,
};

export function handleShipments(server: ServerHost): void {
  server.contribute(auditNames, shipmentsByName);
  server.contribute(noticeKinds, Object.values(parcelKinds));
  server.contribute(recordChapters, shipmentsChapter);
  server.job(arrivedJob, onArrived);
  server.handle(listShipments, shipments);
  server.handle(countShipments, countByStatus);
  server.handle(listShipmentCustomers, customers);
  server.handle(shipping.readyShipments, readyToShip);
  server.handle(shipping.createShipment, async (context, { body }) => shipmentOf(context, await create(context, body)));
  server.handle(readShipment, (context, { params }) => shipmentOf(context, params.id));
  server.handle(shipping.saveShipment, async (context, { params, body }) => {
    await save(context, params.id, body);
    return shipmentOf(context, params.id);
  });
  server.handle(shipping.scanIntoShipment, async (context, { params, body }) => {
    await scan(context, params.id, body);
    return shipmentOf(context, params.id);
  });
  server.handle(shipping.undoScan, async (context, { params }) => {
    await undo(context, params.id);
    return shipmentOf(context, params.id);
  });
  server.handle(shipping.fireShipmentEvent, async (context, { params, body }) => {
    await fire(context, params.id, body);
    return shipmentOf(context, params.id);
  });
  server.handle(shipping.screenConsignee, async (context, { params, body }) => {
    await screen(context, params.id, body);
    return shipmentOf(context, params.id);
  });
  server.handle(readShipmentPaper, readPaper);
  server.handle(readOrderShipments, (context, { params }) => shipmentsOfOrder(context, params.id));
}
