import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member } from '../guard.ts';
import { lineSchema } from '../line.ts';
import { namedSchema, supplierSchema } from '../named.ts';
import { orderDetailSchema } from './orders.ts';
import { vendorRelationSchema } from './rows.ts';
import { lineChoices } from './request.ts';
import { orderRights } from './rights.ts';

/** Facilities as a buyer's vendors, and which of them can make what (specification 3.1; product 3.1, 3.11). */

const id = z.number().int();
const idParam = z.object({ id: z.coerce.number().int().positive() });
const orderer = member({ roles: ['ROLE_ENGINEER'], memberRoles: orderRights.create });
const keeper = member({ roles: ['ROLE_ENGINEER'], memberRoles: orderRights.vendors });
const overseer = member({ roles: ['ROLE_SERVICE_PROVIDER'], memberRoles: ['SP_SUPER_ADMIN'], rootFacility: true });

/**
 * Why a facility does not get an order.
 * - `PROCESS`, `MATERIAL`, `SIZE`, `FINISH`: no machine of the process; none of them runs the material; the part fits into
 *   none that does; the finish is not offered.
 * - `EXPORT_CONTROL`: its enterprise does no export-controlled work. `BLACK_LISTED`: by the buyer.
 */
export const misfitSchema = z.enum(['PROCESS', 'MATERIAL', 'SIZE', 'FINISH', 'EXPORT_CONTROL', 'BLACK_LISTED']);
export type Misfit = z.infer<typeof misfitSchema>;

/** `parts`: their places in the order, from 0; empty where the reason is not about single parts. */
export const misfitReasonSchema = z.object({ reason: misfitSchema, parts: z.array(id) });
export type MisfitReason = z.infer<typeof misfitReasonSchema>;

/** A facility that can make every part. */
export const fittingVendorSchema = z.object({
  facility: supplierSchema,
  relation: vendorRelationSchema.exclude(['BLACK_LISTED']),
  /** City and country code; empty when it tells none. */
  location: z.string(),
  /** The order is with it now. */
  asked: z.boolean(),
});
export type FittingVendor = z.infer<typeof fittingVendorSchema>;

/** Why nobody can make the parts, or some of them. */
export const obstaclesSchema = z.object({
  /** Parts that nobody can make, by their place in the order, from 0. */
  parts: z.array(
    z.object({
      part: id,
      reason: misfitSchema.extract(['PROCESS', 'MATERIAL', 'SIZE', 'FINISH']),
      /** SIZE: mm, of the part and of the largest machine that runs the material. */
      size: z.tuple([z.number(), z.number(), z.number()]).nullable(),
      largest: z.tuple([z.number(), z.number(), z.number()]).nullable(),
    }),
  ),
  /** Somebody makes each part, and nobody makes all of them. */
  together: z.boolean(),
  /** How many facilities could make every part, and do not get the order because of this. */
  kept: z.array(z.object({ reason: misfitSchema.extract(['EXPORT_CONTROL', 'BLACK_LISTED']), facilities: id })),
});
export type Obstacles = z.infer<typeof obstaclesSchema>;

const judgedSchema = z.object({
  vendors: z.array(fittingVendorSchema),
  /** Approved and internal facilities that do not fit, and why. */
  others: z.array(
    fittingVendorSchema.pick({ facility: true, relation: true }).extend({ reasons: z.array(misfitReasonSchema) }),
  ),
  obstacles: obstaclesSchema,
});
export type JudgedVendors = z.infer<typeof judgedSchema>;

/**
 * Refused with NOT_FOUND or EXPORT_CONTROLLED when the caller may not see a file (product 3.1).
 */
export const fittingVendors = defineCall({
  id: 'orders.fittingVendors',
  owner: 'orders',
  method: 'POST',
  reads: true,
  path: '/api/v3/vendors/fitting',
  summary: 'Who can make these parts, before there is an order: own facilities first, then approved ones.',
  guard: orderer,
  body: z.object({
    exportControlled: z.boolean(),
    files: z
      .array(z.object({ fileId: id, amProcessId: id, materialId: id, finishId: lineChoices.finishId }))
      .min(1)
      .max(200),
  }),
  response: judgedSchema,
});

/** Refused with NOT_FOUND when there is no such order or the caller may not see it (product 3.1). */
export const orderVendors = defineCall({
  id: 'orders.orderVendors',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/{id}/vendors',
  summary: 'Who can make every part of an order now, and what keeps the others from it.',
  guard: orderer,
  params: idParam,
  response: judgedSchema,
});

/**
 * The same `eventId` sent twice acts once. Refused with NOT_FOUND when there is no such order or the caller may not see
 * it; with TRANSITION_REFUSED when it goes to nobody now; with INVALID_INPUT when a facility cannot make it; with
 * CONFLICT when one has it already (product 3.1).
 */
