import * as z from 'zod';
import { defineCall } from '../call.ts';
import { defineEvent } from '../event.ts';
import { member, providerNotKiosk } from '../guard.ts';
import { fileDtoSchema } from '../host/files.ts';
import { postalAddressSchema } from '../host/places.ts';
import { lineSchema } from '../line.ts';
import { namedSchema } from '../named.ts';
import { carrierKindSchema } from './carriers.ts';
import { orderRights } from './rights.ts';
import { eachOrder } from './rows.ts';
import { shipmentPaperSchema } from './shipmentPapers.ts';

/** Parcels out: what leaves a facility for one consignee (product 2, Shipments). Weights in grams, lengths in mm; dates are ISO dates and times. */

const id = z.number().int();
const idParam = z.object({ id: z.coerce.number().int().positive() });
const piecesOf = z.number().int().min(1).max(100_000);

export const shipmentStatusSchema = z.enum(['DRAFT', 'PACKED', 'SHIPPED', 'DELIVERED', 'EXCEPTION', 'VOIDED']);
export type ShipmentStatus = z.infer<typeof shipmentStatusSchema>;

/** What a person does with a shipment. Each lists what is allowed now as `allowedEvents`. */
export const shipmentEventSchema = z.enum(['PACK', 'UNPACK', 'SHIP', 'DELIVER', 'REPORT_EXCEPTION', 'RESUME', 'VOID']);
export type ShipmentEvent = z.infer<typeof shipmentEventSchema>;

/** Events that need a reason. */
export const shipmentReasonNeeded: readonly ShipmentEvent[] = ['REPORT_EXCEPTION', 'VOID'];

const mayWrite = member({ roles: ['ROLE_SERVICE_PROVIDER'], memberRoles: orderRights.ship });

/** Who takes it away, by the key of the facility's carrier; `null` where nobody has said so. */
const carriedBy = {
  carrier: z.object({ key: z.string(), kind: carrierKindSchema, name: z.string() }).nullable(),
  service: z.string(),
  tracking: z.string(),
  /** Where the carrier shows how far it is. */
  trackingUrl: z.string().nullable(),
};

/** A row of the list. */
export const shipmentRowSchema = z.object({
  id,
  status: shipmentStatusSchema,
  consignee: namedSchema,
  /** Where it goes; empty without an address. */
  city: z.string(),
  countryCode: z.string(),
  orders: z.array(namedSchema),
  /** Pieces in it, and of all that was ordered of these parts. */
  pieces: z.number().int(),
  ordered: z.number().int(),
  ...carriedBy,
  boxes: z.number().int(),
  /** `null`: not all boxes were weighed. */
  weightGrams: z.number().int().nullable(),
  incoterm: z.string(),
  tariffNumber: z.string(),
  exportLicence: z.string(),
  /** It holds something export controlled. */
  controlled: z.boolean(),
  createdOn: z.string(),
  shippedOn: z.string().nullable(),
  deliveredOn: z.string().nullable(),
});
export type ShipmentRow = z.infer<typeof shipmentRowSchema>;

/** Pieces of a part of an order. */
export const shipmentLineSchema = z.object({
  orderFileId: id,
  orderId: id,
  fileName: z.string(),
  ordered: z.number().int(),
  quantity: z.number().int(),
  /** Of them, those that were scanned into a box. */
  packed: z.number().int(),
  /** The most that this shipment could take. */
  most: z.number().int(),
});
export type ShipmentLine = z.infer<typeof shipmentLineSchema>;

const measure = z.number().int().min(1).max(100_000).nullable();
export const newBoxSchema = z.object({
  /** `null` for one that is new. */
  id: id.nullable(),
  weightGrams: z.number().int().min(1).max(10_000_000).nullable(),
  lengthMm: measure,
  widthMm: measure,
  heightMm: measure,
});
export const shipmentBoxSchema = newBoxSchema.extend({
  id,
  /** From 1. */
  number: z.number().int(),
  contents: z.array(z.object({ orderFileId: id, quantity: z.number().int() })),
});
export type ShipmentBox = z.infer<typeof shipmentBoxSchema>;

/** Looking up a consignee in lists of those to whom nothing may be exported. */
export const screeningResultSchema = z.enum(['CLEAR', 'MATCH']);
export const screeningSchema = z.object({
  /** The list, or who was asked. */
  list: lineSchema(200).min(1),
  result: screeningResultSchema,
  screenedOn: z.iso.date(),
  note: z.string().trim().max(1000),
});

