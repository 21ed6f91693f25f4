import { windingAt } from '../bvh/crossings.ts';
import { buildBvh, type Bvh } from '../bvh/tree.ts';
import type { Mesh } from '../mesh.ts';
import { turnedBounds, type Rotation } from '../placement.ts';
import { verify } from '../verify.ts';
import { innerPoints } from './innerPoints.ts';
import { nearerThan } from './triangles.ts';

/**
 * Checks a build with the real triangles: nothing here knows how it was arranged. Distances are exact to a ten-thousandth of a
 * millimetre, which is what single precision leaves.
 */

const tolerance = 1e-4;
/** Parts that may touch cross nowhere when they share planes: then every facet says whether the other part is behind it. */
const touching = 1e-3;

export interface Placed {
  id: number;
  /** 16 numbers, column by column. */
  placement: readonly number[];
}

export interface Space {
  boxMm: readonly [number, number, number];
  spacingMm: number;
}

/** What is wrong: two of the placed parts, by index, or one that leaves the box. */
export type Conflict = { kind: 'NEAR'; one: number; other: number } | { kind: 'OUTSIDE'; one: number };

interface Solid {
  bvh: Bvh;
  closed: boolean;
  positions: Float32Array;
  triangles: Uint32Array;
  /** Just below the surface: of each body, and of each facet. */
  bodies: Float64Array;
  facets: Float64Array;
}

/** Checks builds of the same parts. Only closed meshes can hold others; of open ones the surfaces alone keep the distance. */
export class Checker {
  readonly #solids = new Map<number, Solid>();
  readonly #bounds = new Map<string, Float64Array>();

  constructor(parts: Iterable<{ id: number; mesh: Mesh }>) {
    for (const { id, mesh } of parts) {
      const { bodies, facets } = innerPoints(mesh);
      this.#solids.set(id, { ...mesh, bvh: buildBvh(mesh), closed: verify(mesh).watertight, bodies, facets });
    }
  }

  /** The first conflict of a build, or `null`. `onProgress` receives 0 to 1. */
  conflictIn(placed: readonly Placed[], space: Space, onProgress: (share: number) => void = () => {}): Conflict | null {
    const boxes = placed.map((each) => this.#boundsOf(each));
    const outside = boxes.findIndex((box) => leaves(box, space.boxMm));
    if (outside >= 0) return { kind: 'OUTSIDE', one: outside };
    // Swept along x: only those that begin before the one ends are looked at.
    const order = boxes.map((_, i) => i).sort((a, b) => (boxes[a]?.[0] ?? 0) - (boxes[b]?.[0] ?? 0));
    for (let i = 0; i < order.length; i++) {
      const one = order[i] ?? 0;
      const box = boxes[one];
      if (!box) continue;
      onProgress(i / order.length);
      for (let j = i + 1; j < order.length; j++) {
        const other = order[j] ?? 0;
        const next = boxes[other];
        if (!next || (next[0] ?? 0) > (box[3] ?? 0) + space.spacingMm) break;
        if (!near(box, next, space.spacingMm)) continue;
        const a = placed[one];
        const b = placed[other];
        if (a && b && this.#tooNear(a, b, space.spacingMm)) {
          return { kind: 'NEAR', one: Math.min(one, other), other: Math.max(one, other) };
        }
      }
    }
    return null;
  }

  /** Of all parts together, as they lie, mm. */
  heightsOf(placed: readonly Placed[]): number {
    return placed.reduce((sum, each) => {
      const box = this.#boundsOf(each);
      return sum + at(box, 5) - at(box, 2);
    }, 0);
  }

  #solidOf({ id }: Placed): Solid {
    const solid = this.#solids.get(id);
    if (!solid) throw new Error(`Part ${id} was not given to the check.`);
    return solid;
  }