export const distributeOrder = defineCall({
  id: 'orders.distribute',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/{id}/distribute',
  summary: 'The buyer sends an order to the facilities that are to quote; more of them may follow.',
  guard: orderer,
  params: idParam,
  body: z.object({ eventId: z.string().uuid(), facilityIds: z.array(id).min(1).max(100) }),
  response: orderDetailSchema,
});

/** How a facility stands to the own company; who it is for and since when. ISO dates and times. */
export const vendorSchema = z.object({
  facility: namedSchema,
  location: z.string(),
  relation: vendorRelationSchema,
  /** Why it is black-listed; a remark on an approved one. */
  reason: z.string(),
  /** Its enterprise says that the company is its own, and waits for the company to say the same. */
  claimsInternal: z.boolean(),
  /** `null` where nobody has set anything. */
  setBy: z.string().nullable(),
  setOn: z.string().nullable(),
  /** Orders that were sent to it. */
  orders: id,
});
export type Vendor = z.infer<typeof vendorSchema>;

/** `page` counts from 0. Without `relation`: internal and approved ones, and those that are black-listed. */
export const listVendorRelations = defineCall({
  id: 'orders.vendors',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/vendors',
  summary: "Facilities as the company's vendors, by name.",
  guard: keeper,
  query: z.object({
    page: z.coerce.number().int().min(0).max(100_000).default(0),
    size: z.coerce.number().int().min(1).max(100).default(15),
    searchString: z.string().max(200).default(''),
    relation: vendorRelationSchema.optional(),
  }),
  response: z.object({ vendors: z.array(vendorSchema), totalCount: id }),
});

/**
 * `MATCHED` takes away what was set. Refused with NOT_FOUND when there is no such facility; with INVALID_INPUT when it is
 * black-listed without a reason (specification 3.1).
 */
export const setVendorRelation = defineCall({
  id: 'orders.setVendor',
  owner: 'orders',
  method: 'PUT',
  path: '/api/v3/vendors/{id}',
  summary: 'Approves a facility, black-lists it, or neither. A black-listed one gets no more orders of the company.',
  guard: keeper,
  params: idParam,
  body: z.object({
    relation: vendorRelationSchema.exclude(['INTERNAL']),
    reason: lineSchema(500).default(''),
  }),
  response: vendorSchema,
});

/** Refused with NOT_FOUND when the enterprise of the facility has not declared the company as its own. */
export const confirmInternal = defineCall({
  id: 'orders.confirmInternal',
  owner: 'orders',
  method: 'PUT',
  path: '/api/v3/vendors/{id}/internal',
  summary: 'Confirms, or no longer, that the company is of the same enterprise as a facility.',
  guard: member({ roles: ['ROLE_ENGINEER'], memberRoles: ['ENG_SUPER_ADMIN', 'ENG_ADMIN'] }),
  params: idParam,
  body: z.object({ internal: z.boolean() }),
  response: vendorSchema,
});

/** A customer of the enterprise. */
export const internalCompanySchema = z.object({
  company: namedSchema,
  /** Whether the enterprise has said that it is its own, and whether the company has confirmed it. */
  state: z.enum(['CUSTOMER', 'DECLARED', 'CONFIRMED']),
  /** ISO date and time of the declaration. */
  declaredOn: z.string().nullable(),
});
export type InternalCompany = z.infer<typeof internalCompanySchema>;

/** `page` counts from 0. */
export const listInternalCompanies = defineCall({
  id: 'orders.internalCompanies',
  owner: 'orders',
  method: 'GET',
  path: '/api/v1/sp/internal-companies',
  summary: 'Companies that have sent orders to the enterprise, and those it has declared as its own.',
  guard: overseer,
  query: z.object({
    page: z.coerce.number().int().min(0).max(100_000).default(0),
    size: z.coerce.number().int().min(1).max(100).default(15),
    searchString: z.string().max(200).default(''),
  }),
  response: z.object({ companies: z.array(internalCompanySchema), totalCount: id }),
});

/**
 * It counts once the company has confirmed it. Refused with NOT_FOUND when the company is no customer of the
 * enterprise; with CONFLICT when another enterprise has declared it.
 */
export const declareInternal = defineCall({
  id: 'orders.declareInternal',
  owner: 'orders',
  method: 'PUT',
  path: '/api/v1/sp/internal-companies/{id}',
  summary: 'Says that a buyer company is of the own enterprise, or no longer.',
  guard: overseer,
  params: idParam,
  body: z.object({ internal: z.boolean() }),
  response: internalCompanySchema,
});
