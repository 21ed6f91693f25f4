import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member } from '../guard.ts';
import { namedSchema } from '../named.ts';
import { moneySchema } from './orderFile.ts';
import { lineChoices, mostLines } from './request.ts';
import { orderRights } from './rights.ts';

/** What parts cost as configured (specification 7.4). */

const id = z.number().int();

const range = z.object({ low: z.number(), high: z.number() });
/** A multiple of what the model says; four of five builds lie between `low` and `high`. */
const learned = range.extend({ factor: z.number() });

/**
 * How sure an estimate is, by finished builds of the caller's facility; nobody else is told of it. Money in minor units.
 */
export const accuracySchema = z.object({
  /** `false`: the pricing rules leave what was learned out of the price. */
  applied: z.boolean(),
  hours: learned,
  /** `null`: of no build was it said what it used. */
  material: learned.nullable(),
  /** Of the whole quantity. */
  buildHours: range,
  unitPrice: range,
  /** So many builds on that machine model in that material with its layer height, with any (`layerUm` 0: nobody has said it), on that model in any, or of the facility. */
  restsOn: z.object({
    level: z.enum(['LAYER', 'MATERIAL', 'MODEL', 'FACILITY']),
    count: id,
    layerUm: id,
    machineModel: namedSchema,
    material: namedSchema,
  }),
  /** Of the pricing rules. */
  rulesVersion: id,
});
export type Accuracy = z.infer<typeof accuracySchema>;

/** Prepared parts as they are wanted. */
export const pricedFilesSchema = z
  .array(
    z.object({
      fileId: id,
      materialId: id,
      amProcessId: id,
      quantity: z.number().int().min(1).max(100_000),
      ...lineChoices,
    }),
  )
  .min(1)
  .max(mostLines);

/**
 * Money in minor units of each file's `currency`. Refused with NOT_FOUND or EXPORT_CONTROLLED when the caller may not see a file;
 * with INVALID_INPUT when a file is not prepared, or no machine makes it in that material (specification 7.4; product
 * 3.4, 5.3).
 */
export const estimatePrice = defineCall({
  id: 'orders.estimate',
  owner: 'orders',
  method: 'POST',
  reads: true,
  path: '/api/v1/buildTime/priceEstimateNew',
  summary: 'Build time, material and price of parts as configured; every cost line is shown.',
  guard: member({ memberRoles: orderRights.prices }),
  body: z.object({
    files: pricedFilesSchema,
    /** One of the provider's own machines, where it makes the part; otherwise the cheapest on which the part fits. */
    equipmentId: id.optional(),
  }),
  response: z.object({
    files: z.array(
      z.object({
        fileId: id,
        /** Of the facility whose machine the price is for; a provider's own. */
        currency: z.string().length(3),
        /** Hours and grams for the whole quantity. */
        buildHours: z.number(),
        materialGrams: z.number(),
        unitPrice: z.number().int(),
        total: z.number().int(),
        /** Minor units each, for the whole quantity; they add up to `total`. */
        costLines: z.array(z.object({ label: z.string(), amount: z.number().int() })),
        /** The price of one piece when so many are ordered. */
        breaks: z.array(z.object({ quantity: z.number().int(), unitPrice: z.number().int() })),
        leadTimeDays: z.number().int(),
        /** Reasons why an employee has to check the price before it is binding. */
        manualReview: z.array(z.string()),
        /** What was chosen and is not in the price: facilities price it in their quotes. */
        notIncluded: z.array(z.enum(['FINISH', 'COLOR', 'TOLERANCE', 'INSPECTION'])),
        /** By finished builds of the caller's facility; `null` where there are none yet, and for buyers. */
        accuracy: accuracySchema.nullable(),
      }),
    ),
    /** One for each currency: prices of different ones are not added. */
    totals: z.array(moneySchema),
    leadTimeDays: z.number().int(),
  }),
});
