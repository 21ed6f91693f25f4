import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member, provider } from '../guard.ts';
import { namedSchema } from '../named.ts';

/**
 * Inspection plans of a facility (product 2, Quality settings): which characteristics of a part are measured, on how many pieces. A
 * plan is a setting with versions of the kind `quality/inspectionPlan`, named by its id; what is here is around those.
 */
export const inspectionPlanKind = 'quality/inspectionPlan';

/** Of one facility, and of one plan. */
export const mostPlans = 500;
export const mostCharacteristics = 100;

const id = z.number().int();
const idParam = z.object({ id: z.coerce.number().int().positive() });
const plan = { owner: 'quality', flag: 'QUALITY_MANAGEMENT' } as const;
const editor = provider('QMS_SETTINGS_EDITOR');
const reader = member({
  roles: ['ROLE_SERVICE_PROVIDER'],
  anyPermission: ['QUALITY_MANAGEMENT_ACCESS', 'QMS_SETTINGS_EDITOR'],
});

/** VARIABLE: a number is measured. ATTRIBUTE: it conforms or not. */
export const characteristicKindSchema = z.enum(['VARIABLE', 'ATTRIBUTE']);

/** What is measured at a piece. Limits count as fulfilled; `number` is that of the balloon on the drawing. */
export const characteristicSchema = z.object({
  key: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
    .describe('Never changes: what was measured names it.'),
  number: z.string().trim().max(12).default(''),
  name: z.string().trim().max(80).default(''),
  kind: characteristicKindSchema.default('VARIABLE'),
  nominal: z.number().nullable().default(null),
  lowest: z.number().nullable().default(null),
  highest: z.number().nullable().default(null),
  unit: z.string().trim().max(12).default('mm'),
  /** How, and with which gauge. */
  method: z.string().trim().max(80).default(''),
  /** A key characteristic: of special concern, judged first. */
  isKey: z.boolean().default(false),
});
export type Characteristic = z.infer<typeof characteristicSchema>;

/** ALL: each piece. FIRST_ARTICLE: one piece of the first lot of a part by a version of the plan. AQL: as many as ISO 2859-1 asks for. */
export const samplingKindSchema = z.enum(['ALL', 'FIRST_ARTICLE', 'AQL']);
/** General inspection levels of ISO 2859-1. */
export const inspectionLevelSchema = z.enum(['I', 'II', 'III']);
export type InspectionLevel = z.infer<typeof inspectionLevelSchema>;
/** Acceptance quality limits, percent nonconforming. */
export const aqlSchema = z.enum([
  '0.065',
  '0.10',
  '0.15',
  '0.25',
  '0.40',
  '0.65',
  '1.0',
  '1.5',
  '2.5',
  '4.0',
  '6.5',
  '10',
]);
export type Aql = z.infer<typeof aqlSchema>;

/** A plan as it is edited. It is for what meets each that is named: the part, and one of the processes and materials. */
export const inspectionPlanSchema = z.object({
  name: z.string().trim().max(80).default(''),
  /** The uploaded file of the part; others with the same content are that part too. */
  partId: id.nullable().default(null),
  processIds: z.array(id).max(100).default([]),
  materialIds: z.array(id).max(500).default([]),
  sampling: samplingKindSchema.default('ALL'),
  level: inspectionLevelSchema.default('II'),
  aql: aqlSchema.default('1.0'),
  /** Inspection is reduced after many good lots, because production is steady. It is tightened after bad ones in any case. */
  reduces: z.boolean().default(false),
  characteristics: z.array(characteristicSchema).max(mostCharacteristics).default([]),
});
export type InspectionPlan = z.infer<typeof inspectionPlanSchema>;

export const planRowSchema = z.object({
  id,
  name: z.string(),
  /** 0: never released. */
  version: id,
  enabled: z.boolean(),
  /** File name of the part; empty: of none. */
  part: z.string(),
  sampling: samplingKindSchema,
  /** As released. */
  characteristics: id,
  inspections: id,
  /** ISO. */
  lastAt: z.string().nullable(),
});
export type PlanRow = z.infer<typeof planRowSchema>;

/** Without plans of export-controlled parts for who is not cleared. `page` counts from 0. */
export const listInspectionPlans = defineCall({
  ...plan,
  id: 'quality.inspectionPlans',
  method: 'GET',
  path: '/api/v1/quality/inspection-plans',
  summary: 'Inspection plans of the active facility, page by page.',
  guard: reader,
  query: z.object({
    q: z.string().trim().max(100).default(''),
    page: z.coerce.number().int().min(0).max(100_000).default(0),
    size: z.coerce.number().int().min(1).max(100).default(25),
  }),
  response: z.object({ plans: z.array(planRowSchema), total: id, mayEdit: z.boolean() }),
});

/** Refused with CONFLICT beyond `mostPlans`; with NOT_FOUND when there is no plan to copy. */
export const addInspectionPlan = defineCall({
  ...plan,
  id: 'quality.addInspectionPlan',
  method: 'POST',
  path: '/api/v1/quality/inspection-plans',
  summary: 'Begins an inspection plan as a draft, empty or as a copy. Nothing is inspected by it until it is released.',
  guard: editor,
  body: z.object({ name: z.string().trim().min(1).max(80), copyOf: id.nullable().default(null) }),
  response: z.object({ id }),
});

/** Refused with NOT_FOUND. */
export const switchInspectionPlan = defineCall({
  ...plan,
  id: 'quality.switchInspectionPlan',
  method: 'POST',
  path: '/api/v1/quality/inspection-plans/{id}/state',
  summary: 'Switches an inspection plan off or on again. What was measured stays.',
  guard: editor,
  params: idParam,
  body: z.object({ enabled: z.boolean() }),
  response: z.object({ id, enabled: z.boolean() }),
});

/** Refused with NOT_FOUND. */
export const readInspectionPlan = defineCall({
  ...plan,
  id: 'quality.inspectionPlan',
  method: 'GET',
  path: '/api/v1/quality/inspection-plans/{id}',
  summary: 'An inspection plan as released, and what plans can be for.',
  guard: reader,
  params: idParam,
  response: z.object({
    row: planRowSchema,
    released: inspectionPlanSchema,
    mayEdit: z.boolean(),
    /** What a plan can be for; none for who does not edit plans. */
    processes: z.array(namedSchema),
    materials: z.array(namedSchema),
    /** Parts that the facility makes, newest first, at most 500, with the one that the plan names. */
    parts: z.array(namedSchema),
  }),
});

const measuredSchema = z.object({
  inspectionId: id,
  number: z.string(),
  lotId: id,
  sample: id,
  value: z.number(),
  /** ISO. */
  at: z.string(),
});
export type Measured = z.infer<typeof measuredSchema>;

/** At most this many, the newest. */
export const mostCharted = 1000;

/** In the order in which they were measured; of each piece what counts now. Refused with NOT_FOUND. */
export const listMeasured = defineCall({
  ...plan,
  id: 'quality.measured',
  method: 'GET',
  path: '/api/v1/quality/inspection-plans/{id}/measured',
  summary: 'What was measured of one characteristic of a plan, for run charts and capability.',
  guard: reader,
  params: idParam,
  query: z.object({ characteristic: z.string().max(40) }),
  response: z.object({ values: z.array(measuredSchema) }),
});
