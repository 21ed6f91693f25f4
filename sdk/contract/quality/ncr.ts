import * as z from 'zod';
import { fileDtoSchema } from '../host/files.ts';
import { lineSchema } from '../line.ts';
import { namedSchema } from '../named.ts';
import { stepKindSchema } from '../production/mes.ts';
import { tagChipSchema } from '../tags.ts';
import { capaStatusSchema } from './capaStatus.ts';
import { dispositionSchema, rigorSchema } from './settings.ts';

/**
 * A non-conformance: one record, seen from the process that failed or from the part that does not conform (product 2, Process
 * NCR and Part NCR). Dates are ISO dates and times.
 */

const id = z.number().int();
const pieces = z.number().int().min(1).max(1_000_000);

/** Reopened ones are IN_REVIEW again. */
export const ncrStatusSchema = z.enum(['OPEN', 'IN_REVIEW', 'DISPOSITIONED', 'CLOSED', 'VOID']);
export type NcrStatus = z.infer<typeof ncrStatusSchema>;

/** DISPOSE: what was proposed for the pieces is carried out, each row as soon as nobody has to agree any more. */
export const ncrEventSchema = z.enum(['REVIEW', 'DISPOSE', 'CLOSE', 'VOID', 'REOPEN']);
export type NcrEvent = z.infer<typeof ncrEventSchema>;

/** Where it came from. */
export const ncrSourceSchema = z.enum(['SCREEN', 'JOB', 'STEP', 'INSPECTION', 'CUSTOMER']);
export type NcrSource = z.infer<typeof ncrSourceSchema>;

/** NOT_NEEDED: nothing that could be held is named. */
export const ncrContainmentSchema = z.enum(['NOT_NEEDED', 'UNCONTAINED', 'CONTAINED']);
export type NcrContainment = z.infer<typeof ncrContainmentSchema>;

/** PENDING: no disposition yet. PROPOSED: not carried out yet, the review board signs. CUSTOMER: the customer answers. DONE: carried out. REFUSED by board or customer: another one is chosen. */
export const ncrRowStateSchema = z.enum(['PENDING', 'PROPOSED', 'CUSTOMER', 'DONE', 'REFUSED']);
export type NcrRowState = z.infer<typeof ncrRowStateSchema>;

/** Pieces with one disposition. Rows sum up to the affected quantity at every moment. */
export const ncrRowSchema = z.object({
  id,
  quantity: z.number().int(),
  disposition: dispositionSchema.nullable(),
  state: ncrRowStateSchema,
  reason: z.string(),
  /** The step that reworked pieces go back to; `null` otherwise. */
  toPosition: id.nullable(),
  /** Of the review board, each by another person. */
  signatures: z.array(z.object({ by: namedSchema, at: z.string(), approves: z.boolean(), note: z.string() })),
  /** The customer's answer; `null`: none was asked or given. */
  concession: z.object({ by: z.string(), at: z.string(), accepts: z.boolean(), note: z.string() }).nullable(),
  /** Lots that came of it. */
  lotIds: z.array(id),
});
export type NcrRow = z.infer<typeof ncrRowSchema>;

/** A mark on a photo, in shares of its width and height from its upper left corner. */
export const ncrMarkSchema = z.object({
  shape: z.enum(['ARROW', 'CIRCLE', 'BOX']),
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  width: z.number().min(-1).max(1),
  height: z.number().min(-1).max(1),
  text: lineSchema(120).default(''),
});
export type NcrMark = z.infer<typeof ncrMarkSchema>;

export const ncrPhotoSchema = z.object({
  id,
  file: fileDtoSchema,
  caption: z.string(),
  marks: z.array(ncrMarkSchema).max(50),
  by: z.string(),
  at: z.string(),
});
export type NcrPhoto = z.infer<typeof ncrPhotoSchema>;

/** What it is about; each may be absent. */
export const ncrSubjectSchema = z.object({
  orderId: id.nullable(),
  orderFileId: id.nullable(),
  lotId: id.nullable(),
  /** Of the lot. */
  position: id.nullable(),
  jobId: id.nullable(),
  equipmentId: id.nullable(),
  /** As it was scanned; empty: none. */
  batch: lineSchema(80),
});
export type NcrSubject = z.infer<typeof ncrSubjectSchema>;

