import * as z from 'zod';
import { defineCall } from '../call.ts';
import type { MemberRole } from '../enums.ts';
import { member, notKiosk } from '../guard.ts';
import { fileDtoSchema } from '../host/files.ts';
import { saidSchema } from '../said.ts';
import { meshReportSchema } from './mesh.ts';
import { lengthUnitSchema } from './lengthUnit.ts';
import { fileOperationTypeSchema, operationDetailsSchemas } from './operations.ts';
import { orderRights } from '../orders/rights.ts';

export { fileOperationTypeSchema, type FileOperationType } from './operations.ts';

/** File operations and their results (specification 4.7 and 7.7). */

/** Specification 3.1. */
export const operationStatusSchema = z.enum(['SUCCESS', 'FAILED', 'PENDING']);
/** Steps of preparing an uploaded file, in their order (specification 3.1, 4.7). */
export const uploadStepSchema = z.enum(['UPLOAD', 'CONVERT', 'REPAIR', 'VERIFY']);
export type UploadStep = z.infer<typeof uploadStepSchema>;
/** File name endings that can be uploaded and put into a tray, in lower case (specification 5). */
export const cadExtensions: readonly string[] = [
  'stl',
  'sldasm',
  'sldprt',
  'ipt',
  'iam',
  'iges',
  'igs',
  'step',
  'stp',
  'catpart',
  'catproduct',
  'prt',
  'asm',
  'x_b',
  'x_t',
  'jt',
  'obj',
  'wrl',
  '3mf',
];
/** Whether `fileName` ends in one of `cadExtensions`, in upper or lower case. */
export const isCadFile = (fileName: string): boolean =>
  cadExtensions.includes(fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase());

/**
 * The report, and under `details` what this kind of operation finds out beyond it (see `operationDetailsSchemas`).
 */
export const operationResultSchema = meshReportSchema.extend({
  details: z.union(Object.values(operationDetailsSchemas)).nullable(),
});

/** Functions that may start operations: buyers who order, and the members of a facility except legal. */
const preparers: MemberRole[] = [
  ...orderRights.create,
  'SP_SUPER_ADMIN',
  'SP_ADMIN',
  'SP_NON_ADMIN',
  'SP_PURCHASE',
  'SP_APPLICATION_ENGINEER',
  'SP_MANAGER',
];

const operationId = z.string().uuid();
const fileId = z.coerce.number().int().positive();

/**
 * An operation that already runs or succeeded with the same file, units and input is answered instead of a new one.
 * Refused with NOT_FOUND or EXPORT_CONTROLLED when the caller may not see the file, or one of the parts of PACK3D;
 * with INVALID_INPUT when `input` does not fit the type; with TOO_LARGE when the parts of PACK3D together need more
 * memory than there is; with RATE_LIMITED when the user has 200 operations under way or the company or facility has
 * 1000; with CONFLICT when the running operation has ended in that moment: send it again (specification 7.7).
 */
export const startFileOperation = defineCall({
  id: 'preparation.start',
  owner: 'preparation',
  method: 'POST',
  path: '/api/v1/file-operation/{type}',
  summary:
    'Starts an operation on a file. `input` is checked by the schema of the type (see `operationInputSchemas`); asking again for what is running or done answers the same operation.',
  guard: member({ memberRoles: preparers }),
  ratePerMinute: 600,
  params: z.object({ type: fileOperationTypeSchema }),
  body: z.object({ fileId, units: lengthUnitSchema.optional(), input: z.record(z.string(), z.unknown()).default({}) }),
  response: z.object({ operationId }),
});

/**
 * Refused with NOT_FOUND when the own company or facility started no such operation, or the caller may not see the
 * file; with EXPORT_CONTROLLED when the file is controlled and the caller is not cleared (specification 7.7).
 */
export const fileOperationStatus = defineCall({
  id: 'preparation.status',
  owner: 'preparation',
  method: 'GET',
  path: '/api/v1/file-operation/status/{id}',
  summary: 'How far an operation is. `fileNeedsRepair` is the text `true` or `false`, once VERIFY has ended.',
  guard: notKiosk,
  params: z.object({ id: operationId }),
  query: z.object({ fileId }),
  response: z.object({
    status: operationStatusSchema,
    fileNeedsRepair: z.enum(['true', 'false']).optional(),
    /** 0 to 1. */
    progress: z.number(),
    /** Why the operation FAILED: the sentence in English, and what it is made from. */
    message: z.string().optional(),
    said: saidSchema.optional(),
  }),
});

