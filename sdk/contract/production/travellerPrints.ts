import * as z from 'zod';
import { defineCall } from '../call.ts';
import { defineEvent } from '../event.ts';
import { providerNotKiosk } from '../guard.ts';
import { orderSearchSchema } from '../orders/filters.ts';
import { orderSortSchema } from '../orders/rows.ts';

/** Travellers of many orders in one file, made in the background. */

const id = z.coerce.number().int().positive();
const one = z.object({ id });
/** More paper is printed in several goes. */
export const mostTravellers = 5_000;

export const travellerPrintSchema = z.object({
  id: z.number().int(),
  state: z.enum(['WAITING', 'READY', 'FAILED', 'CANCELLED']),
  /** From 0 to 1. */
  share: z.number(),
  /** As it went so far; `null` until that is known. */
  secondsLeft: z.number().int().nullable(),
  /** Orders that it holds. */
  orders: z.number().int(),
  /** Chosen orders without travelers: not confirmed, nothing left to make, or export controlled. */
  leftOut: z.number().int(),
  /** `null` until it is ready. */
  pages: z.number().int().nullable(),
  /** Bytes; `null` until it is ready. */
  size: z.number().int().nullable(),
  fileName: z.string(),
  /** ISO date and time. */
  keptUntil: z.string(),
});
export type TravellerPrint = z.infer<typeof travellerPrintSchema>;

/**
 * Of the orders given, or of all that a search finds, in its order. Refused with NOT_POSSIBLE where none of them has
 * travellers, or there are more than 5,000; with CONFLICT while the caller's print before is still made. Export-controlled
 * orders are left out: each is printed by itself.
 */
export const printTravellers = defineCall({
  id: 'production.printTravellers',
  owner: 'production',
  method: 'POST',
  path: '/api/v2/lots/travellers',
  summary: 'Begins to put the travellers of many orders into one PDF.',
  guard: providerNotKiosk,
  flag: 'WORKPLAN',
  query: orderSortSchema,
  body: z.object({
    /** Lots of equal steps together. */
    grouped: z.boolean().default(false),
    of: z.union([
      z.object({ orderIds: z.array(id).min(1).max(mostTravellers) }),
      z.object({ search: orderSearchSchema }),
    ]),
  }),
  response: travellerPrintSchema,
  isBulk: () => true,
});

/** `null`: none, or none any more. */
export const lastTravellerPrint = defineCall({
  id: 'production.lastTravellerPrint',
  owner: 'production',
  method: 'GET',
  path: '/api/v2/lots/travellers',
  summary: 'The travellers of many orders that the caller asked for last.',
  guard: providerNotKiosk,
  flag: 'WORKPLAN',
  response: travellerPrintSchema.nullable(),
});

/** What is ready already stays. Refused with NOT_FOUND for one of somebody else. */
export const cancelTravellerPrint = defineCall({
  id: 'production.cancelTravellerPrint',
  owner: 'production',
  method: 'POST',
  path: '/api/v2/lots/travellers/{id}/cancel',
  summary: 'Gives up travellers that are still made.',
  guard: providerNotKiosk,
  flag: 'WORKPLAN',
  params: one,
  response: travellerPrintSchema,
});

/**
 * Refused with NOT_FOUND for one of somebody else; with CONFLICT when it is not ready, or an order in it was marked as
 * export controlled since.
 */
export const travellerPrintContent = defineCall({
  id: 'production.travellerPrintContent',
  owner: 'production',
  method: 'GET',
  path: '/api/v2/lots/travellers/{id}/content',
  summary: 'The travellers of many orders as one PDF.',
  guard: providerNotKiosk,
  flag: 'WORKPLAN',
  params: one,
  produces: 'stream',
  response: z.unknown(),
});

/** Goes to who asked for them. */
export const travellerPrintChanged = defineEvent({
  type: 'production.traveller_print_changed',
  summary: 'Travellers of many orders went on, are ready, or failed.',
  payload: z.object({ id: z.number().int() }),
  guard: providerNotKiosk,
  origin: 'server',
});
