import * as z from 'zod';
import { defineCall } from '../call.ts';
import { eachOrder } from './rows.ts';

export const readWelcome = defineCall({
  id: 'orders.welcome',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/portal/welcome',
  summary: "What the customer portal says to the caller's company, in the caller's language.",
  guard: eachOrder,
  response: z.object({ text: z.string().nullable() }),
});
