import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';

/** Travellers: the papers (PDF) that accompany an order or a lot through production (specification 7.4). */

const id = z.coerce.number().int().positive();
const ofOrder = z.object({ orderId: id });
const ofLot = z.object({ lotId: id });

/** Answers a PDF (specification 7.4; product 3.5). Refused with NOT_FOUND for what the caller's facility does not make. */
export const traveller = defineCall({
  id: 'production.traveller',
  owner: 'production',
  method: 'GET',
  path: '/api/v2/lots/traveller',
  summary: 'The traveller of one part of an order.',
  guard: provider(),
  flag: 'WORKPLAN',
  produces: 'stream',
  query: z.object({ orderFileId: id }),
  response: z.unknown(),
});

/** Answers a PDF (specification 7.4; product 3.5). Refused with NOT_FOUND for what the caller's facility does not make. */
export const orderTraveller = defineCall({
  id: 'production.orderTraveller',
  owner: 'production',
  method: 'GET',
  path: '/api/v2/lots/order-traveller',
  summary: 'The traveller of an order: one page for each lot.',
  guard: provider(),
  flag: 'WORKPLAN',
  produces: 'stream',
  query: ofOrder,
  response: z.unknown(),
});

/** Answers a PDF (specification 7.4; product 3.5). Refused with NOT_FOUND for what the caller's facility does not make. */
export const orderTravellerGrouped = defineCall({
  id: 'production.orderTravellerGrouped',
  owner: 'production',
  method: 'GET',
  path: '/api/v2/lots/order-traveller-grouped',
  summary: 'The traveller of an order with lots of equal steps together.',
  guard: provider(),
  flag: 'WORKPLAN',
  produces: 'stream',
  query: ofOrder,
  response: z.unknown(),
});

/** Answers a PDF (specification 7.4; product 3.5). Refused with NOT_FOUND for what the caller's facility does not make. */
export const lotTraveller = defineCall({
  id: 'production.lotTraveller',
  owner: 'production',
  method: 'GET',
  path: '/api/v2/lots/lot-traveller',
  summary: 'The traveller of one lot.',
  guard: provider(),
  flag: 'WORKPLAN',
  produces: 'stream',
  query: ofLot,
  response: z.unknown(),
});

/** Answers a PDF (specification 7.4; product 3.5). Refused with NOT_FOUND for what the caller's facility does not make. */
export const lotTravellerGrouped = defineCall({
  id: 'production.lotTravellerGrouped',
  owner: 'production',
  method: 'GET',
  path: '/api/v2/lots/lot-traveller-grouped',
  summary: 'The traveller of one lot and the lots split from it.',
  guard: provider(),
  flag: 'WORKPLAN',
  produces: 'stream',
  query: ofLot,
  response: z.unknown(),
});
