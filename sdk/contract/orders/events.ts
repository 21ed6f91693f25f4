import * as z from 'zod';
import { defineEvent } from '../event.ts';
import { eachOrder } from './rows.ts';

const id = z.number().int();

/**
 * Goes to the buyer company, and to the facility whose match changed or else to every facility that the order was
 * sent to. `status`: of the match that changed, else of the request.
 */
export const orderChanged = defineEvent({
  type: 'order.changed',
  summary: 'An order was created or something in it changed.',
  payload: z.object({ orderId: id, status: z.string() }),
  guard: eachOrder,
  origin: 'server',
});
