import * as z from 'zod';
import { defineCall } from '../call.ts';
import { defineEvent } from '../event.ts';
import { provider } from '../guard.ts';
import { lineSchema } from '../line.ts';
import { namedSchema } from '../named.ts';
import { saidSchema } from '../said.ts';
import { epochText } from '../scheduling/jobs.ts';
import { nestingStateSchema } from './nesting.ts';
import { remadeSchema } from './remade.ts';

/** From parts that are still to schedule to builds that are planned, and to jobs (product 2, production planning). */

const id = z.number().int().positive();
const idInQuery = z.coerce.number().int().positive().optional();
const one = z.object({ id: z.coerce.number().int().positive() });
const planner = provider('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS');
const flag = 'PRODUCTION_PLANNING';
const isoDate = z.string();

/** Different parts that one planned build may hold, and builds that one facility may plan at a time. */
export const mostParts = 200;
export const mostPlanned = 100;
const mostPieces = 10_000;

export const poolSortSchema = z.enum(['DUE', 'PRIORITY', 'PART', 'ORDER', 'PIECES']);
export type PoolSort = z.infer<typeof poolSortSchema>;

/** An ordered part with pieces that neither a job nor a planned build has. */
export const poolPartSchema = z.object({
  orderFileId: id,
  orderId: id,
  orderTitle: z.string(),
  fileName: z.string(),
  /** Its mesh. */
  fileId: id,
  process: namedSchema,
  material: namedSchema,
  /** ISO date and time; `null`: nobody named one. */
  dueAt: isoDate.nullable(),
  late: z.boolean(),
  priority: z.object({ label: z.string(), color: z.string() }).nullable(),
  /** Pieces ordered, those that no job has, and those of them that no planned build has. */
  quantity: z.number().int(),
  notScheduled: z.number().int(),
  free: z.number().int(),
  /** Of those that no job has, pieces that are made again. */
  remakes: z.array(remadeSchema),
});
export type PoolPart = z.infer<typeof poolPartSchema>;

/** `week`: ISO date of its Monday in the zone of the facility; `NONE`: no date. */
const weekSchema = z.union([z.iso.date(), z.literal('NONE')]);
const narrowed = {
  text: lineSchema(200).default(''),
  processId: idInQuery,
  materialId: idInQuery,
  week: weekSchema.optional(),
  late: z.enum(['true', 'false']).default('false'),
};

/** 250 rows at a time; `next` asks for those that follow. `total` counts what is found, with the first rows only. */
export const listPool = defineCall({
  id: 'production.pool',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/planning/parts',
  summary: 'Parts of awarded orders with pieces that are still to schedule.',
  guard: planner,
  flag,
  query: z.object({
    ...narrowed,
    sort: poolSortSchema.default('DUE'),
    direction: z.enum(['asc', 'desc']).default('asc'),
    after: z.string().max(600).optional(),
  }),
  response: z.object({
    parts: z.array(poolPartSchema),
    next: z.string().nullable(),
    total: z.number().int().nullable(),
  }),
});

const counted = namedSchema.extend({ parts: z.number().int() });

/** What the parts can be narrowed by, each with how many parts it has. */
export const poolChoices = defineCall({
  id: 'production.poolChoices',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/planning/choices',
  summary: 'Processes, materials and weeks of the parts that are still to schedule, and the machines that build them.',
  guard: planner,
  flag,
  response: z.object({
    processes: z.array(counted),
    materials: z.array(counted),
    weeks: z.array(z.object({ week: weekSchema, parts: z.number().int() })),
    late: z.number().int(),
    machines: z.array(namedSchema.extend({ processId: id, materialIds: z.array(id) })),
  }),
});

/** DRAFT: being planned. SCHEDULED: a job builds it. MERGED: another one has its pieces. DISCARDED: given up. */
export const plannedStatusSchema = z.enum(['DRAFT', 'SCHEDULED', 'MERGED', 'DISCARDED']);

const why = z.object({ message: z.string(), said: saidSchema.optional() });

/** How the pieces lie. */
const arrangementSchema = z.object({
  nestingId: id,
  /** It is of the pieces and the machine as they are now. */
  current: z.boolean(),
  placed: z.number().int(),
  unplaced: z.number().int(),
  /** Volume of the parts over that of the machine up to the height, 0 to 1. */
  utilisation: z.number(),
  heightMm: z.number(),
  /** Of the product's model for the process; `null`: it has none. */
  hours: z.number().nullable(),
  grams: z.number().nullable(),
});

/** An arranging that is under way, or came to nothing. */
const arrangingSchema = z.object({
  nestingId: id,
  state: nestingStateSchema,
  share: z.number().min(0).max(1),
  secondsLeft: z.number().int().nullable(),
  /** The person who asked for it: they alone may stop it. */
  mine: z.boolean(),
  failure: why.nullable(),
});

