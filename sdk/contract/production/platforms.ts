import * as z from 'zod';
import { defineCall } from '../call.ts';
import { defineEvent } from '../event.ts';
import { member, provider } from '../guard.ts';
import { namedSchema } from '../named.ts';
import { epochText, jobStatusSchema } from '../scheduling/jobs.ts';
import { lineSchema } from '../line.ts';

/**
 * Machine platforms: arrangements of ordered parts in a machine (product 2). Each change is a revision; those before stay
 * as they were. Lengths in mm, volumes in mm³, shares from 0 to 1; dates are ISO dates and times.
 */

const id = z.number().int();
/** Who plans or builds them; a kiosk opens no files. */
const builders = member({
  roles: ['ROLE_SERVICE_PROVIDER'],
  anyPermission: ['PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS', 'WORKCENTER_OPERATION_ACCESS'],
  notOnly: ['LOT_USER'],
});
const planner = provider('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS');
const flag = 'MACHINE_PLATFORMS';
const one = z.object({ id: z.coerce.number().int().positive() });
const triple = z.tuple([z.number(), z.number(), z.number()]);
const revision = z.coerce.number().int().positive();

export const platformSourceSchema = z.enum(['IN_APP', 'MAGICS', 'TRAY']);
export type PlatformSource = z.infer<typeof platformSourceSchema>;

/** A row of the list: the newest revision. */
export const platformRowSchema = z.object({
  id,
  name: z.string(),
  revision: id,
  machine: namedSchema,
  model: namedSchema,
  /** Of its parts, by name. */
  materials: z.array(namedSchema),
  /** Different parts, and all copies of them. */
  parts: z.number().int(),
  pieces: z.number().int(),
  utilisation: z.number(),
  heightMm: z.number(),
  /** Jobs that built or will build any revision. */
  builds: z.number().int(),
  source: platformSourceSchema,
  changedAt: z.string(),
  /** Empty: nobody, as with a plate that a program sent. */
  changedBy: z.string(),
});
export type PlatformRow = z.infer<typeof platformRowSchema>;

/** So many pieces a picture has at most: those that lie highest. */
export const mostInPicture = 300;
/** The plate from above: around each piece, from the lowest to the highest, a box by its lowest corner and its size. */
const pictureSchema = z.object({
  sizeMm: z.tuple([z.number(), z.number()]),
  boxes: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])).max(mostInPicture),
});
export type PlatePicture = z.infer<typeof pictureSchema>;

/** With a picture of its newest revision. */
export const listedPlatformSchema = platformRowSchema.extend({ picture: pictureSchema });
export type ListedPlatform = z.infer<typeof listedPlatformSchema>;

/** Where one copy of a part lies: 16 numbers, column by column, from its file to the machine. */
export const platePieceSchema = z.object({
  orderFileId: id,
  /** From 0 on. */
  copy: z.number().int(),
  placement: z.array(z.number()).length(16),
});
export type PlatePiece = z.infer<typeof platePieceSchema>;

const platePartSchema = z.object({
  orderFileId: id,
  /** `null`: the caller does not see it. */
  order: namedSchema.nullable(),
  fileName: z.string(),
  /** Its mesh. */
  fileId: id,
  material: namedSchema,
  /** Around it as it lies in its file, in mm; `null`: nobody has measured it. */
  box: z.object({ min: triple, size: triple }).nullable(),
  pieces: z.number().int(),
});
export type PlatePart = z.infer<typeof platePartSchema>;

/** How far a build is, as far as its job says. PAUSED ones are BUILDING. */
export const platformBuildStateSchema = z.enum(['CREATED', 'BUILDING', 'BUILT', 'CANCELED', 'FAILED', 'MERGED']);
export type PlatformBuildState = z.infer<typeof platformBuildStateSchema>;

/** One revision of a platform. */
export const platformSchema = platformRowSchema.extend({
  /** The revision that is shown; `revision` is the newest one. */
  shown: id,
  boxMm: triple,
  volumeMm3: z.number(),
  /** Newest first. */
  revisions: z.array(
    z.object({
      revision: id,
      at: z.string(),
      by: z.string(),
      pieces: z.number().int(),
      heightMm: z.number(),
      utilisation: z.number(),
    }),
  ),
  platedParts: z.array(platePartSchema),
  plate: z.array(platePieceSchema),
  /** Its 3MF can be fetched. */
  hasFile: z.boolean(),
  /** Jobs of all revisions, newest first; at most 100. */
  jobs: z.array(
    z.object({
      id,
      name: z.string(),
      state: platformBuildStateSchema,
      status: jobStatusSchema,
      revision: id,
      from: z.string(),
      to: z.string(),
    }),
  ),
});
export type Platform = z.infer<typeof platformSchema>;

export const platformSortSchema = z.enum(['changed', 'name', 'height', 'utilisation']);

