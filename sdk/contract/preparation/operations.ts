import * as z from 'zod';
import { lengthUnitSchema } from './lengthUnit.ts';

/**
 * What each file operation asks for, and what it finds out beyond the mesh report (specification 3.1 and 7.7). Lengths mm,
 * areas mm², volumes mm³, angles degrees; z is up. A placement is a matrix of 16 numbers, column by column, that moves
 * a point of the file to its place.
 */

/** Specification 3.1, including the lower case of `analyze`. */
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

const count = z.number().int().nonnegative();
const vector = z.tuple([z.number(), z.number(), z.number()]);
/** mm */
const length = z.number().positive().max(100_000);
/** Sides along x, y and z, mm. */
const box = z.tuple([length, length, length]);
const percent = z.number().min(0.1).max(10_000);
/** Column by column. */
const matrix = z.array(z.number()).length(16);
const nothing = z.strictObject({});

/** What each operation asks for as `input` of `startFileOperation`. Fields that are left out take the default. */
export const operationInputSchemas = {
  VERIFY: nothing,
  REPAIR: nothing,
  CONVERT: nothing,
  analyze: nothing,
  TRIANGLE_REDUCTION: z.strictObject({
    /** Share of the facets that stay, percent. */
    keepPercent: z.number().min(0.1).max(99).default(50),
    /** Reduction stops before the surface moves farther than this. Default: 0.1 % of the diagonal of the box. */
    maxDeviationMm: length.optional(),
  }),
  SUPPORT_GENERATION: z.strictObject({
    /** A surface that leans more than this from the vertical gets support. */
    overhangDegrees: z.number().min(0).max(89).default(45),
    /** Between two columns. */
    spacingMm: z.number().min(0.5).max(50).default(3),
    /** Diameter where a column touches the part. */
    tipMm: z.number().min(0.1).max(5).default(0.5),
    /** Diameter of a column. */
    columnMm: z.number().min(0.2).max(20).default(1.5),
    /** Space between the plate and the part's lowest point. */
    liftMm: z.number().min(0).max(50).default(0),
  }),
  PACK3D: z.strictObject({
    /** The file the operation was started on counts only if it is among them. */
    parts: z
      .array(
        z.strictObject({
          fileId: z.number().int().positive(),
          quantity: z.number().int().min(1).max(2000),
          /** That the numbers of this file are in, when it is another than that of the operation. */
          units: lengthUnitSchema.optional(),
        }),
      )
      .min(1)
      .max(200),
    boxMm: box,
    spacingMm: z.number().min(0).max(50).default(2),
    /** `UPRIGHT`: turned about the vertical only; `ANY`: laid on any side. */
    turning: z.enum(['UPRIGHT', 'ANY']).default('ANY'),
  }),
  WALL_THICKNESS: z.strictObject({
    /** A wall thinner than this counts as thin. */
    minimumMm: length.default(1),
  }),
  SCALE: z
    .strictObject({
      /** Scales by this factor, for example 25.4 when inches were taken for millimetres. */
      factor: z.number().min(0.0001).max(10_000).optional(),
      /** Or scales to this size. An axis that is left out keeps its proportion. */
      sizeMm: z.strictObject({ x: length.optional(), y: length.optional(), z: length.optional() }).optional(),
    })
    .refine(
      ({ factor, sizeMm }) =>
        (factor !== undefined) !==
        (sizeMm !== undefined && [sizeMm.x, sizeMm.y, sizeMm.z].some((side) => side !== undefined)),
      { error: 'Either a factor or a size' },
    ),
  /** Percent of the present size along x, y and z. */
  SCALE_BY_PERCENT: z.strictObject({ percent: z.tuple([percent, percent, percent]) }),
  MINIMUM_ORIENTATION: z.strictObject({
    /** HEIGHT: lowest height. BOX: smallest box. OVERHANG: smallest surface that needs support. */
    objective: z.enum(['HEIGHT', 'BOX', 'OVERHANG']).default('HEIGHT'),
  }),
  /** `clearanceMm`: kept free on every side. */
  EXHAUSTIVE_FIT: z.strictObject({ boxMm: box, clearanceMm: z.number().min(0).max(100).default(0) }),
  SOLID_SECTION: z.strictObject({
    /** Of the plane. Any length except 0. */
    normal: vector.refine((given) => Math.hypot(...given) > 0, { error: 'The plane needs a direction' }),
    /** Distance of the plane from the origin of the file along the normal. */
    offsetMm: z.number().min(-1_000_000).max(1_000_000),
    /** `ABOVE`: the side that the normal points to. */
    keep: z.enum(['BOTH', 'ABOVE', 'BELOW']).default('BOTH'),
  }),
  /** Mirrors at the plane through the origin of the file that is perpendicular to this axis. */
  SOLID_MIRROR: z.strictObject({ axis: z.enum(['X', 'Y', 'Z']) }),
  HOLLOW: z.strictObject({ wallMm: z.number().min(0.2).max(100).default(2) }),
} as const satisfies Record<FileOperationType, z.ZodType>;

