import { voxelsAlong } from './voxels.ts';

export interface Sizes {
  size: readonly [x: number, y: number, z: number];
  quantity: number;
}

/** About so many voxels fill the box: a finer grid packs tighter and takes longer. */
export const voxelCount = 5_000_000;
/** About so many cells cover a plate. */
export const cellCount = 300_000;
/** With more different parts than this, the grid gets fewer voxels. */
const mostDifferentParts = 30;
/** Voxels up to this much larger are considered, in so many steps. */
const coarsestRatio = 1.35;
const sizeSteps = 24;

/**
 * The edge of a voxel, mm. A part is rounded up to whole voxels. So among sizes near the finest, this chooses the one
 * that rounds these parts up least; sizes that divide a side of a part are among them.
 */
export function chooseVoxel(
  boxMm: readonly [number, number, number],
  margin: number,
  parts: readonly Sizes[],
  { flat, most, least }: { flat: boolean; most: number; least: number } = { flat: false, most: voxelCount, least: 0 },
): number {
  const voxels = most / Math.max(1, parts.length / mostDifferentParts);
  const fitting = flat
    ? Math.sqrt((boxMm[0] * boxMm[1]) / voxels)
    : Math.cbrt((boxMm[0] * boxMm[1] * boxMm[2]) / voxels);
  const finest = Math.max(fitting, least);
  const candidates = Array.from({ length: sizeSteps }, (_, i) => finest * coarsestRatio ** (i / sizeSteps));
  for (const { size } of parts) {
    for (const side of size) {
      const full = side + 2 * margin;
      const count = Math.floor(full / finest);
      if (count > 0 && full / count <= finest * coarsestRatio) candidates.push(full / count);
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
