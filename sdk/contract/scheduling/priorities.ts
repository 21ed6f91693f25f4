import * as z from 'zod';
import { bulkResultSchema } from '../bulk.ts';
import { lineSchema } from '../line.ts';
import { defineCall } from '../call.ts';
import { member, provider } from '../guard.ts';
import { orderRights } from '../orders/rights.ts';
import { epochText } from './jobs.ts';

/** Priority labels of a facility (specification 2.5). */

const id = z.number().int();
const editor = provider('MES_SETTINGS_EDITOR');

const draft = z.object({
  label: lineSchema(60).min(1, 'Please enter a label'),
  /** `#rrggbb` */
  color: z.string().regex(/^#[0-9a-f]{6}$/),
});
/** `createDate`: epoch milliseconds as text. */
const prioritySchema = draft.extend({ id, createDate: epochText });
export type Priority = z.infer<typeof prioritySchema>;

/** Specification 2.5, 7.3. */
export const listPriorities = defineCall({
  id: 'scheduling.priorities',
  owner: 'scheduling',
  method: 'GET',
  path: '/api/v1/priorities',
  summary: 'Priority labels of the facility, the oldest first.',
  guard: provider(),
  response: z.array(prioritySchema),
});

/**
 * The same `eventId` sent twice makes one label. Refused with CONFLICT when the facility has a label of that name in
 * upper or lower case.
 */
export const createPriority = defineCall({
  id: 'scheduling.createPriority',
  owner: 'scheduling',
  method: 'POST',
  path: '/api/v1/priorities',
  summary: 'A new label; CONFLICT when the facility has one of that name.',
  guard: editor,
  body: draft.extend({ eventId: z.uuid() }),
  response: prioritySchema,
});

/** Refused with NOT_FOUND when the facility has no such label; with CONFLICT when another one has that name. */
export const updatePriority = defineCall({
  id: 'scheduling.updatePriority',
  owner: 'scheduling',
  method: 'PUT',
  path: '/api/v1/priorities/{id}',
  summary: 'Renames or recolours a label.',
  guard: editor,
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: draft,
  response: prioritySchema,
});

/** Refused with NOT_FOUND when the caller may not see the order or the facility has no such label. */
export const prioritizeOrder = defineCall({
  id: 'scheduling.prioritizeOrder',
  owner: 'scheduling',
  method: 'PUT',
  path: '/api/v1/priorities/orders/{orderId}',
  summary: 'Gives an order one of the labels of the facility, or takes it away.',
  guard: member({ roles: ['ROLE_SERVICE_PROVIDER'], memberRoles: orderRights.quote }),
  params: z.object({ orderId: z.coerce.number().int().positive() }),
  body: z.object({ priorityId: id.nullable() }),
  response: z.null(),
});

/** Each order is changed by itself. A row says why nothing was done: as `prioritizeOrder` would. */
export const prioritizeOrders = defineCall({
  id: 'scheduling.prioritizeOrders',
  owner: 'scheduling',
  method: 'PUT',
  path: '/api/v1/priorities/orders',
  summary: 'Gives several orders one of the labels of the facility, or takes it away; answers for each.',
  guard: member({ roles: ['ROLE_SERVICE_PROVIDER'], memberRoles: orderRights.quote }),
  body: z.object({ ids: z.array(id).min(1).max(100), priorityId: id.nullable() }),
  response: bulkResultSchema,
});

/** Refused with NOT_FOUND when the facility has no such label. */
export const deletePriority = defineCall({
  id: 'scheduling.deletePriority',
  owner: 'scheduling',
  method: 'DELETE',
  path: '/api/v1/priorities/{id}',
  summary: 'Removes a label, also from the orders and jobs that have it.',
  guard: editor,
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: z.null(),
});
