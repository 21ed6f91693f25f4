import * as z from 'zod';
import { defineCall } from '../call.ts';
import { defineEvent } from '../event.ts';
import { anyMember, member, provider } from '../guard.ts';
import { namedSchema } from '../named.ts';
import { moneySchema } from './orderFile.ts';
import { eachOrder } from './rows.ts';
import { pricedFilesSchema } from './estimate.ts';
import { sourcingTypeSchema } from './request.ts';
import { orderRights } from './rights.ts';

/**
 * Dates that orders can be delivered on (product 5.2; specification 7.4 and 7.6): what a facility offers, and what its
 * schedule has room for. Days are working days of the facility; dates are ISO dates in its time zone.
 */

const id = z.number().int();
const days = z.number().int().min(0).max(365);
const name = z.string().trim().max(60);

/** `name`: empty for that of the kind, in the reader's language. */
export const leadTimeOptionSchema = z.object({
  id,
  kind: z.enum(['EARLIEST', 'STANDARD', 'ECONOMY', 'OTHER']),
  name,
  /** Ready no sooner than so many days from now, and never before the schedule has room. 0: as soon as it has. */
  leadTimeDays: days,
  /** What it multiplies the price of the parts by. */
  priceFactor: z.number().min(0.1).max(10),
  active: z.boolean(),
});
export type LeadTimeOption = z.infer<typeof leadTimeOptionSchema>;

/** `name`: empty for that of the kind, in the reader's language. Money in minor units of the facility's currency. */
export const deliveryTypeSchema = z.object({
  id,
  kind: z.enum(['PARCEL', 'EXPRESS', 'PICKUP', 'OTHER']),
  name,
  /** From shipping to delivery. */
  days: z.number().int().min(0).max(60),
  chargeMinor: z.number().int().min(0).max(100_000_000),
  /** Free of charge when the parts cost as much; `null`: never. */
  freeFromMinor: z.number().int().min(1).max(1_000_000_000).nullable(),
  active: z.boolean(),
});
export type DeliveryType = z.infer<typeof deliveryTypeSchema>;

/** What a facility offers besides the parts, and the days that it needs after a build. */
export const deliverySettingsSchema = z.object({
  leadTimeOptions: z.array(leadTimeOptionSchema).min(1).max(12),
  deliveryTypes: z.array(deliveryTypeSchema).min(1).max(12),
  finishingDays: z.number().int().min(0).max(60),
  inspectionDays: z.number().int().min(0).max(60),
  packingDays: z.number().int().min(0).max(60),
  /** Until parts are ready, where no schedule says it. */
  staticLeadTimeDays: z.number().int().min(1).max(365),
  taxPercent: z.number().min(0).max(100),
  taxText: z.string().trim().max(200),
});
export type DeliverySettings = z.infer<typeof deliverySettingsSchema>;

/** What a facility offers until somebody changes it. */
export const defaultDelivery: DeliverySettings = {
  leadTimeOptions: [
    { id: 1, kind: 'EARLIEST', name: '', leadTimeDays: 0, priceFactor: 1.15, active: true },
    { id: 2, kind: 'STANDARD', name: '', leadTimeDays: 10, priceFactor: 1, active: true },
    { id: 3, kind: 'ECONOMY', name: '', leadTimeDays: 20, priceFactor: 0.9, active: true },
  ],
  deliveryTypes: [
    { id: 1, kind: 'PARCEL', name: '', days: 3, chargeMinor: 0, freeFromMinor: null, active: true },
    { id: 2, kind: 'PICKUP', name: '', days: 0, chargeMinor: 0, freeFromMinor: null, active: false },
  ],
  finishingDays: 2,
  inspectionDays: 0,
  packingDays: 1,
  staticLeadTimeDays: 10,
  taxPercent: 0,
  taxText: '',
};

const settingsAnswer = deliverySettingsSchema.extend({ currency: z.string().length(3) });

/** A facility that has set nothing answers `defaultDelivery`. */
export const readDeliverySettings = defineCall({
  id: 'orders.deliverySettings',
  owner: 'orders',
  method: 'GET',
  path: '/api/v1/sp/delivery-settings',
  summary: 'Lead-time options, delivery types, days after a build and tax of the active facility.',
  guard: provider('STOREFRONT_CONFIG_EDITOR'),
  response: settingsAnswer,
});

