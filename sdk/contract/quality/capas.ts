import * as z from 'zod';
import { defineCall } from '../call.ts';
import { defineEvent } from '../event.ts';
import { provider } from '../guard.ts';
import { lineSchema } from '../line.ts';
import { namedSchema } from '../named.ts';
import { capaStatusSchema } from './capaStatus.ts';
import { capaHeadingSchema, capaMethodSchema, capaTaskKindSchema } from './capaTemplates.ts';
import { ncrStatusSchema } from './ncr.ts';

/**
 * Corrective and preventive actions (product 2, CAPA): what is done so that a non-conformance does not come back, and the proof
 * that it did not. Days are `YYYY-MM-DD`, moments ISO dates and times.
 */

const id = z.number().int();
const manager = provider('QUALITY_MANAGEMENT_ACCESS');
const flag = 'QUALITY_MANAGEMENT';
const oneCapa = z.object({ id: z.coerce.number().int().positive() });
const oneTask = z.object({ id: z.coerce.number().int().positive(), taskId: z.coerce.number().int().positive() });
const text = z.string().trim().max(4000);

export const capaTypeSchema = z.enum(['CORRECTIVE', 'PREVENTIVE']);
export type CapaType = z.infer<typeof capaTypeSchema>;

/** What gave the reason. */
export const capaSourceSchema = z.enum(['NCR', 'AUDIT', 'COMPLAINT', 'SUPPLIER', 'OTHER']);
export type CapaSource = z.infer<typeof capaSourceSchema>;

/**
 * OPEN and BEGIN lead on; VERIFY ends the work and sets when its effect is looked at; FAIL sends it back because it had none;
 * CLOSE ends it because it had.
 */
export const capaEventSchema = z.enum(['OPEN', 'BEGIN', 'VERIFY', 'FAIL', 'CLOSE']);
export type CapaEvent = z.infer<typeof capaEventSchema>;

/** So many tasks does one take. */
export const mostCapaTasks = 100;

export const capaTaskSchema = z.object({
  id,
  kind: capaTaskKindSchema,
  title: z.string(),
  note: z.string(),
  /** A colleague; `null`: nobody yet, or a supplier. */
  owner: namedSchema.nullable(),
  /** Somebody outside, who does it by a link; empty: nobody outside. */
  supplier: z.string(),
  /** Until when the link that was made last works; `null`: there is none that does. */
  linkUntil: z.string().nullable(),
  dueOn: z.iso.date().nullable(),
  overdue: z.boolean(),
  /** What came of it. */
  result: z.string(),
  doneAt: z.string().nullable(),
  /** Who did it; a supplier by the name that was written down. */
  doneBy: z.string(),
  /** The caller may say that it is done, or take that back. */
  mine: z.boolean(),
  version: id,
});
export type CapaTask = z.infer<typeof capaTaskSchema>;

export const capaRowSchema = z.object({
  id,
  /** `CAPA-2026-0003`. */
  number: z.string(),
  title: z.string(),
  type: capaTypeSchema,
  status: capaStatusSchema,
  source: capaSourceSchema,
  owner: namedSchema.nullable(),
  dueOn: z.iso.date().nullable(),
  overdue: z.boolean(),
  /** When its effect is looked at. */
  checkOn: z.iso.date().nullable(),
  tasks: z.object({ total: id, done: id, overdue: id }),
  createdAt: z.string(),
});
export type CapaRow = z.infer<typeof capaRowSchema>;

export const capaSchema = capaRowSchema.extend({
  problem: z.string(),
  method: capaMethodSchema,
  /** What the template asked under each heading when it began. */
  questions: z.record(z.string(), z.string()),
  /** By heading of the method. */
  analysis: z.record(z.string(), z.string()),
  rootCause: z.string(),
  createdBy: z.string(),
  /** Non-conformances that it answers; those that the caller may not see are left out. */
  ncrs: z.array(z.object({ id, number: z.string(), title: z.string(), status: ncrStatusSchema })),
  taskList: z.array(capaTaskSchema),
  /** Each time its effect was looked at, newest first. */
  checks: z.array(z.object({ effective: z.boolean(), note: z.string(), by: z.string(), at: z.string() })),
  /** Newest first, at most 200. */
  history: z.array(
    z.object({
      what: z.enum([
        'CREATED',
        'CHANGED',
        'MOVED',
        'TASK_ADDED',
        'TASK_CHANGED',
        'TASK_REMOVED',
        'TASK_DONE',
        'TASK_REOPENED',
        'LINK_MADE',
        'LINK_ENDED',
        'NCR_LINKED',
        'NCR_UNLINKED',
      ]),
      /** A task, a non-conformance, or the new status. */
      subject: z.string(),
      by: z.string(),
      at: z.string(),
    }),
  ),
  /** What the caller may do with it now, and why not what comes next. */
  allowed: z.array(capaEventSchema),
  /** What stands in the way of the next step; empty where nothing does. */
  missing: z.array(
    z.enum(['OWNER', 'PROBLEM', 'TASKS', 'ROOT_CAUSE', 'OPEN_TASKS', 'CHECK_DATE', 'NOT_YET', 'OWN_TASK']),
  ),
  mayEdit: z.boolean(),
  version: id,
});
export type Capa = z.infer<typeof capaSchema>;
export type CapaMissing = Capa['missing'][number];

