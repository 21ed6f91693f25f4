import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member } from '../guard.ts';
import { orderDetailSchema } from './orders.ts';
import { formFields, mostLines, requestFields, requestLineSchema } from './request.ts';
import { orderRights } from './rights.ts';

/** Orders before they are sent: kept on the server from the first file, and changed until facilities are asked. */

const writer = member({ roles: ['ROLE_ENGINEER'], memberRoles: orderRights.create });

const content = {
  ...requestFields,
  ...formFields,
  /** `null`: not answered; as long as it is not, the order counts as controlled. */
  exportControlled: z.boolean().nullable(),
  /** In their order. `id`: of a part that is in the order already; those that are not named go. */
  rfqFileDTOs: z.array(requestLineSchema.extend({ id: z.number().int().optional() })).max(mostLines),
};

/**
 * Refused as `createOrder` for its parts; what else it lacks is asked for when it is submitted (product 3.1).
 */
export const createDraft = defineCall({
  id: 'orders.createDraft',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/drafts',
  summary: 'Begins an order that is sent later. The same `eventId` sent twice makes one draft.',
  guard: writer,
  body: z.object({ eventId: z.string().uuid(), ...content }),
  response: orderDetailSchema,
});

/**
 * Replaces what is asked for, parts included. A draft may be incomplete; an order that was submitted stays complete and
 * goes to the matcher again. Refused with NOT_FOUND when the caller may not see the order; with CHANGED when `version` is
 * not the present one; with TRANSITION_REFUSED once facilities were asked; otherwise as `createOrder` (product 2, Order
 * details; product 3.1).
 */
export const saveRequest = defineCall({
  id: 'orders.save',
  owner: 'orders',
  method: 'PUT',
  path: '/api/v3/orders/{id}',
  summary: 'Changes an order that no facility has been asked about.',
  guard: writer,
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.object({ version: z.number().int(), ...content }),
  response: orderDetailSchema,
});