/** Refused with INVALID_INPUT when two options or types have one id, one of kind OTHER has no name, or none is active. */
export const updateDeliverySettings = defineCall({
  id: 'orders.updateDeliverySettings',
  owner: 'orders',
  method: 'PUT',
  path: '/api/v1/sp/delivery-settings',
  summary: 'Replaces what the active facility offers. Orders keep what was chosen for them.',
  guard: provider('STOREFRONT_CONFIG_EDITOR'),
  body: deliverySettingsSchema,
  response: settingsAnswer,
});

/** One thing that a date rests on, in the order in which they happen. */
export const dateReasonSchema = z.discriminatedUnion('kind', [
  /** The build that ends last: from when the machine is free for it until it is done. Its name is told to its facility alone. ISO dates. */
  z.object({ kind: z.literal('MACHINE'), machine: z.string().nullable(), from: z.string(), to: z.string() }),
  /** No schedule to ask: the facility's usual time. */
  z.object({ kind: z.literal('USUAL'), days }),
  z.object({ kind: z.enum(['FINISHING', 'INSPECTION', 'PACKING', 'LEAD_TIME']), days }),
  z.object({ kind: z.literal('TRANSPORT'), delivery: deliveryTypeSchema.pick({ kind: true, name: true }), days }),
]);
export type DateReason = z.infer<typeof dateReasonSchema>;

/** How sure a date is, and what that rests on. */
export const confidenceSchema = z.object({
  level: z.enum(['HIGH', 'MEDIUM', 'LOW']),
  /** Of the jobs before it on its machines, how much is firm, 0 to 1; `null` where there is no schedule to ask. */
  firmShare: z.number().nullable(),
  /** Somebody has to look at the parts first. */
  manualReview: z.boolean(),
});
export type Confidence = z.infer<typeof confidenceSchema>;

const datesSchema = z.object({
  /** When the parts can leave, and when they arrive. */
  readyOn: z.string(),
  deliveryOn: z.string(),
  reasons: z.array(dateReasonSchema),
  confidence: confidenceSchema,
});

/** One price and date that a facility offers. */
export const dateOfferSchema = datesSchema.extend({
  facility: namedSchema,
  leadTimeOption: leadTimeOptionSchema.pick({ id: true, kind: true, name: true }),
  deliveryType: deliveryTypeSchema.pick({ id: true, kind: true, name: true }),
  parts: moneySchema,
  delivery: moneySchema,
  tax: moneySchema,
  taxText: z.string(),
  total: moneySchema,
});
export type DateOffer = z.infer<typeof dateOfferSchema>;

const wanted = {
  files: pricedFilesSchema,
  exportControlled: z.boolean().default(false),
  /** Whom the buyer wants asked; with LINK3D those of `facilityIds`, or everybody while none is chosen. */
  sourcing: sourcingTypeSchema.nullable().default(null),
  facilityIds: z.array(id).max(100).default([]),
};
const asker = member({ memberRoles: orderRights.prices });

/**
 * A buyer gets the offers of every facility that an order of these parts would go to, a provider the own. Of those with
 * the same currency none is both later and dearer than another. Empty when there is no such facility, or none has room
 * within a year.
 * Refused like `estimatePrice`.
 */
export const listDateOffers = defineCall({
  id: 'orders.dateOffers',
  owner: 'orders',
  method: 'POST',
  reads: true,
  path: '/api/v3/order/dateOffers',
  summary: 'Prices and delivery dates to choose from for these parts, found in the schedules as they are now.',
  guard: asker,
  body: z.object(wanted),
  response: z.array(dateOfferSchema),
});

const chosen = { facilityId: id, leadTimeOptionId: id, deliveryTypeId: id };

/** Refused with NOT_FOUND when the facility does not offer this for these parts, or would not be asked for them; else like `estimatePrice`. */
export const calculateCharges = defineCall({
  id: 'orders.calculateCharges',
  owner: 'orders',
  method: 'POST',
  reads: true,
  path: '/api/v3/order/calculateCharges',
  summary: 'What parts cost at a facility as chosen: parts, delivery, tax; and when they arrive.',
  guard: asker,
  body: z.object({ ...chosen, ...wanted }),
  response: dateOfferSchema,
});

/** Of one facility: a provider's own, or the one that a buyer names. */
export const listDeliveryTypes = defineCall({
  id: 'orders.deliveryTypes',
  owner: 'orders',
  method: 'POST',
  reads: true,
  path: '/api/v3/order/deliveryTypes',
  summary: 'Ways of delivery that a facility offers, with the charge for parts of this price.',
  guard: asker,
  body: z.object({ facilityId: id.optional(), partsMinor: z.number().int().min(0).default(0) }),
  response: z.array(deliveryTypeSchema.extend({ charge: moneySchema })),
});