const details = {
  title: lineSchema(160).min(1),
  type: capaTypeSchema,
  source: capaSourceSchema,
  method: capaMethodSchema,
  problem: text.default(''),
  ownerId: id.nullable().default(null),
  dueOn: z.iso.date().nullable().default(null),
};

/** Named in specification 7.6. */
export const listCapas = defineCall({
  id: 'quality.capa',
  owner: 'quality',
  method: 'GET',
  path: '/api/v1/capa',
  summary: 'Corrective and preventive actions of the facility, newest first, a hundred at a time.',
  guard: manager,
  flag,
  query: z.object({ offset: z.coerce.number().int().min(0).max(1_000_000).default(0) }),
  response: z.array(
    z.object({
      id,
      title: z.string(),
      type: capaTypeSchema,
      status: capaStatusSchema,
      owner: z.string(),
      dueOn: z.string().nullable(),
      createdOn: z.string(),
    }),
  ),
});

export const searchCapas = defineCall({
  id: 'quality.capas',
  owner: 'quality',
  method: 'POST',
  reads: true,
  path: '/api/v1/capa/search',
  summary: 'Corrective and preventive actions of the active facility, with filters and pages.',
  guard: manager,
  flag,
  query: z.object({
    page: z.coerce.number().int().min(0).max(10_000).default(0),
    size: z.coerce.number().int().min(1).max(100).default(15),
    sort: z.enum(['created', 'due', 'number']).default('created'),
    direction: z.enum(['asc', 'desc']).default('desc'),
  }),
  body: z.object({
    /** In title, number and problem. */
    searchString: z.string().trim().max(200).default(''),
    /** Not closed, or one of the statuses; `null`: all. */
    status: z
      .union([z.literal('ACTIVE'), capaStatusSchema])
      .nullable()
      .default('ACTIVE'),
    type: capaTypeSchema.nullable().default(null),
    source: capaSourceSchema.nullable().default(null),
    /** Owned by the caller, or with a task of theirs. */
    mine: z.boolean().default(false),
    overdue: z.boolean().default(false),
    /** Their effect is to be looked at by now. */
    checkDue: z.boolean().default(false),
  }),
  response: z.object({
    capas: z.array(capaRowSchema),
    totalCount: z.number().int(),
    /** There are more than `totalCount`. */
    moreThanTotal: z.boolean(),
  }),
});

export const capaSummary = defineCall({
  id: 'quality.capaSummary',
  owner: 'quality',
  method: 'GET',
  path: '/api/v1/capa/summary',
  summary: 'How many corrective and preventive actions are not closed, and what of them is due.',
  guard: manager,
  flag,
  response: z.object({
    active: id,
    overdue: id,
    /** Their effect is to be looked at by now. */
    checkDue: id,
    /** Owned by the caller, or with a task of theirs. */
    mine: id,
  }),
});

/** Refused with NOT_FOUND for one of another facility. */
export const readCapa = defineCall({
  id: 'quality.readCapa',
  owner: 'quality',
  method: 'GET',
  path: '/api/v1/capa/{id}',
  summary: 'A corrective or preventive action with its analysis, tasks and history.',
  guard: manager,
  flag,
  params: oneCapa,
  response: capaSchema,
});

export const capaPeople = defineCall({
  id: 'quality.capaPeople',
  owner: 'quality',
  method: 'GET',
  path: '/api/v1/capa/people',
  summary: 'Colleagues who may own a corrective action or its tasks: who has the right to quality management.',
  guard: manager,
  flag,
  response: z.array(namedSchema),
});

/** The same `eventId` sent twice begins one. Refused with INVALID_INPUT when the owner may not manage quality; NOT_FOUND for a non-conformance that the caller does not see. */
export const createCapa = defineCall({
  id: 'quality.createCapa',
  owner: 'quality',
  method: 'POST',
  path: '/api/v1/capa',
  summary: 'Begins a corrective or preventive action as a draft, with what the template of its method has.',
  guard: manager,
  flag,
  body: z.object({ eventId: z.uuid(), ...details, ncrIds: z.array(id).max(50).default([]) }),
  response: capaSchema,
});

/** Refused as `readCapa` and `createCapa`; with CHANGED when `version` is an older one; with TRANSITION_REFUSED when it is closed. */
export const updateCapa = defineCall({
  id: 'quality.updateCapa',
  owner: 'quality',
  method: 'PUT',
  path: '/api/v1/capa/{id}',
  summary: 'Changes what it is about, its analysis and root cause.',
  guard: manager,
  flag,
  params: oneCapa,
  body: z.object({
    version: id,
    ...details,
    analysis: z.partialRecord(capaHeadingSchema, text).default({}),
    rootCause: text.default(''),
  }),
  response: capaSchema,
});