/** A row of the lists. */
export const ncrLineSchema = z.object({
  id,
  number: z.string(),
  title: z.string(),
  status: ncrStatusSchema,
  type: z.string(),
  severity: z.string(),
  source: ncrSourceSchema,
  containment: ncrContainmentSchema,
  affectedQuantity: z.number().int(),
  /** The customer sees it in the order. */
  customerVisible: z.boolean(),
  /** `null`: none, or the caller does not see it. */
  order: namedSchema.nullable(),
  part: z.string(),
  job: namedSchema.nullable(),
  machine: namedSchema.nullable(),
  lotId: id.nullable(),
  /** Its name, or its kind where it has none (`stepKindSchema`); empty: no step is named. */
  step: z.string(),
  defect: namedSchema.nullable(),
  assignee: namedSchema.nullable(),
  createdBy: z.string(),
  createdAt: z.string(),
  dueAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  controlled: z.boolean(),
  tags: z.array(tagChipSchema),
});
export type NcrLine = z.infer<typeof ncrLineSchema>;

/** What is written down when one is raised; who edits it may change all of it until it is closed. */
export const ncrDraftSchema = z.object({
  title: lineSchema(160).min(1),
  description: z.string().trim().max(4000).default(''),
  type: z.string().max(40),
  severity: z.string().max(40),
  defectId: id.nullable().default(null),
  affectedQuantity: pieces,
  /** What was checked, what was asked for, and what was found. */
  characteristic: lineSchema(160).default(''),
  requirement: lineSchema(160).default(''),
  measured: lineSchema(160).default(''),
  assigneeId: id.nullable().default(null),
  dueAt: z.iso.datetime().nullable().default(null),
  customerVisible: z.boolean().default(false),
});
export type NcrDraft = z.infer<typeof ncrDraftSchema>;

/** What stands in the way of an event. POSTED: pieces were scrapped, reworked or asked for again, which is not taken back. */
export const ncrBlockSchema = z.enum(['PENDING_ROWS', 'REFUSED_ROWS', 'SIGNATURES', 'CONCESSION', 'HOLDS', 'POSTED']);
export type NcrBlock = z.infer<typeof ncrBlockSchema>;

/** Something held until it is released; exactly one of lot, machine and batch is named. */
export const ncrHoldSchema = z.object({
  id,
  lotId: id.nullable(),
  machine: namedSchema.nullable(),
  batch: z.string(),
  by: z.string(),
  at: z.string(),
  /** `null`: it is held now. */
  released: z.object({ by: z.string(), at: z.string() }).nullable(),
});
export type NcrHold = z.infer<typeof ncrHoldSchema>;

/** One of them with all that its screen shows. */
export const ncrDetailSchema = ncrLineSchema.extend({
  description: z.string(),
  characteristic: z.string(),
  requirement: z.string(),
  measured: z.string(),
  subject: ncrSubjectSchema,
  /** The customer of the order; empty without one. */
  customer: z.string(),
  /** Pieces had been shipped when it was reported: they are made again, or come back, and nothing of them is on the floor. */
  shipped: z.boolean(),
  rows: z.array(ncrRowSchema),
  /** Those held now first. */
  holds: z.array(ncrHoldSchema),
  photos: z.array(ncrPhotoSchema),
  /** Corrective and preventive actions that answer it, newest first. */
  capas: z.array(z.object({ id, number: z.string(), title: z.string(), status: capaStatusSchema })),
  /** Goes back with a change, which is refused with CHANGED when somebody was faster. */
  version: id,
  /** How strictly it is worked now. */
  rigor: rigorSchema,
  /** Of the table, as the caller may do them now. */
  allowed: z.array(ncrEventSchema),
  /** What the table allows and something stands in the way of. */
  blocked: z.array(z.object({ event: ncrEventSchema, by: z.array(ncrBlockSchema) })),
  /** Steps that reworked pieces can go back to; empty without a lot. */
  steps: z.array(z.object({ position: id, name: z.string(), kind: stepKindSchema })),
  may: z.object({
    /** Fields and photos: until it is closed. */
    change: z.boolean(),
    /** Rows that are not carried out. */
    dispose: z.boolean(),
    /** The caller is of the review board; who has signed a row signs it no more. */
    sign: z.boolean(),
    /** The caller is of the review board, where there is one: they write in its thread. */
    board: z.boolean(),
    contain: z.boolean(),
    /** The customer can be shown it: there is an order of somebody else. */
    show: z.boolean(),
  }),
});
export type NcrDetail = z.infer<typeof ncrDetailSchema>;

/** What happened to one. */
export const ncrStepSchema = z.object({
  id,
  /** An event of the table, or RAISE, CHANGE, ROWS, HOLD, RELEASE, SIGN, DONE, ASK_CUSTOMER, CONCESSION, PHOTO, TAG, PASS, REMADE. PASS: it was named where something passed, and that went on. */
  what: z.string(),
  by: z.string(),
  at: z.string(),
  /** Why, or what was said. */
  note: z.string(),
  /** What it was about, by `what`: a disposition, a gate, what is held. */
  about: z.string(),
  quantity: id.nullable(),
});
export type NcrStep = z.infer<typeof ncrStepSchema>;