/**
 * Refused as `fileOperationStatus`; with CONFLICT while the operation is PENDING. A FAILED operation answers the
 * reason it failed for: FILE_UNREADABLE, NEEDS_CONVERTER, NOT_POSSIBLE, TOO_LARGE, STORAGE_FULL, CANCELLED or
 * INTERNAL (specification 7.7).
 */
export const fileOperationResult = defineCall({
  id: 'preparation.result',
  owner: 'preparation',
  method: 'GET',
  path: '/api/v1/file-operation/result/{id}',
  summary:
    'Files and facts that an operation made. `fileOperationType` may be VERIFY after a conversion that verified.',
  guard: notKiosk,
  params: z.object({ id: operationId }),
  query: z.object({ fileId }),
  response: z.object({
    /** The files that were made; the file itself when the operation made none. */
    fileDTOs: z.array(fileDtoSchema),
    responseData: operationResultSchema,
    fileOperationType: fileOperationTypeSchema,
    /** Square PNG picture of the part on a transparent background. */
    pngFileDTO: fileDtoSchema.nullable(),
    /** For WALL_THICKNESS: the thickness at every vertex of the file's preview in mm, 32-bit floats, little-endian. */
    mapFileDTO: fileDtoSchema.nullable(),
  }),
});

/** The operation fails with CANCELLED. Refused as `fileOperationStatus`. */
export const cancelFileOperation = defineCall({
  id: 'preparation.cancel',
  owner: 'preparation',
  method: 'POST',
  path: '/api/v1/file-operation/cancel/{id}',
  summary: 'Stops an operation: it becomes FAILED with that reason. One that has ended stays as it is.',
  guard: notKiosk,
  params: z.object({ id: operationId }),
  body: z.object({ fileId }),
  response: z.object({ status: operationStatusSchema }),
});

/** The side that a picture shows a part from. */
export const pictureViewSchema = z.enum(['ISO', 'FRONT', 'RIGHT', 'TOP']);

/**
 * The first caller starts the making of a preview; all later ones share it. Pictures and the light mesh come
 * together. Every facet of a larger part comes later, and `filePreviewChanged` tells of it. A failed preview is tried
 * again when a caller asks 15 minutes later. Refused with NOT_FOUND or EXPORT_CONTROLLED when the caller may not see
 * the file (product 2, CAD viewer).
 */
export const filePreview = defineCall({
  id: 'preparation.preview',
  owner: 'preparation',
  method: 'GET',
  path: '/api/v1/file-preview/{fileId}',
  summary: 'Pictures and light mesh of a file for viewers; PENDING while they are made (the event tells when not).',
  guard: notKiosk,
  ratePerMinute: 1200,
  params: z.object({ fileId }),
  query: z.object({ units: lengthUnitSchema.optional() }),
  response: z.object({
    status: operationStatusSchema,
    message: z.string().optional(),
    said: saidSchema.optional(),
    /** About the file itself, in mm; `null` until SUCCESS. */
    report: meshReportSchema.nullable(),
    /** A mesh of at most 150,000 facets, in the format of the preview README; `null` until SUCCESS. */
    previewFileDTO: fileDtoSchema.nullable(),
    /**
     * A mesh with every facet, in the same format. `null` until it is made. It stays `null` when the preview has all facets
     * already, or when there are more than 12 million.
     */
    fullFileDTO: fileDtoSchema.nullable(),
    pictures: z.array(z.object({ view: pictureViewSchema, fileDTO: fileDtoSchema })),
  }),
});

/** One row for each of `cadExtensions` (specification 5). */
export const listFormats = defineCall({
  id: 'preparation.formats',
  owner: 'preparation',
  method: 'GET',
  path: '/api/v1/file-formats',
  summary: 'Which file endings are read here: by this server itself, by a configured converter, or not at all.',
  guard: notKiosk,
  response: z.array(z.object({ extension: z.string(), readBy: z.enum(['BUILT_IN', 'CONVERTER', 'NOBODY']) })),
});

/** The shorter of the specification's two sets of length units (specification 3.1). */
export const displayUnitSchema = z.enum(['MM', 'IN']);

/** How a part is turned for the build (specification 3.1). */
export const orientationModeSchema = z.enum(['DEFAULT', 'OPTIMAL_Z', 'MANUAL']);
