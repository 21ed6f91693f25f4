import * as z from 'zod';

/** What finished builds say of estimates. Of builds that a facility made; nobody else is told of it. */

const id = z.number().int();

/** A multiple of what the model says; `low` and `high`: four of five builds lie between them. */
export const learnedSchema = z.object({ factor: z.number(), low: z.number(), high: z.number() });

/** What an estimate rests on: finished builds on that machine model in that material, on that model in any, or of the facility. */
export const restsOnSchema = z.object({
  level: z.enum(['MATERIAL', 'MODEL', 'FACILITY']),
  count: z.number().int(),
  machineModel: z.object({ id, name: z.string() }),
  material: z.object({ id, name: z.string() }),
});
export type RestsOn = z.infer<typeof restsOnSchema>;

const range = z.object({ low: z.number(), high: z.number() });

/** How sure an estimate is. Money in minor units. */
export const accuracySchema = z.object({
  /** `false`: the pricing rules leave what was learned out of the price. */
  applied: z.boolean(),
  hours: learnedSchema,
  /** `null`: of no build was it said what it used. */
  material: learnedSchema.nullable(),
  /** Of the whole quantity. */
  buildHours: range,
  unitPrice: range,
  restsOn: restsOnSchema,
  /** Of the pricing rules. */
  rulesVersion: z.number().int(),
});
export type Accuracy = z.infer<typeof accuracySchema>;