  #boundsOf(placed: Placed): Float64Array {
    const { placement: m } = placed;
    const rotation: Rotation = [
      at(m, 0),
      at(m, 4),
      at(m, 8),
      at(m, 1),
      at(m, 5),
      at(m, 9),
      at(m, 2),
      at(m, 6),
      at(m, 10),
    ];
    const key = `${placed.id} ${rotation.join()}`;
    let box = this.#bounds.get(key);
    if (!box) {
      const { positions, triangles } = this.#solidOf(placed);
      const used = new Float32Array(triangles.length * 3);
      for (let i = 0; i < triangles.length; i++) {
        const vertex = (triangles[i] ?? 0) * 3;
        for (let k = 0; k < 3; k++) used[i * 3 + k] = positions[vertex + k] ?? 0;
      }
      this.#bounds.set(key, (box = turnedBounds(used, rotation)));
    }
    return box.map((value, i) => value + at(m, 12 + (i % 3)));
  }

  #tooNear(a: Placed, b: Placed, spacing: number): boolean {
    const one = this.#solidOf(a);
    const other = this.#solidOf(b);
    const toOne = between(a.placement, b.placement);
    if (surfacesNear(one.bvh, other.bvh, toOne, spacing > tolerance ? spacing - tolerance : 0)) return true;
    const which = spacing < touching ? 'facets' : 'bodies';
    return holds(one, other[which], toOne) || holds(other, one[which], between(b.placement, a.placement));
  }
}

const at = (numbers: ArrayLike<number>, index: number): number => numbers[index] ?? 0;

function leaves(box: Float64Array, boxMm: readonly [number, number, number]): boolean {
  return [0, 1, 2].some((axis) => at(box, axis) < -tolerance || at(box, axis + 3) > at(boxMm, axis) + tolerance);
}

const near = (a: Float64Array, b: Float64Array, spacing: number): boolean =>
  [0, 1, 2].every((axis) => at(a, axis) <= at(b, axis + 3) + spacing && at(b, axis) <= at(a, axis + 3) + spacing);

/** Takes points of the file of `b` to the file of `a`; both placements turn and move only. */
function between(a: readonly number[], b: readonly number[]): Float64Array {
  const result = new Float64Array(12);
  const moved = [at(b, 12) - at(a, 12), at(b, 13) - at(a, 13), at(b, 14) - at(a, 14)];
  for (let row = 0; row < 3; row++) {
    // The inverse of a rotation is its transpose: row `row` is column `row` of `a`.
    const [x, y, z] = [at(a, row * 4), at(a, row * 4 + 1), at(a, row * 4 + 2)];
    for (let column = 0; column < 3; column++) {
      result[row * 3 + column] = x * at(b, column * 4) + y * at(b, column * 4 + 1) + z * at(b, column * 4 + 2);
    }
    result[9 + row] = x * at(moved, 0) + y * at(moved, 1) + z * at(moved, 2);
  }
  return result;
}

/** Is one of these points inside? */
function holds(solid: Solid, points: Float64Array, m: Float64Array): boolean {
  if (!solid.closed) return false;
  const { boxes } = solid.bvh;
  for (let i = 0; i < points.length; i += 3) {
    const [px, py, pz] = [at(points, i), at(points, i + 1), at(points, i + 2)];
    const x = at(m, 0) * px + at(m, 1) * py + at(m, 2) * pz + at(m, 9);
    const y = at(m, 3) * px + at(m, 4) * py + at(m, 5) * pz + at(m, 10);
    const z = at(m, 6) * px + at(m, 7) * py + at(m, 8) * pz + at(m, 11);
    if (x < at(boxes, 0) || y < at(boxes, 1) || z < at(boxes, 2)) continue;
    if (x > at(boxes, 3) || y > at(boxes, 4) || z > at(boxes, 5)) continue;
    if (windingAt(solid.bvh, x, y, z) !== 0) return true;
  }
  return false;
}

const leafCorners = new Float64Array(4 * 9);
let pairs = new Uint32Array(1024);

/** Is any facet of `b`, taken over by `m`, nearer than `limit` to one of `a`? Both trees are walked together. */
function surfacesNear(a: Bvh, b: Bvh, m: Float64Array, limit: number): boolean {
  if (a.size.length === 0 || b.size.length === 0) return false;
  const squared = limit * limit;
  let top = 0;
  pairs[top++] = 0;
  pairs[top++] = 0;
  while (top > 0) {
    const nodeB = pairs[--top] ?? 0;
    const nodeA = pairs[--top] ?? 0;
    if (boxDistance(a.boxes, nodeA * 6, b.boxes, nodeB * 6, m) > squared) continue;
    const sizeA = a.size[nodeA] ?? 0;
    const sizeB = b.size[nodeB] ?? 0;
    if (sizeA > 0 && sizeB > 0) {
      if (leavesNear(a, nodeA, b, nodeB, m, limit)) return true;
      continue;
    }
    if (top + 4 > pairs.length) {
      const grown = new Uint32Array(pairs.length * 2);
      grown.set(pairs);
      pairs = grown;
    }
    // The larger box is opened.
    if (sizeB > 0 || (sizeA === 0 && extentOf(a.boxes, nodeA * 6) >= extentOf(b.boxes, nodeB * 6))) {
      const child = a.first[nodeA] ?? 0;
      pairs[top++] = child;
      pairs[top++] = nodeB;
      pairs[top++] = child + 1;
      pairs[top++] = nodeB;
    } else {
      const child = b.first[nodeB] ?? 0;
      pairs[top++] = nodeA;
      pairs[top++] = child;
      pairs[top++] = nodeA;
      pairs[top++] = child + 1;
    }
  }
  return false;
}