/** A shipment as its facility sees it. */
export const shipmentSchema = shipmentRowSchema.extend({
  /** Grows with each change. */
  version: z.number().int(),
  address: postalAddressSchema.nullable(),
  /** For the own facility only. */
  note: z.string(),
  label: fileDtoSchema.nullable(),
  lines: z.array(shipmentLineSchema),
  boxList: z.array(shipmentBoxSchema),
  /** Latest first. */
  screenings: z.array(screeningSchema.extend({ by: z.string() })),
  /** Latest first. */
  history: z.array(
    z.object({ event: z.string(), status: shipmentStatusSchema, at: z.string(), who: z.string(), reason: z.string() }),
  ),
  papers: z.array(shipmentPaperSchema),
  allowedEvents: z.array(shipmentEventSchema),
  /** The caller may change what is in it. */
  changeable: z.boolean(),
  /** The caller may record a screening. */
  screens: z.boolean(),
});
export type Shipment = z.infer<typeof shipmentSchema>;

/** What lists are narrowed by; everything given has to be met. */
export const shipmentFiltersSchema = z.object({
  /** A number, or at least 3 characters of a consignee, carrier or tracking number. */
  searchString: z.string().max(200).default(''),
  statuses: z.array(shipmentStatusSchema).max(10).default([]),
  companyIds: z.array(id).max(100).default([]),
  orderId: id.nullable().default(null),
  /** Days on which it was made, both included. */
  from: z.iso.date().nullable().default(null),
  to: z.iso.date().nullable().default(null),
});
export type ShipmentFilters = z.output<typeof shipmentFiltersSchema>;

export const listShipments = defineCall({
  id: 'orders.shipments',
  owner: 'orders',
  method: 'POST',
  reads: true,
  path: '/api/v3/shipments/search',
  summary: 'Shipments of the active facility, newest first.',
  guard: providerNotKiosk,
  query: z.object({
    page: z.coerce.number().int().min(0).max(100_000).default(0),
    size: z.coerce.number().int().min(1).max(100).default(15),
  }),
  body: shipmentFiltersSchema,
  response: z.object({
    shipments: z.array(shipmentRowSchema),
    totalCount: z.number().int(),
    /** There are more than `totalCount`. */
    moreThanTotal: z.boolean(),
  }),
});

export const countShipments = defineCall({
  id: 'orders.countShipments',
  owner: 'orders',
  method: 'POST',
  reads: true,
  path: '/api/v3/shipments/count',
  summary: 'How many shipments a search finds, by status.',
  guard: providerNotKiosk,
  body: shipmentFiltersSchema,
  response: z.record(shipmentStatusSchema, z.number().int()),
  isBulk: ({ body }) => body.searchString !== '',
});

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

/** Refused with NOT_FOUND when there is no such shipment, or the caller may not see one of its orders. */
export const readShipment = defineCall({
  id: 'orders.shipment',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/shipments/{id}',
  summary: 'One shipment with its lines, boxes and history.',
  guard: providerNotKiosk,
  params: idParam,
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

/** What both sides read of the parcels of an order. */
export const orderShipmentsSchema = z.object({
  lines: z.array(
    z.object({
      orderFileId: id,
      fileName: z.string(),
      ordered: z.number().int(),
      shipped: z.number().int(),
      delivered: z.number().int(),
    }),
  ),
  /** Latest first. A buyer gets those that have left. */
  shipments: z.array(
    z.object({
      id,
      status: shipmentStatusSchema,
      ...carriedBy,
      shippedOn: z.string().nullable(),
      deliveredOn: z.string().nullable(),
      /** Of an exception or a void, as written for the other side. */
      reason: z.string(),
      /** What the caller may read of its papers. */
      papers: z.array(shipmentPaperSchema),
      lines: z.array(z.object({ orderFileId: id, quantity: z.number().int() })),
    }),
  ),
});
export type OrderShipments = z.infer<typeof orderShipmentsSchema>;

/** Refused with NOT_FOUND when the caller may not see the order. */
export const readOrderShipments = defineCall({
  id: 'orders.orderShipments',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/{id}/shipments',
  summary: 'The parcels of an order, and how much of it has left and arrived.',
  guard: eachOrder,
  params: idParam,
  response: orderShipmentsSchema,
});

const shipmentPayload = z.object({ shipmentId: id, status: shipmentStatusSchema, orderIds: z.array(id) });

export const shipmentCreated = defineEvent({
  type: 'shipment.created',
  summary: 'A shipment was begun.',
  payload: shipmentPayload,
  guard: providerNotKiosk,
  origin: 'server',
});
export const shipmentShipped = defineEvent({
  type: 'shipment.shipped',
  summary: 'A shipment has left its facility.',
  payload: shipmentPayload,
  guard: eachOrder,
  origin: 'server',
});
export const shipmentDelivered = defineEvent({
  type: 'shipment.delivered',
  summary: 'A shipment has arrived.',
  payload: shipmentPayload,
  guard: eachOrder,
  origin: 'server',
});
export const shipmentVoided = defineEvent({
  type: 'shipment.voided',
  summary: 'A shipment was voided: its pieces are there to ship again.',
  payload: shipmentPayload,
  guard: eachOrder,
  origin: 'server',
});
export const shipmentChanged = defineEvent({
  type: 'shipment.changed',
  summary: 'Something else about a shipment changed.',
  payload: shipmentPayload,
  guard: eachOrder,
  origin: 'server',
});
