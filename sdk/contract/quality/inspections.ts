import * as z from 'zod';
import { defineCall } from '../call.ts';
import { defineEvent } from '../event.ts';
import { member, provider } from '../guard.ts';
import type { Permission } from '../enums.ts';
import { lineSchema } from '../line.ts';
import { namedSchema } from '../named.ts';
import { documentLanguageSchema } from '../orders/documents.ts';
import { kioskActionSchema } from '../production/kiosk.ts';
import { aqlSchema, characteristicSchema, inspectionLevelSchema, samplingKindSchema } from './inspectionPlans.ts';
import { ncrStatusSchema } from './ncr.ts';

/**
 * Inspections of lots (product 2, Quality): samples × characteristics, by the version of a plan that was in force when the inspection
 * began. Those of export-controlled orders look as if there were none to who is not cleared. Dates are ISO dates and times.
 */

const id = z.number().int();
const idParam = z.object({ id: z.coerce.number().int().positive() });
const eventId = z.uuid();
const quality = { owner: 'quality', flag: 'QUALITY_MANAGEMENT' } as const;
const anyPermission: Permission[] = ['QUALITY_MANAGEMENT_ACCESS', 'WORKCENTER_OPERATION_ACCESS'];
/** Who works on the floor measures, at a kiosk too. */
const measurer = member({ roles: ['ROLE_SERVICE_PROVIDER'], anyPermission });
const inspector = member({ roles: ['ROLE_SERVICE_PROVIDER'], anyPermission, notOnly: ['LOT_USER'] });

/** VOID: it was begun by mistake. */
export const inspectionStateSchema = z.enum(['OPEN', 'MEASURING', 'ACCEPTED', 'REJECTED', 'VOID']);
export type InspectionState = z.infer<typeof inspectionStateSchema>;

