import * as z from 'zod';
import { defineCall } from '../call.ts';
import { eachOrder } from './rows.ts';
import { shipmentPaperSchema } from './shipmentPapers.ts';
import { carriedBy, shipmentStatusSchema } from './shipments.ts';

const id = z.number().int();

/** What both sides read of the parcels of an order. */
export const orderShipmentsSchema = z.object({
  lines: z.array(
    z.object({
      orderFileId: id,
      fileName: z.string(),
      ordered: z.number().int(),
      shipped: z.number().int(),
      delivered: z.number().int(),
    }),
  ),
  /** Latest first. A buyer gets those that have left. */
  shipments: z.array(
    z.object({
      id,
      status: shipmentStatusSchema,
      ...carriedBy,
      shippedOn: z.string().nullable(),
      deliveredOn: z.string().nullable(),
      /** Of an exception or a void, as written for the other side. */
      reason: z.string(),
      /** What the caller may read of its papers. */
      papers: z.array(shipmentPaperSchema),
      lines: z.array(z.object({ orderFileId: id, quantity: z.number().int() })),
    }),
  ),
});
export type OrderShipments = z.infer<typeof orderShipmentsSchema>;

/** Refused with NOT_FOUND when the caller may not see the order. */
export const readOrderShipments = defineCall({
  id: 'orders.orderShipments',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/{id}/shipments',
  summary: 'The parcels of an order, and how much of it has left and arrived.',
  guard: eachOrder,
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: orderShipmentsSchema,
});
