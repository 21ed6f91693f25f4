import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';
import { lineSchema } from '../line.ts';

/**
 * Pricing rules of a facility, a setting with versions (product 2, Pricing rules), and how its finished builds compare with what was
 * estimated (product 5.3). Money in minor units of the facility's currency.
 */

export const pricingKind = 'orders/pricing';

const id = z.number().int();
const named = z.object({ id, name: z.string() });
/** A multiple of what the model says; `low` and `high`: four of five builds lie between them. */
const times = z.object({ factor: z.number(), low: z.number(), high: z.number() });
const percent = z.number().min(0).max(500);

export const pricingRulesSchema = z.object({
  /** On what machine, material and work cost; the margin on both. */
  overheadPercent: percent.default(12),
  marginPercent: percent.default(25),
  laborMinorPerHour: z.number().int().min(0).max(10_000_000).default(4800),
  /** Below it nobody sets up a machine. */
  minimumLineMinor: z.number().int().min(0).max(100_000_000).default(2500),
  /** Time and material are estimated by what finished builds took. */
  learn: z.boolean().default(true),
  /** A person looks at a price of which four of five builds lie further from it than this. */
  reviewBeyondPercent: z.number().min(1).max(100).default(30),
});
export type PricingRules = z.infer<typeof pricingRulesSchema>;

/** Until somebody publishes others. */
export const plainPricing: PricingRules = pricingRulesSchema.parse({});

/** Nobody may be given this permission who may not see prices. */
const editor = provider('PRICING_RULES_EDITOR');
const flag = 'PRICING_RULES';

export const readPricing = defineCall({
  id: 'orders.pricing',
  owner: 'orders',
  method: 'GET',
  path: '/api/v1/pricing-rules',
  summary: 'What the facility makes its prices by now, and from how many finished builds it learns.',
  guard: editor,
  flag,
  response: z.object({
    currency: z.string().length(3),
    /** 0: as delivered. */
    version: z.number().int(),
    rules: pricingRulesSchema,
    builds: z.number().int(),
  }),
});

const change = z.object({
  orderId: id,
  orderFileId: id,
  fileName: z.string(),
  quantity: z.number().int(),
  /** As it was quoted, and by the rules in force and by those that are tried; for one piece. */
  quoted: z.number().int(),
  before: z.number().int(),
  after: z.number().int(),
  /** Reasons for manual review that come or go. */
  reviewBefore: z.boolean(),
  reviewAfter: z.boolean(),
});
export type PriceChange = z.infer<typeof change>;

/** So many of the parts that were quoted last. */
export const mostTested = 100;

export const backTestPricing = defineCall({
  id: 'orders.backTestPricing',
  owner: 'orders',
  method: 'POST',
  reads: true,
  path: '/api/v1/pricing-rules/back-test',
  summary: 'What the parts that were quoted last would cost by other rules, beside those in force.',
  guard: editor,
  flag,
  body: z.object({ rules: pricingRulesSchema }),
  response: z.object({
    currency: z.string().length(3),
    parts: z.array(change),
    /** Quoted parts that cannot be priced by rules: not prepared, or made by no machine that is in use. */
    leftOut: z.number().int(),
  }),
});

/** Builds of a machine model in a material at a layer height; `layerUm` 0: not known. */
export const accuracyRowSchema = z.object({
  machineModel: named,
  material: named,
  layerUm: z.number().int(),
  /** Builds that count. */
  count: z.number().int(),
  /** Of them, those of which it was said what they used. */
  weighed: z.number().int(),
  hours: times,
  grams: times.nullable(),
  /** actual ÷ estimated hours of the last builds that count, oldest first. */
  recent: z.array(z.number()),
  /** ISO. */
  changedAt: z.string(),
});
export type AccuracyRow = z.infer<typeof accuracyRowSchema>;

const paged = {
  page: z.coerce.number().int().min(0).max(100_000).default(0),
  size: z.coerce.number().int().min(1).max(100).default(25),
};

export const listAccuracy = defineCall({
  id: 'orders.accuracy',
  owner: 'orders',
  method: 'GET',
  path: '/api/v1/pricing-rules/accuracy',
  summary: 'How builds of each machine model and material compare with their estimates; most builds first.',
  guard: editor,
  flag,
  query: z.object(paged),
  response: z.object({ rows: z.array(accuracyRowSchema), totalCount: z.number().int() }),
});

export const observationSchema = z.object({
  id,
  jobId: id,
  machine: named,
  estimatedHours: z.number(),
  actualHours: z.number(),
  /** `null`: it was not said what the build used. */
  estimatedGrams: z.number().nullable(),
  actualGrams: z.number().nullable(),
  /** ISO. */
  finishedAt: z.string(),
  /** Why it does not count, as somebody wrote it; `null` where it counts. Empty: it took so much more or less that it was hardly measured. */
  excluded: z.string().nullable(),
  /** Who decided it last; empty where nobody did. */
  decidedBy: z.string(),
});
export type Observation = z.infer<typeof observationSchema>;

export const listObservations = defineCall({
  id: 'orders.observations',
  owner: 'orders',
  method: 'GET',
  path: '/api/v1/pricing-rules/observations',
  summary: 'Finished builds of a machine model in a material, latest first.',
  guard: editor,
  flag,
  query: z.object({
    machineModelId: z.coerce.number().int().positive(),
    materialId: z.coerce.number().int().positive(),
    layerUm: z.coerce.number().int().min(0).max(10_000).default(0),
    ...paged,
  }),
  response: z.object({ observations: z.array(observationSchema), totalCount: z.number().int() }),
});

/** Refused with NOT_FOUND for a build of another facility, with INVALID_INPUT where it no longer counts and no reason is given. */
export const decideObservation = defineCall({
  id: 'orders.decideObservation',
  owner: 'orders',
  method: 'PUT',
  path: '/api/v1/pricing-rules/observations/{id}',
  summary: 'Whether a finished build counts for estimates; one that does not says why.',
  guard: editor,
  flag,
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.object({ counts: z.boolean(), reason: lineSchema(200).default('') }),
  response: observationSchema,
});
