import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member } from '../guard.ts';
import { postalAddressSchema } from '../host/addresses.ts';
import { lineSchema } from '../line.ts';
import { namedSchema } from '../named.ts';
import { orderRights } from './rights.ts';
import { newBoxSchema, screeningSchema, shipmentEventSchema, shipmentSchema } from './shipments.ts';

/** Packing what is ready and sending it off (product 2, Shipments). */

const id = z.number().int();
const idParam = z.object({ id: z.coerce.number().int().positive() });
const piecesOf = z.number().int().min(1).max(100_000);

const mayWrite = member({ roles: ['ROLE_SERVICE_PROVIDER'], memberRoles: orderRights.ship });

/** Orders with pieces that are ready and in no shipment, by where they go: what can leave together. */
export const readyShipments = defineCall({
  id: 'orders.readyShipments',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/shipments/ready',
  summary: 'What is ready to leave, by consignee: orders of one company to one address.',
  guard: mayWrite,
  response: z.array(
    z.object({
      company: namedSchema,
      address: postalAddressSchema.nullable(),
      orders: z.array(
        z.object({
          id,
          name: z.string(),
          lines: z.array(
            z.object({
              orderFileId: id,
              fileName: z.string(),
              ordered: z.number().int(),
              ready: z.number().int(),
            }),
          ),
        }),
      ),
    }),
  ),
});

const newLines = z
  .array(z.object({ orderFileId: id, quantity: piecesOf }))
  .min(1)
  .max(200);

/**
 * Refused with NOT_FOUND for a part that the caller may not see; with CONFLICT when fewer pieces are ready than are asked
 * for, or an order stands where nothing leaves; with INVALID_INPUT when the parts go to different companies or addresses.
 */
export const createShipment = defineCall({
  id: 'orders.createShipment',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/shipments',
  summary: 'Begins a shipment with pieces that are ready. The same `eventId` sent twice makes one.',
  guard: mayWrite,
  body: z.object({ eventId: z.uuid(), lines: newLines }),
  response: shipmentSchema,
});

/**
 * Carrier, tracking number, label, note and customs can be changed until it has arrived; lines and boxes only while it is
 * a draft. Refused as `createShipment`, and with CONFLICT when somebody has changed it since `version`.
 */
export const saveShipment = defineCall({
  id: 'orders.saveShipment',
  owner: 'orders',
  method: 'PUT',
  path: '/api/v3/shipments/{id}',
  summary: 'Changes what is in a shipment and how it goes.',
  guard: mayWrite,
  params: idParam,
  body: z.object({
    version: z.number().int(),
    /** Its key; empty: not known yet. */
    carrier: lineSchema(40),
    service: lineSchema(60),
    tracking: lineSchema(100),
    note: z.string().max(2000),
    incoterm: lineSchema(20),
    tariffNumber: lineSchema(40),
    exportLicence: lineSchema(100),
    labelFileId: id.nullable(),
    lines: newLines,
    boxes: z.array(newBoxSchema).max(100),
  }),
  response: shipmentSchema,
});

/**
 * A scanned code of a part. Refused with INVALID_INPUT for a code that is none, is foreign, or when the pieces are more
 * than are left to pack.
 */
export const scanIntoShipment = defineCall({
  id: 'orders.scanIntoShipment',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/shipments/{id}/scans',
  summary: 'Puts scanned pieces into a box of a shipment. The same `eventId` sent twice counts once.',
  guard: mayWrite,
  params: idParam,
  ratePerMinute: 600,
  body: z.object({ eventId: z.uuid(), code: z.string().max(200), boxId: id, quantity: piecesOf.default(1) }),
  response: shipmentSchema,
});

/** Refused with CONFLICT when nothing was scanned, or the shipment is no longer packed. */
export const undoScan = defineCall({
  id: 'orders.undoScan',
  owner: 'orders',
  method: 'DELETE',
  path: '/api/v3/shipments/{id}/scans/last',
  summary: 'Takes back what the caller scanned last into a shipment.',
  guard: mayWrite,
  params: idParam,
  response: shipmentSchema,
});

/**
 * The same `eventId` sent twice acts once. Refused with TRANSITION_REFUSED when the status does not allow it; with
 * CONFLICT when an order of it stands where nothing leaves, pieces are left to scan, or the consignee of controlled goods
 * was not screened; with INVALID_INPUT without a reason that is needed.
 */
export const fireShipmentEvent = defineCall({
  id: 'orders.fireShipment',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/shipments/{id}/events',
  summary: 'Packs, ships, delivers or voids a shipment: the only way its status changes. Its orders follow.',
  guard: mayWrite,
  params: idParam,
  body: z.object({ eventId: z.uuid(), event: shipmentEventSchema, reason: z.string().max(1000).default('') }),
  response: shipmentSchema,
});

export const screenConsignee = defineCall({
  id: 'orders.screenConsignee',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/shipments/{id}/screenings',
  summary: 'Writes down that the consignee of a shipment was looked up in a list of denied parties.',
  guard: member({ roles: ['ROLE_SERVICE_PROVIDER'], memberRoles: orderRights.screen }),
  params: idParam,
  body: screeningSchema,
  response: shipmentSchema,
});
