import * as z from 'zod';

/** The first four bytes of a preview. */
export const MAGIC = 0x31565053;
/** Magic and length of the header. */
export const PREFIX_BYTES = 8;
/** Steps of the longest side of the box. */
export const STEPS = 0xffff;
/** What no preview has more of, so that a wrong header cannot ask for the machine's memory. */
const MOST = 50_000_000;

const count = z.number().int().nonnegative().max(MOST);

export const headerSchema = z.object({
  version: z.literal(1),
  vertices: count,
  facets: count,
  /** Of the mesh that it was made of. */
  sourceFacets: z.number().int().nonnegative(),
  /** The coordinates are `origin + q * step`, in millimetres. */
  origin: z.tuple([z.number(), z.number(), z.number()]),
  step: z.number().positive(),
  /** Facets of each component, one after the other. */
  components: z.array(count).min(1),
  /** Length of the codes of the first, second and third corners. */
  cornerBytes: z.tuple([count, count, count]),
});
export type Header = z.infer<typeof headerSchema>;

/** A preview as viewers draw it. Vertices are not shared across sharp edges: each has one normal. */
export interface Preview {
  /** x, y, z of each vertex in millimetres. */
  readonly positions: Float32Array;
  /** Unit normals of the vertices, outward. */
  readonly normals: Float32Array;
  /** Three vertex indices per facet, anticlockwise seen from outside. */
  readonly triangles: Uint32Array;
  /** Of the mesh that it was made of. */
  readonly sourceFacets: number;
  /** What lies apart from each other, as ranges of facets; at least one. */
  readonly components: readonly { readonly first: number; readonly count: number }[];
}
