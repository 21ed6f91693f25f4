import * as z from 'zod';
import { defineCall } from '../call.ts';
import { providerNotKiosk } from '../guard.ts';
import { fileDtoSchema } from '../host/files.ts';
import { postalAddressSchema } from '../host/addresses.ts';
import { lineSchema } from '../line.ts';
import { namedSchema } from '../named.ts';
import { carrierKindSchema } from './carriers.ts';
import { shipmentPaperSchema } from './shipmentPapers.ts';

/** Parcels out: what leaves a facility for one consignee (product 2, Shipments). Weights in grams, lengths in mm; dates are ISO dates and times. */

const id = z.number().int();

export const shipmentStatusSchema = z.enum(['DRAFT', 'PACKED', 'SHIPPED', 'DELIVERED', 'EXCEPTION', 'VOIDED']);
export type ShipmentStatus = z.infer<typeof shipmentStatusSchema>;

/** What a person does with a shipment. Each lists what is allowed now as `allowedEvents`. */
export const shipmentEventSchema = z.enum(['PACK', 'UNPACK', 'SHIP', 'DELIVER', 'REPORT_EXCEPTION', 'RESUME', 'VOID']);
export type ShipmentEvent = z.infer<typeof shipmentEventSchema>;

/** Events that need a reason. */
export const shipmentReasonNeeded: readonly ShipmentEvent[] = ['REPORT_EXCEPTION', 'VOID'];

/** Who takes it away, by the key of the facility's carrier; `null` where nobody has said so. */
export const carriedBy = {
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

export const listShipmentCustomers = defineCall({
  id: 'orders.shipmentCustomers',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/shipments/customers',
  summary: 'Customers with shipments that the caller may see, by name.',
  guard: providerNotKiosk,
  response: z.array(namedSchema),
});

/** Refused with NOT_FOUND when there is no such shipment, or the caller may not see one of its orders. */
export const readShipment = defineCall({
  id: 'orders.shipment',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/shipments/{id}',
  summary: 'One shipment with its lines, boxes and history.',
  guard: providerNotKiosk,
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: shipmentSchema,
});
