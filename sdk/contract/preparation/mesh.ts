import * as z from 'zod';
import { saidSchema } from '../said.ts';
import { bodyFactsSchema } from './bodyFacts.ts';

/** x, y and z. */
const triple = z.tuple([z.number(), z.number(), z.number()]);
const count = z.number().int().nonnegative();

/** What VERIFY, REPAIR, CONVERT and analyze find out. Lengths mm, areas mm², volumes mm³ (product 3.4). */
export const meshReportSchema = bodyFactsSchema.extend({
  vertices: count,
  shells: count,
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
  /** What a user should know although nothing is wrong. `code` names the kind; `text` is English, made from `said`. */
  warnings: z.array(z.object({ code: z.string(), text: z.string(), said: saidSchema.optional() })),
  /** What the operation changed, by kind; empty for VERIFY and analyze. */
  changes: z.record(z.string(), z.number()),
});
export type MeshReport = z.infer<typeof meshReportSchema>;
