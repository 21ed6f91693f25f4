import * as z from 'zod';
import { namedSchema } from '../named.ts';
import { fileDtoSchema } from '../host/files.ts';
import { bodyFactsSchema } from '../preparation/bodyFacts.ts';
import { lengthUnitSchema } from '../preparation/lengthUnit.ts';

/** A part of an order (specification 7.4), which jobs build too. Money in minor units of `currency`. */

const id = z.number().int();

/** An amount of money. `amount`: minor units (cents); `currency`: three letters of ISO 4217. */
export const moneySchema = z.object({ amount: z.number().int(), currency: z.string().length(3) });
export type Money = z.infer<typeof moneySchema>;

/** How exact a part has to be: as the process makes it, one of the general tolerances of ISO 2768-1, or what the drawing says. */
export const toleranceSchema = z.enum(['STANDARD', 'ISO_2768_F', 'ISO_2768_M', 'ISO_2768_C', 'DRAWING']);
export type Tolerance = z.infer<typeof toleranceSchema>;

/** How a part is checked: by eye and by sample, measured with a report, or the first piece wholly before the others. */
export const inspectionSchema = z.enum(['STANDARD', 'DIMENSIONAL_REPORT', 'FIRST_ARTICLE']);
export type Inspection = z.infer<typeof inspectionSchema>;

/**
 * A part of an order as orders, jobs and the tray show it (specification 3, Order file; product 3.2 for the
 * quantities).
 */
export const orderFileSchema = z.object({
  id,
  /** Ordered pieces. */
  quantity: z.number().int(),
  /** Pieces that open jobs will build, and good ones that ended jobs have built. */
  scheduled: z.number().int(),
  /** Ordered and to be remade, less `scheduled`; never below 0. */
  notScheduled: z.number().int(),
  /** Good pieces that ended jobs have built, less those that are made once more. */
  made: z.number().int(),
  aMProcess: namedSchema,
  materials: z.array(namedSchema),
  /** `null`: as it comes from the machine. */
  finish: namedSchema.nullable(),
  /** As the buyer writes it; empty: that of the material. */
  color: z.string(),
  tolerance: toleranceSchema,
  inspection: inspectionSchema,
  /** Of the buyer, to this part. */
  notes: z.string(),
  /** Machines of the caller's facility that can make the part; empty for a buyer. */
  machines: z.array(namedSchema),
  originalFileDTO: fileDtoSchema,
  /** Length unit of the uploaded file. The prepared mesh (`fileDTO`) is in millimetres. */
  units: lengthUnitSchema,
  fileDTO: fileDtoSchema,
  pngFileDTO: fileDtoSchema.nullable(),
  /** The file is export controlled (product 3.11). */
  itar: z.boolean(),
  report: bodyFactsSchema.extend({
    /** Sides of the box along x, y and z, mm. */
    size: z.tuple([z.number(), z.number(), z.number()]),
  }),
  /** Of the quote that the caller sees; `null` without one, and for a caller who sees no prices. */
  unitPrice: moneySchema.nullable(),
});
export type OrderFile = z.infer<typeof orderFileSchema>;
