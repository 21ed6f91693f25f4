import * as z from 'zod';

/** The first four bytes of a preview. */
export const previewMagic = 0x31565053;
/** Bytes of the magic number and the length of the header. */
export const prefixBytes = 8;
/** Number of steps along the longest side of the box. */
export const gridSteps = 0xffff;
/** No preview has more elements than this, so that a wrong header cannot use up the memory. */
const mostElements = 50_000_000;

const count = z.number().int().nonnegative().max(mostElements);

export const headerSchema = z.object({
  version: z.literal(1),
  vertices: count,
  facets: count,
  /** Number of facets of the source mesh. */
  sourceFacets: z.number().int().nonnegative(),
  /** The coordinates are `origin + q * step`, in millimetres. */
  origin: z.tuple([z.number(), z.number(), z.number()]),
  step: z.number().positive(),
  /** Facets of each component, one after the other. */
  components: z.array(count).min(1),
  /** Lengths of the codes of the first, second and third corners. */
  cornerBytes: z.tuple([count, count, count]),
});
export type Header = z.infer<typeof headerSchema>;

/** A preview as viewers draw it. Sharp edges do not share vertices: each vertex has one normal. */
export interface Preview {
  /** x, y, z of each vertex in millimetres. */
  readonly positions: Float32Array;
  /** Unit normals of the vertices, outward. */
  readonly normals: Float32Array;
  /** Three vertex indices per facet, anticlockwise seen from outside. */
  readonly triangles: Uint32Array;
  /** Number of facets of the source mesh. */
  readonly sourceFacets: number;
  /** Separate pieces as ranges of facets; at least one. */
  readonly components: readonly { readonly first: number; readonly count: number }[];
}
