import * as z from 'zod';
import { defineCall } from '../call.ts';
import { namedSchema } from '../named.ts';
import { defineEvent } from '../event.ts';
import { provider } from '../guard.ts';
import { saidSchema } from '../said.ts';

/** Parts of orders arranged in the builds of a machine, in the background (product 2, production planning). */

const id = z.number().int().positive();
const one = z.object({ id: z.coerce.number().int().positive() });
const planner = provider('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS');
const flag = 'PRODUCTION_PLANNING';

/** Copies that one nesting may place. */
export const mostNested = 10_000;
const mostItems = 200;

/** `ANY`: laid on any side. `ABOUT_Z`: turned about the vertical. `KEPT`: as it lies in its file. */
export const turningSchema = z.enum(['ANY', 'ABOUT_Z', 'KEPT']);
/** `BED`: in powder, also above each other. `PLATE`: beside each other, each on the plate. */
export const nestingSpaceSchema = z.enum(['BED', 'PLATE']);
export const nestingStateSchema = z.enum(['WAITING', 'READY', 'FAILED', 'CANCELLED']);

/** Lengths in mm. */
export const nestingRequestSchema = z.object({
  equipmentId: id,
  /** Kept free between any two parts. */
  spacingMm: z.number().min(0).max(50).default(3),
  /** Kept free along the walls; in powder also below and above. */
  wallMm: z.number().min(0).max(100).default(5),
  /** Left out: what the machine's process allows. */
  turning: turningSchema.optional(),
  /** For better arrangements, once there is one. */
  seconds: z.number().int().min(1).max(300).default(60),
  mostBuilds: z.number().int().min(1).max(50).default(20),
  items: z
    .array(z.object({ orderFileId: id, quantity: z.number().int().min(1).max(mostNested) }))
    .min(1)
    .max(mostItems),
});
export type NestingRequestBody = z.infer<typeof nestingRequestSchema>;

const why = z.object({ message: z.string(), said: saidSchema.optional() });
const share = z.number().min(0).max(1);

/** How a nesting goes. */
export const nestingSchema = z.object({
  id,
  state: nestingStateSchema,
  share,
  /** As it went so far; `null` until that is known. */
  secondsLeft: z.number().int().nullable(),
  equipment: namedSchema,
  space: nestingSpaceSchema,
  turning: turningSchema,
  spacingMm: z.number(),
  wallMm: z.number(),
  /** The machine's build volume. */
  boxMm: z.tuple([z.number(), z.number(), z.number()]),
  /** Copies asked for, and those that have a place. */
  wanted: z.number().int(),
  placed: z.number().int(),
  builds: z.number().int(),
  /** Why it failed. */
  failure: why.nullable(),
  /** The person who asked for it: they alone may stop it. */
  mine: z.boolean(),
  /** ISO date and time. */
  askedAt: z.string(),
  keptUntil: z.string(),
});
export type Nesting = z.infer<typeof nestingSchema>;

/** One build of it. */
export const nestedBuildSchema = z.object({
  number: z.number().int(),
  parts: z.number().int(),
  heightMm: z.number(),
  /** Volume of the parts; that over the volume of the machine's box up to the height, 0 to 1. */
  volumeMm3: z.number(),
  utilisation: z.number(),
  /** Of the product's model for the process; `null`: it has none. */
  hours: z.number().nullable(),
  /** Of each material. */
  materials: z.array(z.object({ material: namedSchema, grams: z.number() })),
  /** `copy`: from 0 on, over all builds. `placement`: 16 numbers, column by column, from the file to the machine. */
  instances: z.array(z.object({ orderFileId: id, copy: z.number().int(), placement: z.array(z.number()).length(16) })),
});

export const nestingDetailSchema = nestingSchema.extend({
  items: z.array(
    z.object({
      orderFileId: id,
      orderId: id,
      fileName: z.string(),
      /** Its mesh. */
      fileId: id,
      quantity: z.number().int(),
      unplaced: z.number().int(),
      /** Why copies have no place. */
      why: why.nullable(),
      /** It has holes: what it encloses may have counted as free, and its volume is uncertain. */
      open: z.boolean(),
    }),
  ),
  nested: z.array(nestedBuildSchema),
});
export type NestingDetail = z.infer<typeof nestingDetailSchema>;

/**
 * Refused with INVALID_INPUT for a machine that is not the facility's or builds nothing, a part that is listed twice, or more than
 * 10,000 copies; with CONFLICT for a part of another process or of an order that the facility was not awarded, or while the
 * caller's nesting before is under way; with EXPORT_CONTROLLED for parts of an order that the caller may not see.
 */
export const beginNesting = defineCall({
  id: 'production.beginNesting',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/nestings',
  summary: 'Begins to arrange parts of orders in the builds of a machine.',
  guard: planner,
  flag,
  body: nestingRequestSchema,
  response: nestingSchema,
});

/** The last 50, newest first. Those with export-controlled parts are left out for who is not cleared. */
export const listNestings = defineCall({
  id: 'production.nestings',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/nestings',
  summary: 'Nestings of the active facility.',
  guard: planner,
  flag,
  response: z.array(nestingSchema),
});

/** Refused with NOT_FOUND for one of another facility, or with export-controlled parts for who is not cleared. */
export const readNesting = defineCall({
  id: 'production.nesting',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/nestings/{id}',
  summary: 'A nesting with its builds, and where each part lies.',
  guard: planner,
  flag,
  params: one,
  response: nestingDetailSchema,
});

/** What is ready already stays. Refused with NOT_FOUND for one of somebody else. */
export const cancelNesting = defineCall({
  id: 'production.cancelNesting',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/nestings/{id}/cancel',
  summary: 'Gives up a nesting that is under way.',
  guard: planner,
  flag,
  params: one,
  response: nestingSchema,
});

/** Refused with NOT_FOUND for one of somebody else. */
export const finishNesting = defineCall({
  id: 'production.finishNesting',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/nestings/{id}/finish',
  summary: 'Ends a nesting with the best arrangement that it has found so far.',
  guard: planner,
  flag,
  params: one,
  response: nestingSchema,
});

/** Refused as `readNesting`; with CONFLICT while it is not ready. */
export const nestedBuildContent = defineCall({
  id: 'production.nestedBuildContent',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/nestings/{id}/builds/{number}/3mf',
  summary: 'One build of a nesting as a 3MF: each part once, an item for each copy with its place and ids.',
  guard: planner,
  flag,
  params: one.extend({ number: z.coerce.number().int().positive() }),
  produces: 'stream',
  response: z.unknown(),
});

/** Goes to the facility. */
export const nestingChanged = defineEvent({
  type: 'production.nesting_changed',
  summary: 'A nesting went on, is ready, was stopped or failed.',
  payload: z.object({ id, state: nestingStateSchema, share, enough: z.boolean() }),
  guard: planner,
  origin: 'server',
});
