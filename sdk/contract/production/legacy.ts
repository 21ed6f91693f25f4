import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';

/** Steps that the module before this one recorded (product 2, work centre historical): read-only, in the table of steps with its source. */

export const legacyStepSchema = z.object({
  lotId: z.number().int(),
  position: z.number().int(),
  orderId: z.number().int(),
  orderTitle: z.string(),
  part: z.string(),
  step: z.string(),
  operator: z.string(),
  /** ISO; `null`: not recorded. */
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  quantity: z.number().int(),
  good: z.number().int(),
  scrap: z.number().int(),
  notes: z.string(),
});
export type LegacyStep = z.infer<typeof legacyStepSchema>;

const day = z.iso.date().optional();

/** Newest first; without export-controlled ones for who is not cleared. */
export const listLegacySteps = defineCall({
  id: 'production.legacySteps',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/work-center/legacy',
  summary: 'Steps that were recorded by the old module.',
  guard: provider('WORKCENTER_OPERATION_ACCESS'),
  flag: 'WORKPLAN',
  query: z.object({
    /** In the title or number of the order, the part, the step, the operator or the notes. */
    text: z.string().trim().max(100).default(''),
    /** Begun from this day to that one, both with them. */
    from: day,
    to: day,
    page: z.coerce.number().int().min(0).max(100_000).default(0),
    size: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.object({ steps: z.array(legacyStepSchema), total: z.number().int() }),
});

/** The columns of a file, named in its first line in any order; the first three must be there. */
export const legacyColumns = [
  'order',
  'part',
  'step',
  'operator',
  'start',
  'end',
  'quantity',
  'good',
  'scrap',
  'notes',
] as const;

/** Of one file. */
export const mostLegacyRows = 2000;
export const mostLegacyText = 500_000;

/**
 * NO_ORDER: the facility has no order with this number. NO_PART: no part of the order has this file name. NO_STEP: the step has no
 * name. TIME: a time is no ISO time, or the end is before the start. COUNTS: a number is none, or more were counted than there
 * were. THERE: it was recorded before.
 */
export const legacyProblemSchema = z.enum(['NO_ORDER', 'NO_PART', 'NO_STEP', 'TIME', 'COUNTS', 'THERE']);

/**
 * Rows that are right are taken, whatever the others are. Times without a zone are UTC. Refused
 * with INVALID_INPUT (`csv`) without the columns order, part and step, and beyond `mostLegacyRows`.
 */
export const importLegacySteps = defineCall({
  id: 'production.importLegacy',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/work-center/legacy',
  summary: 'Takes over steps of the old module from a CSV file, and says of each row what became of it.',
  guard: provider('MES_SETTINGS_EDITOR'),
  flag: 'WORKPLAN',
  ratePerMinute: 20,
  body: z.object({ csv: z.string().min(1).max(mostLegacyText) }),
  response: z.object({
    taken: z.number().int(),
    /** `line` of the file, from 1. */
    refused: z.array(z.object({ line: z.number().int(), order: z.string(), problem: legacyProblemSchema })),
  }),
});
