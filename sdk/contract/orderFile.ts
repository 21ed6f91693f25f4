import * as z from 'zod';
import { namedSchema } from './catalog.ts';
import { fileDtoSchema } from './host.ts';
import { lengthUnitSchema, meshReportSchema } from './preparation.ts';

/** A part of an order (specification 7.4), which jobs build too. Money in minor units of `currency`. */

const id = z.number().int();

export const moneySchema = z.object({ amount: z.number().int(), currency: z.string().length(3) });
export type Money = z.infer<typeof moneySchema>;

export const orderFileSchema = z.object({
  id,
  quantity: z.number().int(),
  scheduled: z.number().int(),
  notScheduled: z.number().int(),
  aMProcess: namedSchema,
  materials: z.array(namedSchema),
  /** Machines of the viewer's facility that can make it; empty for buyers. */
  machines: z.array(namedSchema),
  originalFileDTO: fileDtoSchema,
  /** Of the original; the mesh is in millimetres. */
  units: lengthUnitSchema,
  fileDTO: fileDtoSchema,
  pngFileDTO: fileDtoSchema.nullable(),
  itar: z.boolean(),
  report: meshReportSchema.pick({ volumeMm3: true, areaMm2: true, facets: true, watertight: true }).extend({
    /** mm */
    size: z.tuple([z.number(), z.number(), z.number()]),
  }),
  unitPrice: moneySchema.nullable(),
});
export type OrderFile = z.infer<typeof orderFileSchema>;