/** The input of an operation with its defaults filled in. */
export type OperationInput<T extends FileOperationType> = z.output<(typeof operationInputSchemas)[T]>;

/** Where something was found. */
const spot = z.object({ position: vector, normal: vector });

/** What each operation finds out beyond the mesh report. The types that are missing here have no details. */
export const operationDetailsSchemas = {
  analyze: z.object({
    centroid: vector,
    boxVolumeMm3: z.number(),
    /** Volume of the part over that of its box, 0 to 1. */
    boxFill: z.number(),
    hullVolumeMm3: z.number(),
    overhangAreaMm2: z.number(),
    baseAreaMm2: z.number(),
    /** The unit that the coordinates were most likely meant in. A hint only. */
    unitGuess: z.enum(['MM', 'IN_OR_M', 'UM']),
  }),
  TRIANGLE_REDUCTION: z.object({
    facetsBefore: count,
    facetsAfter: count,
    /** Largest distance of either surface from the other, as measured. */
    deviationMm: z.number(),
    /** `maxDeviationMm` ended the reduction before `keepPercent` was reached. */
    stoppedByDeviation: z.boolean(),
  }),
  SUPPORT_GENERATION: z.object({
    columns: count,
    /** Columns that stand on the part itself. */
    columnsOnPart: count,
    supportVolumeMm3: z.number(),
    overhangAreaMm2: z.number(),
  }),
  PACK3D: z.object({
    placements: z.array(z.object({ fileId: z.number().int(), placement: matrix })),
    unplaced: z.array(z.object({ fileId: z.number().int(), quantity: count })),
    heightMm: z.number(),
    /** Volume of the parts over that of the box up to the height used, 0 to 1. */
    density: z.number(),
  }),
  WALL_THICKNESS: z.object({
    /** `p1Mm`, `p5Mm`, `medianMm`: 1 %, 5 % and half of the wall surface are at most this thick. */
    minMm: z.number(),
    p1Mm: z.number(),
    p5Mm: z.number(),
    medianMm: z.number(),
    maxMm: z.number(),
    /** Share of the surface that is thin, 0 to 1. */
    thinShare: z.number(),
    thinnest: spot.nullable(),
    /** Surface by thickness, thinnest first. */
    histogram: z.array(z.object({ fromMm: z.number(), toMm: z.number(), areaMm2: z.number() })),
  }),
  SCALE: z.object({ factors: vector }),
  SCALE_BY_PERCENT: z.object({ factors: vector }),
  MINIMUM_ORIENTATION: z.object({
    placement: matrix,
    heightMm: z.number(),
    boxMm: vector,
    overhangAreaMm2: z.number(),
    /** The part as it lay in the file. */
    before: z.object({ heightMm: z.number(), boxMm: vector, overhangAreaMm2: z.number() }),
  }),
  EXHAUSTIVE_FIT: z.object({
    fits: z.boolean(),
    /** Room on the tightest side. Negative: by how much the part does not fit. */
    marginMm: z.number(),
    placement: matrix,
    boxMm: vector,
    /** Directions and angles that were tried. */
    tried: count,
    resolutionDegrees: z.number(),
  }),
  SOLID_SECTION: z.object({
    /** Area of the cut. */
    sectionAreaMm2: z.number(),
    /** Volume of each file that was made, in the same order; 0 for a side that holds nothing. */
    volumesMm3: z.array(z.number()),
  }),
  HOLLOW: z.object({
    cavities: count,
    savedVolumeMm3: z.number(),
    wallMeanMm: z.number(),
    wallMinMm: z.number(),
  }),
} as const satisfies Partial<Record<FileOperationType, z.ZodType>>;

/** The details that an operation of type `T` answers. */
export type OperationDetails<T extends keyof typeof operationDetailsSchemas> = z.output<
  (typeof operationDetailsSchemas)[T]
>;
