import * as z from 'zod';
import { defineEvent } from '../event.ts';
import { providerNotKiosk } from '../guard.ts';
import { eachOrder } from './rows.ts';
import { shipmentStatusSchema } from './shipments.ts';

const id = z.number().int();

const shipmentPayload = z.object({ shipmentId: id, status: shipmentStatusSchema, orderIds: z.array(id) });

export const shipmentCreated = defineEvent({
  type: 'shipment.created',
  summary: 'A shipment was begun.',
  payload: shipmentPayload,
  guard: providerNotKiosk,
  subject: { area: 'orders', id: 'shipmentId' },
  origin: 'server',
});
export const shipmentShipped = defineEvent({
  type: 'shipment.shipped',
  summary: 'A shipment has left its facility.',
  payload: shipmentPayload,
  guard: eachOrder,
  subject: { area: 'orders', id: 'shipmentId' },
  origin: 'server',
});
export const shipmentDelivered = defineEvent({
  type: 'shipment.delivered',
  summary: 'A shipment has arrived.',
  payload: shipmentPayload,
  guard: eachOrder,
  subject: { area: 'orders', id: 'shipmentId' },
  origin: 'server',
});
export const shipmentVoided = defineEvent({
  type: 'shipment.voided',
  summary: 'A shipment was voided: its pieces are there to ship again.',
  payload: shipmentPayload,
  guard: eachOrder,
  subject: { area: 'orders', id: 'shipmentId' },
  origin: 'server',
});
export const shipmentChanged = defineEvent({
  type: 'shipment.changed',
  summary: 'Something else about a shipment changed.',
  payload: shipmentPayload,
  guard: eachOrder,
  subject: { area: 'orders', id: 'shipmentId' },
  origin: 'server',
});