export const plannedBuildSchema = z.object({
  id,
  name: z.string(),
  status: plannedStatusSchema,
  locked: z.boolean(),
  /** Grows with every change. A request that changes the build names the one that its user saw. */
  version: z.number().int(),
  machine: namedSchema,
  process: namedSchema,
  material: namedSchema,
  parts: z.number().int(),
  pieces: z.number().int(),
  /** Pieces that are no longer to schedule: jobs took them, or fewer are ordered. */
  short: z.number().int(),
  dueAt: isoDate.nullable(),
  late: z.boolean(),
  arrangement: arrangementSchema.nullable(),
  arranging: arrangingSchema.nullable(),
  /** The job that builds it, and the planned build that has its pieces. */
  job: namedSchema.nullable(),
  mergedIntoId: id.nullable(),
  changedAt: isoDate,
  changedBy: z.string(),
});
export type PlannedBuild = z.infer<typeof plannedBuildSchema>;

export const plannedPieceSchema = z.object({
  orderFileId: id,
  orderId: id,
  orderTitle: z.string(),
  fileName: z.string(),
  fileId: id,
  dueAt: isoDate.nullable(),
  quantity: z.number().int(),
  /** So many more could be added; below zero: so many are no longer to schedule. */
  free: z.number().int(),
  /** Copies that the arrangement had no place for, and why. */
  unplaced: z.number().int(),
  why: why.nullable(),
});
export type PlannedPiece = z.infer<typeof plannedPieceSchema>;
export const plannedDetailSchema = plannedBuildSchema.extend({ items: z.array(plannedPieceSchema) });
export type PlannedDetail = z.infer<typeof plannedDetailSchema>;

/** What the caller changed last and can take back. */
const changeSchema = z.object({
  id,
  what: z.enum(['CREATE', 'EDIT', 'PIECES', 'SPLIT', 'MOVE', 'MERGE', 'LOCK', 'UNLOCK', 'DISCARD']),
  name: z.string(),
});
export type PlanningChange = z.infer<typeof changeSchema>;

/** Those that are being planned, oldest first, and the last 20 that ended. */
export const listPlannedBuilds = defineCall({
  id: 'production.plannedBuilds',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/planning/builds',
  summary: 'Builds that the facility is planning, and the last ones that ended.',
  guard: planner,
  flag,
  response: z.object({
    builds: z.array(plannedBuildSchema),
    ended: z.array(plannedBuildSchema),
    undo: changeSchema.nullable(),
  }),
});

/** Refused with NOT_FOUND for one of another facility, or with export-controlled parts for who is not cleared. */
export const readPlannedBuild = defineCall({
  id: 'production.plannedBuild',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/planning/builds/{id}',
  summary: 'A planned build with its pieces.',
  guard: planner,
  flag,
  params: one,
  response: plannedDetailSchema,
});

const pieces = z.array(z.object({ orderFileId: id, quantity: z.number().int().min(1).max(mostPieces) })).max(mostParts);
const version = z.number().int().positive();
const seen = z.object({ version });
const eventId = z.uuid();

/**
 * The same `eventId` sent twice plans one build. Without a machine one is chosen that works by the process of the parts and runs
 * their material. Refused with INVALID_INPUT for a machine that is not the facility's, a part that is listed twice, or too many
 * pieces; with CONFLICT for parts of several processes or materials, of an order that the facility was not awarded, that no
 * machine builds, or beyond 100 builds; with OVER_ALLOCATED (`free`) when jobs or other planned builds have the pieces; with
 * EXPORT_CONTROLLED for parts of an order that the caller may not see.
 */
export const planBuild = defineCall({
  id: 'production.planBuild',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/planning/builds',
  summary: 'Plans a new build of parts that are still to schedule.',
  guard: planner,
  flag,
  body: z.object({
    eventId,
    equipmentId: id.optional(),
    name: lineSchema(200).default(''),
    pieces: pieces.min(1),
  }),
  response: plannedDetailSchema,
});

/** Refused as `planBuild`; with CHANGED when `version` is not the present one; with CONFLICT when it is locked or has ended. */
export const changePlannedBuild = defineCall({
  id: 'production.changePlannedBuild',
  owner: 'production',
  method: 'PUT',
  path: '/api/v1/planning/builds/{id}',
  summary: 'Gives a planned build another name or machine.',
  guard: planner,
  flag,
  params: one,
  body: seen.extend({ name: lineSchema(200).min(1), equipmentId: id }),
  response: plannedDetailSchema,
});

/** `add`: from what is still to schedule. `remove`: back to there. A build that has no pieces left is discarded. Refused as `changePlannedBuild`. */
export const changePlannedPieces = defineCall({
  id: 'production.changePlannedPieces',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/planning/builds/{id}/pieces',
  summary: 'Adds pieces to a planned build, or takes some out.',
  guard: planner,
  flag,
  params: one,
  body: seen.extend({ add: pieces.default([]), remove: pieces.default([]) }),
  response: plannedDetailSchema,
});

