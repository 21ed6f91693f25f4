import * as z from 'zod';
import { defineCall } from './call.ts';
import { member } from './guard.ts';
import { fileDtoSchema } from './host.ts';

/** File operations and their results (specification 4.7 and 7.7). */

export const fileOperationTypeSchema = z.enum([
  'VERIFY',
  'REPAIR',
  'CONVERT',
  'TRIANGLE_REDUCTION',
  'SUPPORT_GENERATION',
  'PACK3D',
  'analyze',
  'WALL_THICKNESS',
  'SCALE',
  'SCALE_BY_PERCENT',
  'MINIMUM_ORIENTATION',
  'EXHAUSTIVE_FIT',
  'SOLID_SECTION',
  'SOLID_MIRROR',
  'HOLLOW',
]);
export type FileOperationType = z.infer<typeof fileOperationTypeSchema>;

export const operationStatusSchema = z.enum(['SUCCESS', 'FAILED', 'PENDING']);
export const uploadStepSchema = z.enum(['UPLOAD', 'CONVERT', 'REPAIR', 'VERIFY']);
export type UploadStep = z.infer<typeof uploadStepSchema>;
/** Units a file without its own may be in. */
export const lengthUnitSchema = z.enum(['MM', 'IN', 'CM']);

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

const operationId = z.string().uuid();
const fileId = z.coerce.number().int().positive();

export const startFileOperation = defineCall({
  id: 'preparation.start',
  owner: 'preparation',
  method: 'POST',
  path: '/api/v1/file-operation/{type}',
  summary: 'Starts an operation on a file. VERIFY, REPAIR, CONVERT and analyze are available in this version.',
  guard: member(),
  params: z.object({ type: fileOperationTypeSchema }),
  body: z.object({ fileId, units: lengthUnitSchema.optional() }),
  response: z.object({ operationId }),
});

export const fileOperationStatus = defineCall({
  id: 'preparation.status',
  owner: 'preparation',
  method: 'GET',
  path: '/api/v1/file-operation/status/{id}',
  summary: 'How far an operation is. `fileNeedsRepair` is the text `true` or `false`, once VERIFY has ended.',
  guard: member(),
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
  guard: member(),
  params: z.object({ id: operationId }),
  query: z.object({ fileId }),
  response: z.object({
    fileDTOs: z.array(fileDtoSchema),
    responseData: meshReportSchema,
    fileOperationType: fileOperationTypeSchema,
    /** Picture of the part, square, on a transparent background. */
    pngFileDTO: fileDtoSchema.nullable(),
  }),
});