export const listPlatforms = defineCall({
  id: 'production.platforms',
  owner: 'production',
  method: 'POST',
  reads: true,
  path: '/api/v1/machine-platforms/search',
  summary: 'Platforms of the active facility. Those with export-controlled parts are left out for who is not cleared.',
  guard: builders,
  flag,
  query: z.object({
    page: z.coerce.number().int().min(0).max(10_000).default(0),
    size: z.coerce.number().int().min(1).max(100).default(15),
    sort: platformSortSchema.default('changed'),
    direction: z.enum(['asc', 'desc']).default('desc'),
  }),
  body: z.object({
    /** In the name. */
    searchString: z.string().trim().max(200).default(''),
    equipmentId: id.nullable().default(null),
    modelId: id.nullable().default(null),
    materialId: id.nullable().default(null),
    source: platformSourceSchema.nullable().default(null),
  }),
  response: z.object({
    platforms: z.array(listedPlatformSchema),
    totalCount: z.number().int(),
    /** There are more than `totalCount`. */
    moreThanTotal: z.boolean(),
  }),
});

export const platformChoices = defineCall({
  id: 'production.platformChoices',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/machine-platforms/choices',
  summary: 'Machine models and materials that platforms of the active facility are of, by name.',
  guard: builders,
  flag,
  response: z.object({ models: z.array(namedSchema), materials: z.array(namedSchema) }),
});

/** Refused with NOT_FOUND for one of another facility, or with export-controlled parts for who is not cleared. */
export const readPlatform = defineCall({
  id: 'production.platform',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/machine-platforms/{id}',
  summary: 'A platform: where each part lies, its revisions, and the jobs that build it.',
  guard: builders,
  flag,
  params: one,
  query: z.object({ revision: revision.optional() }),
  response: platformSchema,
});

export const plateChangeSchema = z.enum(['ADDED', 'REMOVED', 'MOVED']);
/** Refused as `readPlatform`. */
export const comparePlatform = defineCall({
  id: 'production.comparePlatform',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/machine-platforms/{id}/difference',
  summary: 'Which copies lie elsewhere, were added or taken away between two revisions.',
  guard: builders,
  flag,
  params: one,
  query: z.object({ from: revision, to: revision }),
  response: z.object({
    parts: z.array(platePartSchema.omit({ pieces: true })),
    changes: z.array(
      platePieceSchema.extend({
        change: plateChangeSchema,
        /** Where it lay; of one that was added: where it lies now. */
        before: platePieceSchema.shape.placement,
      }),
    ),
    same: z.number().int(),
  }),
});

/** Refused as `readPlatform`; with NOT_FOUND for a revision without a file. */
export const platformContent = defineCall({
  id: 'production.platformContent',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/machine-platforms/{id}/revisions/{revision}/3mf',
  summary: 'A revision as a 3MF: each part once, an item for each copy with its place and ids.',
  guard: builders,
  flag,
  params: one.extend({ revision }),
  produces: 'stream',
  response: z.unknown(),
});

/**
 * The same `eventId` sent twice plans one job. Refused as `readPlatform`; with CONFLICT when its parts are of several
 * materials; otherwise as `scheduling.create`: the pieces of the revision must all be left to schedule.
 */
export const runPlatform = defineCall({
  id: 'production.runPlatform',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/machine-platforms/{id}/revisions/{revision}/jobs',
  summary: 'Plans a job that builds a revision on its machine.',
  guard: planner,
  flag,
  params: one.extend({ revision }),
  body: z.object({
    eventId: z.uuid(),
    jobName: lineSchema(200).min(1, 'Please enter job name'),
    fromDate: epochText,
    toDate: epochText,
  }),
  response: z.object({ jobId: id }),
});

/** Refused as `readPlatform`. */
export const renamePlatform = defineCall({
  id: 'production.renamePlatform',
  owner: 'production',
  method: 'PUT',
  path: '/api/v1/machine-platforms/{id}',
  summary: 'Gives a platform another name.',
  guard: planner,
  flag,
  params: one,
  body: z.object({ name: lineSchema(200).min(1) }),
  response: z.object({ name: z.string() }),
});

/**
 * A nesting goes after a week, a platform stays. The same build is kept once, however often that is asked for. Refused as
 * `production.nesting`; with CONFLICT while it is not ready; with NOT_FOUND for a build that it has not, or a platform as
 * `readPlatform`.
 */
export const keepNestedBuild = defineCall({
  id: 'production.keepNestedBuild',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/nestings/{id}/builds/{number}/platform',
  summary: 'Keeps a build of a nesting as a machine platform, or as the next revision of one.',
  guard: planner,
  flag,
  params: one.extend({ number: revision }),
  body: z.object({
    /** What the platform is called from now on. */
    name: lineSchema(200).min(1),
    /** `null`: it begins a new one. */
    platformId: id.nullable().default(null),
  }),
  response: z.object({ platformId: id, revision: id }),
});

/** Goes to the facility. */
export const platformChanged = defineEvent({
  type: 'production.platform_changed',
  summary: 'A machine platform was made, got a revision, a name, or a job that builds it.',
  payload: z.object({ platformId: id }),
  guard: builders,
  origin: 'server',
});
