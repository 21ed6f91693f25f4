import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider, providerNotKiosk } from '../guard.ts';
import { printsSchema } from './mes.ts';

/**
 * Travellers: the papers (PDF) that accompany an order or a lot through production (specification 7.4). A kiosk opens none of
 * them: they show what was ordered (product 3.12).
 */

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
  guard: providerNotKiosk,
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
  guard: providerNotKiosk,
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
  guard: providerNotKiosk,
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
  guard: providerNotKiosk,
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
  guard: providerNotKiosk,
  flag: 'WORKPLAN',
  produces: 'stream',
  query: ofLot,
  response: z.unknown(),
});

/** Answers a PDF in the size of the facility's labels. Refused with NOT_FOUND for what the caller's facility does not make. */
export const lotLabel = defineCall({
  id: 'production.lotLabel',
  owner: 'production',
  method: 'GET',
  path: '/api/v2/lots/lot-label',
  summary: 'The label of one lot.',
  guard: providerNotKiosk,
  flag: 'WORKPLAN',
  produces: 'stream',
  query: ofLot,
  response: z.unknown(),
});

const yes = z.enum(['true', 'false']).default('true');

/**
 * Answers a PDF that is marked as a test and is not kept: of the newest lot of the facility that is not export controlled, or of
 * a made-up one where there is none.
 */
export const testPrint = defineCall({
  id: 'production.testPrint',
  owner: 'production',
  method: 'GET',
  path: '/api/v2/lots/test-print',
  summary: 'A traveller or a label as settings that are not published yet would print it.',
  guard: provider('MES_SETTINGS_EDITOR'),
  flag: 'WORKPLAN',
  produces: 'stream',
  query: z.object({
    of: z.enum(['TRAVELLER', 'LABEL']),
    code: printsSchema.shape.code,
    paper: printsSchema.shape.paper,
    picture: yes,
    checks: yes,
    notes: yes,
    signatures: yes,
    width: z.coerce.number().int().min(30).max(210),
    height: z.coerce.number().int().min(20).max(297),
    /** How lots are numbered; of a lot without a number. */
    lotNumber: z.string().max(40).default(''),
  }),
  response: z.unknown(),
});
