import { voxelsAlong } from './voxels.ts';

export interface Sizes {
  size: readonly [x: number, y: number, z: number];
  quantity: number;
}

/** About so many voxels fill the box: finer packs tighter and takes longer. */
const VOXELS = 5_000_000;
/** More different parts than this have to do with fewer. */
const DIFFERENT = 30;
/** Voxels up to this much larger are considered, in so many steps. */
const COARSEST = 1.35;
const STEPS = 24;

/**
 * The edge of a voxel, mm. A part is rounded up to whole voxels, so of the sizes near the finest the one that rounds
 * these parts up least is taken; among them are those that a side of a part is a multiple of.
 */
export function chooseVoxel(boxMm: readonly [number, number, number], margin: number, parts: readonly Sizes[]): number {
  const voxels = VOXELS / Math.max(1, parts.length / DIFFERENT);
  const finest = Math.cbrt((boxMm[0] * boxMm[1] * boxMm[2]) / voxels);
  const candidates = Array.from({ length: STEPS }, (_, i) => finest * COARSEST ** (i / STEPS));
  for (const { size } of parts) {
    for (const side of size) {
      const full = side + 2 * margin;
      const count = Math.floor(full / finest);
      if (count > 0 && full / count <= finest * COARSEST) candidates.push(full / count);
    }
  }
  let best = { voxel: finest, waste: Infinity };
  for (const voxel of new Set(candidates)) {
    const waste = parts.reduce((sum, { size, quantity }) => {
      return sum + quantity * size.reduce((bulk, side) => bulk * voxelsAlong(side, margin, voxel) * voxel, 1);
    }, 0);
    if (waste < best.waste) best = { voxel, waste };
  }
  return best.voxel;
}
