import * as z from 'zod';
import { defineCall } from '../call.ts';
import { eachOrder } from './rows.ts';

/** What happened to an order, as each side may know it (product 3.1, 5.11). */

const params = z.object({ id: z.coerce.number().int().positive() });

/** One thing that happened. */
export const orderStepSchema = z.object({
  /** ISO date and time. */
  at: z.string(),
  /** What people and clocks do to orders: an event of the order, or what followed from one. */
  event: z.string(),
  /** Whose doing it was; `SYSTEM` for clocks and for what follows from something else. */
  side: z.enum(['BUYER', 'FACILITY', 'SYSTEM']),
  /** First and last name; empty where nobody did it, or the caller may not know who. */
  who: z.string(),
  /** The facility that it is about or that did it; `null` where the caller may not know it. */
  facility: z.string().nullable(),
  /** Empty where there is none, or it is internal to the other side. */
  reason: z.string(),
});
export type OrderStep = z.infer<typeof orderStepSchema>;

/** Refused with NOT_FOUND when the caller may not see the order (product 2, Order details). */
export const readHistory = defineCall({
  id: 'orders.history',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/{id}/history',
  summary: 'Everything that happened to an order, newest first, as far as the own side may know it.',
  guard: eachOrder,
  params,
  response: z.array(orderStepSchema),
});

/**
 * Of a quote with `quoteId`. Refused with NOT_FOUND when the caller may not see the order, or it has no such quote
 * (product 5.11).
 */
export const readWhy = defineCall({
  id: 'orders.why',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/{id}/why',
  summary: 'Why an order, or one of its quotes, is in its present status: what led there, newest first.',
  guard: eachOrder,
  params,
  query: z.object({ quoteId: z.coerce.number().int().positive().optional() }),
  response: z.array(orderStepSchema),
});