export const inspectionLineSchema = z.object({
  id,
  number: z.string(),
  state: inspectionStateSchema,
  plan: namedSchema,
  version: id,
  lotId: id,
  /** What the facility calls the lot. */
  lotNumber: z.string(),
  order: namedSchema,
  part: z.string(),
  lotSize: id,
  samples: id,
  /** Values that are there, of so many. */
  measured: id,
  wanted: id,
  /** Pieces with something that does not conform. */
  nonconforming: id,
  firstArticle: z.boolean(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  finishedBy: z.string(),
  controlled: z.boolean(),
});
export type InspectionLine = z.infer<typeof inspectionLineSchema>;

/** `page` counts from 0. `total` is at most ten thousand; `more`: there are more than that. Refused with FORBIDDEN where a kiosk names no lot. */
export const searchInspections = defineCall({
  ...quality,
  id: 'quality.searchInspections',
  method: 'POST',
  path: '/api/v1/quality/inspections/search',
  summary: 'Inspections of the active facility, newest first, page by page.',
  guard: measurer,
  body: z.object({
    states: z.array(inspectionStateSchema).max(5).default([]),
    /** In its number, the plan, the part or the order, or the number of a lot. */
    text: z.string().trim().max(100).default(''),
    planId: id.nullable().default(null),
    lotId: id.nullable().default(null),
    page: z.number().int().min(0).max(100_000).default(0),
    size: z.number().int().min(1).max(100).default(25),
  }),
  response: z.object({ inspections: z.array(inspectionLineSchema), total: id, more: z.boolean() }),
});

/** What counts now for one piece and characteristic. */
const readingSchema = z.object({
  sample: id,
  key: z.string(),
  /** A number; of an attribute whether it conforms. */
  value: z.union([z.number(), z.boolean()]),
  conforms: z.boolean(),
  by: z.string(),
  at: z.string(),
  /** What was entered before, newest first. */
  before: z.array(z.object({ value: z.union([z.number(), z.boolean()]), by: z.string(), at: z.string() })),
});
export type Reading = z.infer<typeof readingSchema>;

/** How strictly lots are inspected by ISO 2859-1, as the lots of the part before have shown. */
export const inspectionSeveritySchema = z.enum(['NORMAL', 'TIGHTENED', 'REDUCED']);
export type InspectionSeverity = z.infer<typeof inspectionSeveritySchema>;

/**
 * What the switching rules of ISO 2859-1 had decided when an inspection began. REFUSED: `refused` of the last `of` lots; ACCEPTED: so
 * many in a row; SCORE: good lots in a row; RESUMED: it was discontinued before.
 */
export const switchingSchema = z.object({
  severity: inspectionSeveritySchema,
  /** The lot after which it has been so; `null`: from the beginning. */
  since: z.string().nullable(),
  why: z.enum(['START', 'REFUSED', 'ACCEPTED', 'SCORE', 'RESUMED']),
  refused: id,
  of: id,
  /** The switching score of normal inspection; from 30 on inspection may be reduced. */
  score: id,
  /** Five lots were refused under tightened inspection: none is accepted until it is resumed. */
  discontinued: z.boolean(),
});
export type Switching = z.infer<typeof switchingSchema>;

export const inspectionSchema = inspectionLineSchema.extend({
  position: id.nullable(),
  sampling: samplingKindSchema,
  level: inspectionLevelSchema,
  aql: aqlSchema,
  /** Code letter of ISO 2859-1; empty where pieces are not sampled by it. */
  letter: z.string(),
  /** With at most so many nonconforming pieces it is accepted, with so many rejected. */
  accept: id,
  reject: id,
  /** `null`: pieces are not sampled by ISO 2859-1. */
  switching: switchingSchema.nullable(),
  characteristics: z.array(characteristicSchema),
  readings: z.array(readingSchema),
  note: z.string(),
  /** Raised because of it, as far as the caller may know. */
  ncr: z.object({ id, number: z.string(), title: z.string(), status: ncrStatusSchema }).nullable(),
  /** The caller may read non-conformances. */
  readsNcrs: z.boolean(),
  /** It is discontinued, and the caller may resume it. */
  mayResume: z.boolean(),
});
export type Inspection = z.infer<typeof inspectionSchema>;

/** Refused with NOT_FOUND. */
export const readInspection = defineCall({
  ...quality,
  id: 'quality.inspection',
  method: 'GET',
  path: '/api/v1/quality/inspections/{id}',
  summary: 'One inspection with its samples, characteristics and what was measured.',
  guard: measurer,
  params: idParam,
  response: inspectionSchema,
});

/** Released plans that a lot meets, the most exact one first. Refused with NOT_FOUND. */
export const listFittingPlans = defineCall({
  ...quality,
  id: 'quality.fittingPlans',
  method: 'GET',
  path: '/api/v1/quality/inspections/fitting-plans',
  summary: 'Inspection plans that are in force for a lot.',
  guard: inspector,
  /** By the facility's number, or by its id (`12`, `LOT-12`). */
  query: z.object({ lot: z.string().trim().min(1).max(60) }),
  response: z.object({ lotId: id, plans: z.array(namedSchema.extend({ version: id })) }),
});

/** Besides those that are begun at the quality control step. Refused with NOT_FOUND for a lot or plan that there is not, or that does not fit. Repeating an `eventId` does nothing. */
export const beginInspection = defineCall({
  ...quality,
  id: 'quality.beginInspection',
  method: 'POST',
  path: '/api/v1/quality/inspections',
  summary: 'Begins an inspection of a lot by a released plan.',
  guard: inspector,
  body: z.object({ eventId, lotId: id, planId: id }),
  response: z.object({ id }),
});

/** Of one request. */
export const mostReadings = 2000;

/** What the values that were added have made of an inspection: they alone, as they count now. */
const takenSchema = inspectionSchema.pick({ state: true, measured: true, nonconforming: true, readings: true });
export type TakenReadings = z.infer<typeof takenSchema>;

/**
 * Each value is a row that is never changed; a correction is a new one. All are taken or none. Refused with NOT_FOUND; with TRANSITION_REFUSED once
 * it is finished; with INVALID_INPUT (`readings.0`) for a sample or characteristic that there is not, and a value of the wrong kind, and (`kiosk`) where
 * nobody has entered their PIN at a kiosk.
 * Repeating an `eventId` does nothing.
 */
export const measure = defineCall({
  ...quality,
  id: 'quality.measure',
  method: 'POST',
  path: '/api/v1/quality/inspections/{id}/readings',
  summary: 'Adds what was measured at an inspection; the server judges it.',
  guard: measurer,
  params: idParam,
  body: z.object({
    eventId,
    /** Where it was measured, for who reads it later. */
    device: lineSchema(80).default(''),
    kiosk: kioskActionSchema.optional(),
    readings: z
      .array(z.object({ sample: id.min(1), key: z.string().max(40), value: z.union([z.number(), z.boolean()]) }))
      .min(1)
      .max(mostReadings),
  }),
  response: takenSchema,
});

/**
 * The number of nonconforming pieces decides. `raise`: where it is rejected, a non-conformance of the lot is raised. Refused with NOT_FOUND; with TRANSITION_REFUSED once it
 * is finished; with NOT_POSSIBLE for a lot that conforms while inspection is discontinued, and while values are missing, unless enough pieces do not conform already. Repeating an `eventId` does nothing.
 */
export const finishInspection = defineCall({
  ...quality,
  id: 'quality.finishInspection',
  method: 'POST',
  path: '/api/v1/quality/inspections/{id}/finish',
  summary: 'Finishes an inspection: it is accepted or rejected by what was measured.',
  guard: measurer,
  params: idParam,
  body: z.object({
    eventId,
    kiosk: kioskActionSchema.optional(),
    raise: z.boolean().default(true),
    note: z.string().trim().max(1000).default(''),
  }),
  response: inspectionSchema,
});

/** Refused with NOT_FOUND; with TRANSITION_REFUSED once it is finished. */
export const voidInspection = defineCall({
  ...quality,
  id: 'quality.voidInspection',
  method: 'POST',
  path: '/api/v1/quality/inspections/{id}/void',
  summary: 'Gives up an inspection that was begun by mistake. What was measured stays.',
  guard: inspector,
  params: idParam,
  body: z.object({ reason: z.string().trim().min(1).max(500) }),
  response: inspectionSchema,
});

/** Lots of the part are accepted again, by tightened inspection. Refused with NOT_FOUND; with NOT_POSSIBLE unless it is discontinued. */
export const resumeInspection = defineCall({
  ...quality,
  id: 'quality.resumeInspection',
  method: 'POST',
  path: '/api/v1/quality/inspections/{id}/resume',
  summary: 'Resumes the inspection of a part that was discontinued, once something was done about it.',
  guard: provider('QMS_SETTINGS_EDITOR'),
  params: idParam,
  body: z.object({ reason: z.string().trim().min(1).max(500) }),
  response: inspectionSchema,
});

/** Refused with NOT_FOUND. */
export const inspectionReport = defineCall({
  ...quality,
  id: 'quality.inspectionReport',
  method: 'GET',
  path: '/api/v1/quality/inspections/{id}/report',
  summary: 'The first article or inspection report as PDF: part, characteristics with results, and who answers for it.',
  guard: inspector,
  params: idParam,
  query: z.object({
    language: documentLanguageSchema.optional(),
    download: z.enum(['true', 'false']).default('false'),
  }),
  produces: 'stream',
  response: z.unknown(),
});

/** Goes to who may read it in its facility. */
export const inspectionChanged = defineEvent({
  type: 'inspection.changed',
  summary: 'An inspection was begun, or something in it changed.',
  payload: z.object({
    inspectionId: id,
    lotId: id,
    planId: id,
    /** Of the request that added values, by which its sender knows it; `null`: anything else. */
    measuredBy: eventId.nullable(),
  }),
  guard: measurer,
  subject: { area: 'quality', id: 'inspectionId' },
  origin: 'server',
});
