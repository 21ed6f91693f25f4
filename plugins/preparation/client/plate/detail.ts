import type { Preview } from '../../geometry/preview/format.ts';
import { coarsen } from '../viewer/scene/coarsen.ts';

/** Facets that one picture of the whole plate may have: at rest, and while a slow computer turns it. */
export const mostFacets = { still: 400_000, moving: 60_000 } as const;
/** Cells along the longest side of a part. Below the fewest it is no longer known by its shape. */
const cells = { most: 56, fewest: 4 };
/** A part has about so many facets for each cell of one side of the grid, squared. */
const facetsPerCell = 4.3;

/** A part with no more facets than one copy may have, when all copies share what a picture may have. */
export function withFacets(preview: Preview, most: number): Preview {
  let found = preview;
  let along = Math.min(cells.most, Math.max(cells.fewest, Math.round(Math.sqrt(most / facetsPerCell))));
  while (found.triangles.length / 3 > most && along >= cells.fewest) {
    found = coarsen(preview, along).preview;
    along = Math.floor(along * 0.85);
  }
  return found;
}
