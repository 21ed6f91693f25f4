import * as z from 'zod';
import { defineEvent } from '../event.ts';
import { eachOrder } from './rows.ts';

const id = z.number().int();

/**
 * Goes to the buyer company, and to the facility whose match changed or else to every facility that the order was
 * sent to. `status`: of the match that changed, else of the request. `what` and `before` where its status could change: the
 * event of the table of statuses, and the status until then; `matchId` where the match changed. Facilities alone are told them.
 */
export const orderChanged = defineEvent({
  type: 'order.changed',
  summary: 'An order was created or something in it changed.',
  payload: z.object({
    orderId: id,
    status: z.string(),
    matchId: id.optional(),
    what: z.string().optional(),
    before: z.string().optional(),
  }),
  guard: eachOrder,
  subject: { area: 'orders', id: 'orderId' },
  origin: 'server',
});

/** Goes to the customers concerned and to their root facility. It says nothing of what is published: the receiver asks for its orders. */
export const portalChanged = defineEvent({
  type: 'portal.changed',
  summary: 'Other settings of the customer portal hold from now on.',
  payload: z.object({}),
  guard: eachOrder,
  origin: 'server',
});
