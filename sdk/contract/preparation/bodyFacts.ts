import * as z from 'zod';

/** What a price and a build hang on. Volumes mm³, areas mm² (product 3.4). */
export const bodyFactsSchema = z.object({
  facets: z.number().int().nonnegative(),
  watertight: z.boolean(),
  volumeMm3: z.number(),
  areaMm2: z.number(),
});
