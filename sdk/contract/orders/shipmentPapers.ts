import * as z from 'zod';
import { defineCall } from '../call.ts';
import { notKiosk } from '../guard.ts';
import { documentLanguageSchema } from './documents.ts';

/** Papers that travel with a shipment, as PDF: they say no prices, and nothing that the facility writes for itself. */

/** What goes to the consignee. */
export const shipmentPaperSchema = z.enum(['packing-slip', 'certificate']);
export type ShipmentPaper = z.infer<typeof shipmentPaperSchema>;

/**
 * Packing slip and certificate are what was issued when the shipment was packed: the same bytes whenever they are asked
 * for. A facility reads those of its own from then on, and a label for each box before; a buyer who sees all orders of the
 * shipment, once it has left. NOT_FOUND for everything else, and for a shipment that was voided.
 */
export const readShipmentPaper = defineCall({
  id: 'orders.shipmentPaper',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/shipments/{id}/papers/{type}',
  summary: 'Packing slip, certificate of conformity or box labels of a shipment as PDF.',
  guard: notKiosk,
  params: z.object({
    id: z.coerce.number().int().positive(),
    type: z.enum([...shipmentPaperSchema.options, 'label']),
  }),
  query: z.object({
    language: documentLanguageSchema.optional(),
    download: z.enum(['true', 'false']).default('false'),
  }),
  produces: 'stream',
  response: z.unknown(),
});