const extentOf = (boxes: Float32Array, i: number): number =>
  at(boxes, i + 3) - at(boxes, i) + at(boxes, i + 4) - at(boxes, i + 1) + at(boxes, i + 5) - at(boxes, i + 2);

/** Squared distance of a box from the box around another one that is turned; never too large. */
function boxDistance(boxesA: Float32Array, i: number, boxesB: Float32Array, j: number, m: Float64Array): number {
  const cx = (at(boxesB, j) + at(boxesB, j + 3)) / 2;
  const cy = (at(boxesB, j + 1) + at(boxesB, j + 4)) / 2;
  const cz = (at(boxesB, j + 2) + at(boxesB, j + 5)) / 2;
  const hx = (at(boxesB, j + 3) - at(boxesB, j)) / 2;
  const hy = (at(boxesB, j + 4) - at(boxesB, j + 1)) / 2;
  const hz = (at(boxesB, j + 5) - at(boxesB, j + 2)) / 2;
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    const [x, y, z] = [at(m, axis * 3), at(m, axis * 3 + 1), at(m, axis * 3 + 2)];
    const middle = x * cx + y * cy + z * cz + at(m, 9 + axis);
    const half = Math.abs(x) * hx + Math.abs(y) * hy + Math.abs(z) * hz;
    const gap = Math.max(at(boxesA, i + axis) - middle - half, middle - half - at(boxesA, i + axis + 3));
    if (gap > 0) sum += gap * gap;
  }
  return sum;
}

function leavesNear(a: Bvh, nodeA: number, b: Bvh, nodeB: number, m: Float64Array, limit: number): boolean {
  const firstB = b.first[nodeB] ?? 0;
  const countB = b.size[nodeB] ?? 0;
  for (let corner = 0; corner < countB * 3; corner++) {
    const from = firstB * 9 + corner * 3;
    const [x, y, z] = [at(b.corners, from), at(b.corners, from + 1), at(b.corners, from + 2)];
    leafCorners[corner * 3] = at(m, 0) * x + at(m, 1) * y + at(m, 2) * z + at(m, 9);
    leafCorners[corner * 3 + 1] = at(m, 3) * x + at(m, 4) * y + at(m, 5) * z + at(m, 10);
    leafCorners[corner * 3 + 2] = at(m, 6) * x + at(m, 7) * y + at(m, 8) * z + at(m, 11);
  }
  const firstA = a.first[nodeA] ?? 0;
  const countA = a.size[nodeA] ?? 0;
  for (let one = firstA * 9; one < (firstA + countA) * 9; one += 9) {
    for (let other = 0; other < countB * 9; other += 9) {
      if (
        cornersNear(a.corners, one, leafCorners, other, limit) &&
        nearerThan(a.corners, one, leafCorners, other, limit)
      ) {
        return true;
      }
    }
  }
  return false;
}

/** Are the boxes of two triangles nearer than the limit? */
function cornersNear(a: Float32Array, i: number, b: Float64Array, j: number, limit: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const [a0, a1, a2] = [at(a, i + axis), at(a, i + axis + 3), at(a, i + axis + 6)];
    const [b0, b1, b2] = [at(b, j + axis), at(b, j + axis + 3), at(b, j + axis + 6)];
    const lowA = a0 < a1 ? (a0 < a2 ? a0 : a2) : a1 < a2 ? a1 : a2;
    const highA = a0 > a1 ? (a0 > a2 ? a0 : a2) : a1 > a2 ? a1 : a2;
    const lowB = b0 < b1 ? (b0 < b2 ? b0 : b2) : b1 < b2 ? b1 : b2;
    const highB = b0 > b1 ? (b0 > b2 ? b0 : b2) : b1 > b2 ? b1 : b2;
    if (lowA > highB + limit || lowB > highA + limit) return false;
  }
  return true;
}
