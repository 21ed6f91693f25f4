import * as z from 'zod';
import { defineCall } from '../call.ts';
import { defineEvent } from '../event.ts';
import { notKiosk } from '../guard.ts';

/** The whole record of an order as a zip file, of what its reader may know (product 2, Archive). */

const order = z.object({ id: z.coerce.number().int().positive() });
const one = order.extend({ recordId: z.coerce.number().int().positive() });

export const orderRecordSchema = z.object({
  id: z.number().int(),
  state: z.enum(['WAITING', 'READY', 'FAILED', 'CANCELLED']),
  /** Files that are in it already, and that will be. */
  done: z.number().int(),
  total: z.number().int(),
  fileName: z.string(),
  /** Bytes; `null` until it is ready. */
  size: z.number().int().nullable(),
  /** SHA-256 of the zip file; `null` until it is ready. */
  sha256: z.string().nullable(),
  /** Files of the order that the caller may not have, and so are left out. */
  leftOut: z.number().int(),
  /** ISO dates and times. */
  askedOn: z.string(),
  keptUntil: z.string(),
});
export type OrderRecord = z.infer<typeof orderRecordSchema>;

/**
 * It holds what the caller may know at this moment. Refused with NOT_FOUND when the caller may not see the order. While one
 * is made for the caller, that one is answered.
 */
export const makeRecord = defineCall({
  id: 'orders.makeRecord',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/{id}/record',
  summary: 'Begins to put together the record of an order: data, messages, agreements, documents and files.',
  guard: notKiosk,
  params: order,
  response: orderRecordSchema,
});

/** `null`: none, or none any more. */
export const readRecord = defineCall({
  id: 'orders.record',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/{id}/record',
  summary: 'The record that the caller asked for last.',
  guard: notKiosk,
  params: order,
  response: orderRecordSchema.nullable(),
});

/** What is ready already stays. */
export const cancelRecord = defineCall({
  id: 'orders.cancelRecord',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/{id}/record/{recordId}/cancel',
  summary: 'Gives up a record that is still made.',
  guard: notKiosk,
  params: one,
  response: orderRecordSchema,
});

/**
 * Refused with NOT_FOUND for a record of somebody else, or one of an order that the caller may no longer see; with CONFLICT
 * when the caller may know less than when it was made, or it is not ready.
 */
export const downloadRecord = defineCall({
  id: 'orders.downloadRecord',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/{id}/record/{recordId}/content',
  summary: 'The record as a zip file, with a manifest and the SHA-256 of each file in it.',
  guard: notKiosk,
  params: one,
  produces: 'stream',
  response: z.unknown(),
});

/** Goes to who asked for the record. */
export const recordChanged = defineEvent({
  type: 'order.record_changed',
  summary: 'The record of an order went on, is ready, or failed.',
  payload: z.object({ orderId: z.number().int() }),
  guard: notKiosk,
  origin: 'server',
});
