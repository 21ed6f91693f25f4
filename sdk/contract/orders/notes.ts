import * as z from 'zod';
import { defineCall } from '../call.ts';
import { notKiosk } from '../guard.ts';

/** What a side writes down for itself about an order (product 2, Order details). The other side never sees any of it. */

const id = z.number().int();
const ofOrder = z.object({ id: z.coerce.number().int().positive() });
const ofNote = ofOrder.extend({ noteId: z.coerce.number().int().positive() });
const body = z.string().trim().min(1).max(5000);

/** Dates are ISO dates and times. */
export const orderNoteSchema = z.object({
  id,
  author: z.string(),
  body: z.string(),
  createdOn: z.string(),
  editedOn: z.string().nullable(),
  /** The caller wrote it, and may change and delete it. */
  own: z.boolean(),
});
export type OrderNote = z.infer<typeof orderNoteSchema>;

/** Refused with NOT_FOUND when the caller may not see the order. */
export const listOrderNotes = defineCall({
  id: 'orders.notes',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/{id}/notes',
  summary: 'Internal notes of the own company or facility about an order, newest first.',
  guard: notKiosk,
  params: ofOrder,
  response: z.array(orderNoteSchema),
});

/**
 * Refused with NOT_FOUND when the caller may not see the order; with CONFLICT when the own side has 500 notes there
 * already.
 */
export const addOrderNote = defineCall({
  id: 'orders.addNote',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/{id}/notes',
  summary: 'Adds an internal note to an order. The same `eventId` sent twice adds one.',
  guard: notKiosk,
  params: ofOrder,
  body: z.object({ eventId: z.string().uuid(), body }),
  response: z.array(orderNoteSchema),
});

/** Refused with NOT_FOUND when the caller may not see the order, or has no such note there. */
export const changeOrderNote = defineCall({
  id: 'orders.changeNote',
  owner: 'orders',
  method: 'PUT',
  path: '/api/v3/orders/{id}/notes/{noteId}',
  summary: "Changes one of the user's own notes.",
  guard: notKiosk,
  params: ofNote,
  body: z.object({ body }),
  response: z.array(orderNoteSchema),
});

/** Refused with NOT_FOUND when the caller may not see the order, or has no such note there. */
export const deleteOrderNote = defineCall({
  id: 'orders.deleteNote',
  owner: 'orders',
  method: 'DELETE',
  path: '/api/v3/orders/{id}/notes/{noteId}',
  summary: "Deletes one of the user's own notes.",
  guard: notKiosk,
  params: ofNote,
  response: z.array(orderNoteSchema),
});
