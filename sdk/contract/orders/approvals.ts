import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member } from '../guard.ts';
import { namedSchema } from '../named.ts';
import { orderDetailSchema } from './orders.ts';
import { orderRights } from './rights.ts';

/** Asking who may accept a quote to do so (product 3.12). The answer is an award, or the event REFUSE_APPROVAL. */

const orderId = z.coerce.number().int().positive();
const asker = member({ roles: ['ROLE_ENGINEER'], memberRoles: orderRights.askApproval });

/** Refused with NOT_FOUND when the caller may not see the order. */
export const listApprovers = defineCall({
  id: 'orders.approvers',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/{id}/approvers',
  summary: "People of the caller's company who may accept a quote of this order, by name.",
  guard: asker,
  params: z.object({ id: orderId }),
  response: z.array(namedSchema),
});

/**
 * The same `eventId` sent twice asks once. Refused with NOT_FOUND when the caller may not see the order; with CONFLICT
 * when the quote is not open; with INVALID_INPUT when somebody who is asked may not accept; with TRANSITION_REFUSED when
 * the order has no quote to accept.
 */
export const requestApproval = defineCall({
  id: 'orders.requestApproval',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/{id}/approvals',
  summary: 'Asks some or all of those who may accept a quote to accept this one.',
  guard: asker,
  params: z.object({ id: orderId }),
  body: z.object({
    eventId: z.string().uuid(),
    quoteId: z.number().int(),
    /** Empty: all who may. */
    userIds: z.array(z.number().int()).max(50).default([]),
    message: z.string().max(1000).default(''),
  }),
  response: orderDetailSchema,
});