/** Refused with NOT_FOUND; with TRANSITION_REFUSED for all but drafts. */
export const removeCapa = defineCall({
  id: 'quality.removeCapa',
  owner: 'quality',
  method: 'DELETE',
  path: '/api/v1/capa/{id}',
  summary: 'Gives up a draft. What was opened stays.',
  guard: manager,
  flag,
  params: oneCapa,
  response: z.object({ success: z.literal('true') }),
});

/**
 * Refused with TRANSITION_REFUSED where the status does not allow it, with NOT_POSSIBLE where something is `missing`: it is named.
 * `checkOn` belongs to VERIFY, `note` to FAIL and CLOSE. Repeating an `eventId` does nothing.
 */
export const fireCapa = defineCall({
  id: 'quality.fireCapa',
  owner: 'quality',
  method: 'POST',
  path: '/api/v1/capa/{id}/events',
  summary: 'Opens, begins, verifies, sends back or closes a corrective action.',
  guard: manager,
  flag,
  params: oneCapa,
  body: z.object({
    eventId: z.uuid(),
    event: capaEventSchema,
    note: text.default(''),
    checkOn: z.iso.date().nullable().default(null),
  }),
  response: capaSchema,
});

/** Refused as `readCapa`; NOT_FOUND for a non-conformance that the caller does not see; TRANSITION_REFUSED when it is closed. */
export const linkCapaNcr = defineCall({
  id: 'quality.linkCapaNcr',
  owner: 'quality',
  method: 'POST',
  path: '/api/v1/capa/{id}/ncrs',
  summary: 'Says that it answers a non-conformance, or that it no longer does.',
  guard: manager,
  flag,
  params: oneCapa,
  body: z.object({ ncrId: id, linked: z.boolean() }),
  response: capaSchema,
});

const taskFields = {
  kind: capaTaskKindSchema,
  title: lineSchema(200).min(1),
  note: text.default(''),
  ownerId: id.nullable().default(null),
  /** In the place of an owner: name of who does it outside. */
  supplier: lineSchema(120).default(''),
  dueOn: z.iso.date().nullable().default(null),
};

/** The same `eventId` adds one. Refused as `updateCapa`; with CONFLICT beyond `mostCapaTasks`. */
export const addCapaTask = defineCall({
  id: 'quality.addCapaTask',
  owner: 'quality',
  method: 'POST',
  path: '/api/v1/capa/{id}/tasks',
  summary: 'Adds a task, for a colleague or for a supplier.',
  guard: manager,
  flag,
  params: oneCapa,
  body: z.object({ eventId: z.uuid(), ...taskFields }),
  response: capaSchema,
});

/** Refused as `updateCapa`; with CHANGED when `version` is an older one; with TRANSITION_REFUSED when it is done. */
export const updateCapaTask = defineCall({
  id: 'quality.updateCapaTask',
  owner: 'quality',
  method: 'PUT',
  path: '/api/v1/capa/{id}/tasks/{taskId}',
  summary: 'Changes a task that is not done.',
  guard: manager,
  flag,
  params: oneTask,
  body: z.object({ version: id, ...taskFields }),
  response: capaSchema,
});

/** Refused as `updateCapaTask`. */
export const removeCapaTask = defineCall({
  id: 'quality.removeCapaTask',
  owner: 'quality',
  method: 'DELETE',
  path: '/api/v1/capa/{id}/tasks/{taskId}',
  summary: 'Removes a task that is not done; its link no longer works.',
  guard: manager,
  flag,
  params: oneTask,
  response: capaSchema,
});

/** Refused with FORBIDDEN for who neither owns the task nor the action; with TRANSITION_REFUSED when it is closed. */
export const finishCapaTask = defineCall({
  id: 'quality.finishCapaTask',
  owner: 'quality',
  method: 'POST',
  path: '/api/v1/capa/{id}/tasks/{taskId}/done',
  summary: 'Says that a task is done and what came of it, or that it is not.',
  guard: manager,
  flag,
  params: oneTask,
  body: z.object({ done: z.boolean(), result: text.default('') }),
  response: capaSchema,
});

/** Shown once. Refused as `updateCapaTask`; with NOT_POSSIBLE for the task of a colleague. */
export const linkCapaTask = defineCall({
  id: 'quality.linkCapaTask',
  owner: 'quality',
  method: 'POST',
  path: '/api/v1/capa/{id}/tasks/{taskId}/link',
  summary:
    'Makes a link by which a supplier sees this task alone and answers it, for so many days. One made before ends.',
  guard: manager,
  flag,
  params: oneTask,
  body: z.object({ days: z.number().int().min(1).max(90).default(14) }),
  response: z.object({ url: z.string(), until: z.string() }),
});

/** Refused as `updateCapaTask`. */
export const endCapaTaskLink = defineCall({
  id: 'quality.endCapaTaskLink',
  owner: 'quality',
  method: 'DELETE',
  path: '/api/v1/capa/{id}/tasks/{taskId}/link',
  summary: 'The link of a task no longer works.',
  guard: manager,
  flag,
  params: oneTask,
  response: capaSchema,
});

export const capaChanged = defineEvent({
  type: 'capa.changed',
  summary: 'A corrective or preventive action was begun, changed or moved.',
  payload: z.object({ capaId: id }),
  guard: manager,
  origin: 'server',
});