/** `into`: another planned build; `null` splits a new one off. Refused as `changePlannedPieces`. Answers the build that has them now. */
export const movePlannedPieces = defineCall({
  id: 'production.movePlannedPieces',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/planning/builds/{id}/move',
  summary: 'Moves pieces of a planned build to another one, or to a new one.',
  guard: planner,
  flag,
  params: one,
  body: seen.extend({ into: seen.extend({ id }).nullable(), pieces: pieces.min(1) }),
  response: plannedDetailSchema,
});

/** Refused as `changePlannedPieces`. Answers the build that has all pieces now. */
export const mergePlannedBuild = defineCall({
  id: 'production.mergePlannedBuild',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/planning/builds/{id}/merge',
  summary: 'Puts all pieces of a planned build into another one, and ends it.',
  guard: planner,
  flag,
  params: one,
  body: seen.extend({ into: seen.extend({ id }) }),
  response: plannedDetailSchema,
});

/** Refused with CHANGED when `version` is not the present one; with CONFLICT when it has ended. */
export const lockPlannedBuild = defineCall({
  id: 'production.lockPlannedBuild',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/planning/builds/{id}/lock',
  summary: 'Keeps a planned build as it is until it is unlocked, or unlocks it.',
  guard: planner,
  flag,
  params: one,
  body: seen.extend({ locked: z.boolean() }),
  response: plannedDetailSchema,
});

/**
 * Begins a nesting; what it finds is taken onto the build when it is ready. Stopped as nestings are. Refused as
 * `production.beginNesting`, and with CHANGED when `version` is not the present one.
 */
export const arrangePlannedBuild = defineCall({
  id: 'production.arrangePlannedBuild',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/planning/builds/{id}/arrange',
  summary: 'Arranges the pieces of a planned build on its machine, in the background.',
  guard: planner,
  flag,
  params: one,
  body: seen.extend({
    spacingMm: z.number().min(0).max(50).default(3),
    wallMm: z.number().min(0).max(100).default(5),
    seconds: z.number().int().min(1).max(300).default(60),
  }),
  response: plannedDetailSchema,
});

/** Its pieces are still to schedule again. Refused as `changePlannedBuild`. */
export const discardPlannedBuild = defineCall({
  id: 'production.discardPlannedBuild',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/planning/builds/{id}/discard',
  summary: 'Gives up a planned build.',
  guard: planner,
  flag,
  params: one,
  body: seen,
  response: plannedDetailSchema,
});

/**
 * The same `eventId` sent twice makes one job. Refused with CHANGED when `version` is not the present one; with CONFLICT when
 * pieces have no place in the arrangement, while it is being arranged, or when it has ended; otherwise as `scheduling.create`.
 */
export const schedulePlannedBuild = defineCall({
  id: 'production.schedulePlannedBuild',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/planning/builds/{id}/schedule',
  summary: 'Makes a planned build a job in the schedule.',
  guard: planner,
  flag,
  params: one,
  body: seen.extend({
    eventId,
    jobName: lineSchema(200).min(1),
    fromDate: epochText,
    toDate: epochText,
  }),
  response: plannedDetailSchema,
});

/** Refused with NOT_FOUND for a change of somebody else; with CONFLICT when a build of it was changed since, or the pieces are taken. */
export const undoPlanning = defineCall({
  id: 'production.undoPlanning',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/planning/changes/{id}/undo',
  summary: 'Takes back what the caller changed last on planned builds.',
  guard: planner,
  flag,
  params: one,
  response: z.object({ buildIds: z.array(id) }),
});

/** A build that is worth planning. Nothing is made of it until somebody plans it. */
export const proposalSchema = z.object({
  key: z.string(),
  machine: namedSchema,
  process: namedSchema,
  material: namedSchema,
  week: weekSchema,
  dueAt: isoDate.nullable(),
  late: z.number().int(),
  orders: z.number().int(),
  pieces: z.array(z.object({ orderFileId: id, quantity: z.number().int(), fileName: z.string() })),
  /** Setups that are saved by not building each order alone, and their hours; `null`: the process has no model. */
  setupsSaved: z.number().int(),
  hoursSaved: z.number().nullable(),
  /** Boxes around the parts over what the machine takes, 0 to 1. */
  fill: z.number(),
  /** Parts whose size nobody has measured. */
  unmeasured: z.number().int(),
});
export type Proposal = z.infer<typeof proposalSchema>;

/** The most urgent 2,000 parts, grouped by machine, material and due week; late ones first. */
export const listProposals = defineCall({
  id: 'production.planningProposals',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/planning/proposals',
  summary: 'Builds that are worth planning, with what each saves.',
  guard: planner,
  flag,
  response: z.array(proposalSchema),
});

/** Goes to the facility. */
export const planningChanged = defineEvent({
  type: 'production.planning_changed',
  summary: 'Builds were planned or changed, or one became a job.',
  payload: z.object({ buildIds: z.array(id) }),
  guard: planner,
  origin: 'server',
});
