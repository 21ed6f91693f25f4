import { fileOperationTypeSchema, pictureViewSchema } from '@sinter/sdk/contract/preparation/fileOperations';
import { meshReportSchema } from '@sinter/sdk/contract/preparation/mesh';
import { saidSchema } from '@sinter/sdk/contract/said';
import { lengthUnitSchema } from '@sinter/sdk/contract/preparation/lengthUnit';
import * as z from 'zod';

const isBytes = (value: unknown): value is Uint8Array<ArrayBuffer> =>
  value instanceof Uint8Array && value.buffer instanceof ArrayBuffer;
const bytes = z.custom<Uint8Array<ArrayBuffer>>(isBytes);

const triple = z.tuple([z.number(), z.number(), z.number()]);

const modelFileSchema = z.object({
  fileId: z.number().int(),
  fileName: z.string(),
  bytes,
  /** Unit of the coordinates, when the format does not tell. */
  units: lengthUnitSchema,
  /** A converter made these bytes of the stored file. */
  converted: z.boolean(),
});
/** A model that is handed to a thread. The thread then owns the bytes. */
export type ModelFile = z.infer<typeof modelFileSchema>;

/** A task for a thread. */
export const taskSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('operation'),
    type: fileOperationTypeSchema,
    /** Checked by the schema of the type. */
    input: z.record(z.string(), z.unknown()),
    /** One file; for PACK3D all files of the build. */
    files: z.array(modelFileSchema).min(1),
  }),
  z.object({
    kind: z.literal('nest'),
    files: z.array(modelFileSchema).min(1),
    /** `file`: an index into `files`. */
    parts: z.array(z.object({ id: z.number(), file: z.number(), quantity: z.number(), name: z.string() })).min(1),
    boxMm: triple,
    wallMm: z.number(),
    spacingMm: z.number(),
    space: z.enum(['BED', 'PLATE']),
    turning: z.enum(['ANY', 'ABOUT_Z', 'KEPT']),
    mostBuilds: z.number(),
    seconds: z.number(),
    /** The title of each build; one for the last of `mostBuilds` too. */
    titles: z.array(z.string()),
    /** One word; not 0 any more when what was found is enough. */
    enough: z.instanceof(SharedArrayBuffer),
  }),
  z.object({ kind: z.literal('preview'), file: modelFileSchema }),
  z.object({ kind: z.literal('fullPreview'), file: modelFileSchema }),
]);
export type Task = z.infer<typeof taskSchema>;

const operatedSchema = z.object({
  kind: z.literal('operation'),
  report: meshReportSchema,
  needsRepair: z.boolean(),
  details: z.unknown(),
  /** Binary STL in millimetres; empty when the operation made no mesh. */
  meshes: z.array(z.object({ suffix: z.string(), stl: bytes })),
  png: bytes,
  /** For WALL_THICKNESS: millimetres at each vertex of the preview, 32-bit floats. */
  map: bytes.nullable(),
});
export type Operated = z.infer<typeof operatedSchema>;

const previewedSchema = z.object({
  kind: z.literal('preview'),
  report: meshReportSchema,
  pictures: z.array(z.object({ view: pictureViewSchema, png: bytes })),
  /** The light mesh. */
  preview: bytes,
});
export type Previewed = z.infer<typeof previewedSchema>;

/** A preview with every facet. */
const fullyPreviewedSchema = z.object({ kind: z.literal('fullPreview'), preview: bytes });
export type FullyPreviewed = z.infer<typeof fullyPreviewedSchema>;

const sentenceSchema = z.object({ message: z.string(), said: saidSchema });

const nestedSchema = z.object({
  kind: z.literal('nest'),
  builds: z.array(
    z.object({
      instances: z.array(z.object({ id: z.number(), copy: z.number(), placement: z.array(z.number()) })),
      heightMm: z.number(),
      heightsMm: z.number(),
      volumeMm3: z.number(),
      areaMm2: z.number(),
      utilisation: z.number(),
      threeMf: bytes,
    }),
  ),
  left: z.array(z.object({ id: z.number(), quantity: z.number(), why: sentenceSchema })),
  open: z.array(z.number()),
  passes: z.number(),
});
export type Nested = z.infer<typeof nestedSchema>;

const resultSchema = z.discriminatedUnion('kind', [
  operatedSchema,
  previewedSchema,
  fullyPreviewedSchema,
  nestedSchema,
]);
export type Result = z.infer<typeof resultSchema>;

export const refusalCodeSchema = z.enum(['FILE_UNREADABLE', 'NEEDS_CONVERTER', 'NOT_POSSIBLE', 'TOO_LARGE']);

/** An answer of a thread. */
export const answerSchema = z.discriminatedUnion('kind', [
  /** Sent once, when the thread is loaded. `threadId`: the id that the operating system has for it, if it tells. */
  z.object({ kind: z.literal('ready'), threadId: z.number().int().nullable() }),
  z.object({ kind: z.literal('progress'), progress: z.number() }),
  /** Silent from here until the task has reached `until`, which takes about so many seconds. */
  z.object({ kind: z.literal('silence'), progress: z.number(), until: z.number(), seconds: z.number() }),
  z.object({ kind: z.literal('done'), result: resultSchema }),
  z.object({ kind: z.literal('refused'), code: refusalCodeSchema, message: z.string(), said: saidSchema.optional() }),
  z.object({ kind: z.literal('noMemory') }),
]);
export type Answer = z.infer<typeof answerSchema>;
