import { boundsOf, volumeOf, type Mesh } from '../mesh.ts';

/** What a packing of real shapes is measured against: packers that know of each part only the box around it. */

interface Counted {
  mesh: Mesh;
  quantity: number;
}
type Triple = readonly [x: number, y: number, z: number];

const sizeOf = (mesh: Mesh): [number, number, number] => {
  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = boundsOf(mesh);
  return [x1 - x0, y1 - y0, z1 - z0];
};

const sum = (parts: readonly Counted[], of: (mesh: Mesh) => number): number =>
  parts.reduce((total, { mesh, quantity }) => total + of(mesh) * quantity, 0);

/**
 * The height below which nobody stays who puts the parts' boxes, each with the spacing around it, into the machine: as if no gap
 * were left between them.
 */
export function boxBound(parts: readonly Counted[], [x, y]: Triple, wallMm: number, spacingMm: number): number {
  const boxes = sum(parts, (mesh) => sizeOf(mesh).reduce((bulk, side) => bulk * (side + spacingMm), 1));
  return boxes / ((x - 2 * wallMm + spacingMm) * (y - 2 * wallMm + spacingMm)) - spacingMm + wallMm;
}

/** The height of plain first fit: boxes lie flat, largest first, in rows, the rows in layers, each in the first that has room. */
export function firstFitHeight(parts: readonly Counted[], [x, y]: Triple, wallMm: number, spacingMm: number): number {
  const [wide, deep] = [x - 2 * wallMm + spacingMm, y - 2 * wallMm + spacingMm];
  const boxes = parts
    .flatMap(({ mesh, quantity }) => {
      const [height = 0, depth = 0, width = 0] = sizeOf(mesh)
        .map((side) => side + spacingMm)
        .sort((a, b) => a - b);
      return Array.from({ length: quantity }, () => ({ width, depth, height }));
    })
    .sort((a, b) => b.height - a.height || b.depth - a.depth);
  const layers: { height: number; used: number; rows: { depth: number; used: number }[] }[] = [];
  for (const { width, depth, height } of boxes) {
    const inRow = (): boolean =>
      layers.some((layer) => {
        if (layer.height < height) return false;
        const row = layer.rows.find((each) => each.depth >= depth && each.used + width <= wide);
        if (row) row.used += width;
        return row !== undefined;
      });
    const inLayer = (): boolean => {
      const layer = layers.find((each) => each.height >= height && each.used + depth <= deep);
      layer?.rows.push({ depth, used: width });
      if (layer) layer.used += depth;
      return layer !== undefined;
    };
    if (!inRow() && !inLayer()) layers.push({ height, used: depth, rows: [{ depth, used: width }] });
  }
  return layers.reduce((total, { height }) => total + height, 0) - spacingMm + wallMm;
}

/** Plates below which nobody stays who lays the rectangles around the parts onto plates, as if no gap were left between them. */
export function rectangleBound(parts: readonly Counted[], [x, y]: Triple, wallMm: number, spacingMm: number): number {
  const area = sum(parts, (mesh) => {
    const [width, depth] = sizeOf(mesh);
    return (width + spacingMm) * (depth + spacingMm);
  });
  return area / ((x - 2 * wallMm + spacingMm) * (y - 2 * wallMm + spacingMm));
}

/** Plates of plain first fit: rectangles lie across, deepest first, in rows, each in the first row or plate that has room. */
export function firstFitPlates(parts: readonly Counted[], [x, y]: Triple, wallMm: number, spacingMm: number): number {
  const [wide, deep] = [x - 2 * wallMm + spacingMm, y - 2 * wallMm + spacingMm];
  const rectangles = parts
    .flatMap(({ mesh, quantity }) => {
      const [width, depth] = sizeOf(mesh);
      const lying = { width: Math.max(width, depth) + spacingMm, depth: Math.min(width, depth) + spacingMm };
      return Array.from({ length: quantity }, () => lying);
    })
    .sort((a, b) => b.depth - a.depth);
  const plates: { used: number; rows: { depth: number; used: number }[] }[] = [];
  for (const { width, depth } of rectangles) {
    const row = plates.flatMap(({ rows }) => rows).find((each) => each.depth >= depth && each.used + width <= wide);
    if (row) {
      row.used += width;
      continue;
    }
    let plate = plates.find(({ used }) => used + depth <= deep);
    if (!plate) plates.push((plate = { used: 0, rows: [] }));
    plate.used += depth;
    plate.rows.push({ depth, used: width });
  }
  return plates.length;
}

export const utilisationAt = (parts: readonly Counted[], [x, y]: Triple, heightMm: number): number =>
  sum(parts, (mesh) => Math.abs(volumeOf(mesh))) / (x * y * heightMm);
