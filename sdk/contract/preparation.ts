import * as z from 'zod';
import { defineCall } from './call.ts';
import type { MemberRole } from './enums.ts';
import { member, notKiosk } from './guard.ts';
import { fileDtoSchema } from './host.ts';
import { fileOperationTypeSchema, operationDetailsSchemas } from './operations.ts';
import { orderRights } from './rights.ts';

export { fileOperationTypeSchema, type FileOperationType } from './operations.ts';

/** File operations and their results (specification 4.7 and 7.7). */

export const operationStatusSchema = z.enum(['SUCCESS', 'FAILED', 'PENDING']);
export const uploadStepSchema = z.enum(['UPLOAD', 'CONVERT', 'REPAIR', 'VERIFY']);
export type UploadStep = z.infer<typeof uploadStepSchema>;
/** Units a file without its own may be in. */
export const lengthUnitSchema = z.enum(['MM', 'IN', 'CM']);
export type LengthUnit = z.infer<typeof lengthUnitSchema>;

/** File name endings that can be uploaded and put into a tray (specification 5), in small letters. */
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
/** Ignores the case of `fileName`. */
export const isCadFile = (fileName: string): boolean =>
  cadExtensions.includes(fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase());

const triple = z.tuple([z.number(), z.number(), z.number()]);
const count = z.number().int().nonnegative();

/** What VERIFY, REPAIR, CONVERT and analyze find out. Lengths mm, areas mm², volumes mm³. */
export const meshReportSchema = z.object({
  facets: count,
  vertices: count,
  shells: count,
  watertight: z.boolean(),
  volumeMm3: z.number(),
  areaMm2: z.number(),
  bbox: z.object({ min: triple, max: triple, size: triple }),
  defects: z.object({
    openEdges: count,
    nonManifoldEdges: count,
    touchingEdges: count,
    flippedEdges: count,
    degenerate: count,
    duplicate: count,
    nonFinite: count,
  }),
  /** Things a person should know that stop nothing: `{ code, text }`. */
  warnings: z.array(z.object({ code: z.string(), text: z.string() })),
  /** What the operation changed, by kind; empty for VERIFY and analyze. */
  changes: z.record(z.string(), z.number()),
});
export type MeshReport = z.infer<typeof meshReportSchema>;

/** The report, and under `details` what this kind of operation finds out beside it. */
export const operationResultSchema = meshReportSchema.extend({
  details: z.union(Object.values(operationDetailsSchemas)).nullable(),
});

/** Buyers who order, and everybody who works in a facility. */
const preparers: MemberRole[] = [
  ...orderRights.create,
  ...(['SP_SUPER_ADMIN', 'SP_ADMIN', 'SP_NON_ADMIN', 'SP_PURCHASE'] as const),
  ...(['SP_APPLICATION_ENGINEER', 'SP_MANAGER'] as const),
];

const operationId = z.string().uuid();
const fileId = z.coerce.number().int().positive();

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
    /** Why it FAILED. */
    message: z.string().optional(),
  }),
});

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
    /** The made files; the file itself when the operation only looked. */
    fileDTOs: z.array(fileDtoSchema),
    responseData: operationResultSchema,
    fileOperationType: fileOperationTypeSchema,
    /** Picture of the part, square, on a transparent background. */
    pngFileDTO: fileDtoSchema.nullable(),
    /** WALL_THICKNESS: millimetres at every vertex of the file's preview, 32-bit floats, little-endian. */
    mapFileDTO: fileDtoSchema.nullable(),
  }),
});

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

export const pictureViewSchema = z.enum(['ISO', 'FRONT', 'RIGHT', 'TOP']);

/**
 * What can be shown of a file: made when somebody asks first, kept for everybody after. Pictures and light mesh come
 * together; every facet of a larger part comes later, and the event tells again.
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
    /** Of the file itself, in millimetres; `null` until SUCCESS. */
    report: meshReportSchema.nullable(),
    /** A mesh of at most 150,000 facets, in the format of the preview README; `null` until SUCCESS. */
    previewFileDTO: fileDtoSchema.nullable(),
    /**
     * Every facet, in the same format. `null` until it is made, for good where the preview has them all already, or where
     * they are too many to be shown.
     */
    fullFileDTO: fileDtoSchema.nullable(),
    pictures: z.array(z.object({ view: pictureViewSchema, fileDTO: fileDtoSchema })),
  }),
});

export const listFormats = defineCall({
  id: 'preparation.formats',
  owner: 'preparation',
  method: 'GET',
  path: '/api/v1/file-formats',
  summary: 'Which file endings are read here: by this server itself, by a configured converter, or not at all.',
  guard: notKiosk,
  response: z.array(z.object({ extension: z.string(), readBy: z.enum(['BUILT_IN', 'CONVERTER', 'NOBODY']) })),
});
