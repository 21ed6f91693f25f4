import * as z from 'zod';
import { defineCall } from '../call.ts';
import { providerNotKiosk } from '../guard.ts';

/** Refused with NOT_FOUND when the caller may not see the parts of the order. */
export const printPartLabels = defineCall({
  id: 'orders.partLabels',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/{id}/labels',
  summary: 'A label for each part of an order as PDF, 62 by 40 mm, with the code that scanners read.',
  guard: providerNotKiosk,
  params: z.object({ id: z.coerce.number().int().positive() }),
  produces: 'stream',
  response: z.unknown(),
});
