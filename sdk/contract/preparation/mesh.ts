import * as z from 'zod';

/** Units of a file that does not say its own (specification 3.1). */
export const lengthUnitSchema = z.enum(['MM', 'IN', 'CM']);
export type LengthUnit = z.infer<typeof lengthUnitSchema>;

/** x, y and z. */
const triple = z.tuple([z.number(), z.number(), z.number()]);
const count = z.number().int().nonnegative();

/** What VERIFY, REPAIR, CONVERT and analyze find out. Lengths mm, areas mm², volumes mm³ (product 3.4). */
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
  /** What a user should know although nothing is wrong. `code` names the kind, `text` is shown. */
  warnings: z.array(z.object({ code: z.string(), text: z.string() })),
  /** What the operation changed, by kind; empty for VERIFY and analyze. */
  changes: z.record(z.string(), z.number()),
});
export type MeshReport = z.infer<typeof meshReportSchema>;
