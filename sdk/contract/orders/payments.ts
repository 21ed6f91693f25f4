import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member } from '../guard.ts';
import { moneySchema } from './orderFile.ts';
import { quoteSchema } from './orders.ts';
import { orderRights } from './rights.ts';

/** Paying for a quote (specification 7.4). Money in minor units of its currency. */

const orderId = z.coerce.number().int().positive();
const eventId = z.string().uuid();
const payer = member({ roles: ['ROLE_ENGINEER'], memberRoles: orderRights.accept });

/** The buyer goes to `url`; the payment service tells the server how it ended. */
const startedPaymentSchema = z.object({
  paymentId: z.string(),
  amount: moneySchema,
  url: z.string(),
  /** ISO date and time after which the payment counts as abandoned. */
  expiresAt: z.string(),
});

/** Specification 7.4. No handler yet: answers UNFINISHED. */
export const quotesForPayment = defineCall({
  id: 'orders.quotesForPayment',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/{id}/getQuotesForPayment',
  summary: 'Valid quotes of an order with what each costs in the end.',
  guard: payer,
  params: z.object({ id: orderId }),
  body: z.object({ currency: z.string().length(3).optional() }),
  response: z.array(quoteSchema.extend({ delivery: moneySchema, tax: moneySchema, payable: moneySchema })),
  unfinished: true,
});

/** Specification 7.4; product 3.1. No handler yet: answers UNFINISHED. */
export const initPayment = defineCall({
  id: 'orders.initPayment',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/{id}/initPayment',
  summary: 'Starts paying for a submitted quote. The same `eventId` sent twice starts one payment.',
  guard: payer,
  params: z.object({ id: orderId }),
  body: z.object({ eventId, quoteId: z.number().int() }),
  response: startedPaymentSchema,
  unfinished: true,
});

/** Specification 7.4; product 3.1. No handler yet: answers UNFINISHED. */
export const initPaymentForBidWaiting = defineCall({
  id: 'orders.initPaymentForBidWaiting',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/{id}/initPaymentForBidWaiting/{quoteId}',
  summary: 'Starts paying for the price of the price engine before a person has quoted.',
  guard: payer,
  params: z.object({ id: orderId, quoteId: z.coerce.number().int().positive() }),
  body: z.object({ eventId }),
  response: startedPaymentSchema,
  unfinished: true,
});