/** Of one facility: a provider's own, or the one that a buyer names. */
export const listLeadTimeOptions = defineCall({
  id: 'orders.leadTimeOptions',
  owner: 'orders',
  method: 'GET',
  path: '/api/v1/internal/lead-time/options',
  summary: 'Lead times that a facility offers, with the factor each puts on the price.',
  guard: anyMember('A facility offers the same lead times to everybody.'),
  query: z.object({ facilityId: z.coerce.number().int().positive().optional() }),
  response: z.array(leadTimeOptionSchema),
});

/** For a build of so many hours on one of the process's machines. */
export const readLeadTime = defineCall({
  id: 'orders.leadTime',
  owner: 'orders',
  method: 'GET',
  path: '/api/v1/internal/lead-time',
  summary: 'Working days until the facility could ship a build that begins in the next gap, by process.',
  guard: provider(),
  query: z.object({ hours: z.coerce.number().min(1).max(1000).default(12) }),
  response: z.array(
    z.object({
      amProcessId: id,
      leadTimeDays: z.number().int(),
      readyOn: z.string(),
      /** `USUAL`: the facility does not schedule its machines, or none has room within a year. */
      from: z.enum(['SCHEDULE', 'USUAL']),
    }),
  ),
});

/**
 * What the buyer chose, as it was offered then. For another facility than `facility` it is only the wish for a date.
 * `total`: also `null` for a caller who sees no prices.
 */
export const dateChoiceSchema = z.object({
  facility: namedSchema.nullable(),
  leadTimeOption: leadTimeOptionSchema.pick({ kind: true, name: true }),
  deliveryType: deliveryTypeSchema.pick({ kind: true, name: true }),
  total: moneySchema.nullable(),
  readyOn: z.string().nullable(),
  deliveryOn: z.string(),
  reasons: z.array(dateReasonSchema),
  confidence: confidenceSchema.nullable(),
  /** ISO date and time. */
  chosenAt: z.string(),
});
export type DateChoice = z.infer<typeof dateChoiceSchema>;

const orderId = z.object({ id: z.coerce.number().int().positive() });

/**
 * What is kept is the offer as it is now: its date may have moved since it was shown. Refused with NOT_FOUND when the
 * caller may not see the order or the facility does not offer this; with CONFLICT once a quote was accepted.
 */
export const chooseDate = defineCall({
  id: 'orders.chooseDate',
  owner: 'orders',
  method: 'PUT',
  path: '/api/v3/orders/{id}/dateChoice',
  summary: 'The buyer says which price and date the order is meant for.',
  guard: member({ roles: ['ROLE_ENGINEER'], memberRoles: orderRights.create }),
  params: orderId,
  body: z.object(chosen),
  response: dateChoiceSchema,
});

/**
 * `choice`: what the buyer chose. `promise`: the date that was agreed, else that of the quote that `quoteId` names, or that was
 * accepted, if it were confirmed now; `null` without any. `earliest`: as the schedule is now, of the own facility or that of the quote; `null`
 * where nobody can say. Refused with NOT_FOUND when the caller may not see the order or it has no such quote.
 */
export const checkDates = defineCall({
  id: 'orders.checkDates',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/{id}/dates',
  summary: "An order's dates: chosen, promised, and what the schedule allows now.",
  guard: eachOrder,
  params: orderId,
  query: z.object({ quoteId: z.coerce.number().int().positive().optional() }),
  response: z.object({
    choice: dateChoiceSchema.nullable(),
    promise: z.object({ deliveryOn: z.string(), agreed: z.boolean() }).nullable(),
    earliest: datesSchema
      .extend({
        /** Calendar days from today to `deliveryOn`. */
        days: z.number().int(),
      })
      .nullable(),
    /** Can the promise be kept? `null` without a promise, or where nobody can say. */
    kept: z.boolean().nullable(),
    /** What the planned jobs of an agreed order lead to, when that is after the promised date. Only for its facility. */
    atRisk: z.object({ since: z.string(), expectedOn: z.string() }).nullable(),
  }),
});

/** Goes to the facility alone. Times are ISO dates. */
export const orderAtRisk = defineEvent({
  type: 'order.at_risk',
  summary: 'The planned jobs of an order end too late for the date that was promised.',
  payload: z.object({ orderId: id, promisedOn: z.string(), expectedOn: z.string() }),
  guard: eachOrder,
  subject: { area: 'orders', id: 'orderId' },
  origin: 'server',
});
