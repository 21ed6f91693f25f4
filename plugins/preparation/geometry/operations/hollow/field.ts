import { crossings, verticalCrossings } from '../../bvh/crossings.ts';
import { closestPoint, nearestPoint } from '../../bvh/nearest.ts';
import type { Bvh } from '../../bvh/tree.ts';
import type { Progress } from '../operation.ts';

/** Depths below the surface, at the points of a regular grid. */
export interface DepthField {
  /** Number of points along x, y, z; one more than there are cells. */
  readonly counts: readonly [number, number, number];
  /** Cell size, mm. */
  readonly step: number;
  readonly origin: readonly [number, number, number];
  /**
   * Depth in mm, negative outside, with x running fastest. Exact near the requested depth; elsewhere only on the
   * correct side of it.
   */
  readonly depths: Float32Array;
  /** 1 for each block of 2 x 2 x 2 cells that may contain the requested depth. */
  readonly passed: Uint8Array;
}

const blockCells = 8;
/** Replaces a depth that was not measured because it is far from the requested one. */
const farDepth = 1e9;

const mostOnASide = 200;
/** A small part gets finer cells than its wall needs. */
const fewestOnASide = 32;
const cellsPerWall = 3;

/** The cell size for a part with these sides and a wall. */
export function stepFor(sides: readonly number[], wall: number): number {
  const longest = Math.max(...sides) - 2 * wall;
  return Math.max(Math.min(wall / cellsPerWall, longest / fewestOnASide), longest / (mostOnASide - blockCells - 2.1));
}

/** Cells along a side, in whole blocks, with at least one more at both ends. */
const cellsAlong = (side: number, step: number): number => Math.ceil((side / step + 2.1) / blockCells) * blockCells;

/**
 * Measures the depths around `wall` from the box of a closed part inward. A block is skipped when the depth in its
 * middle shows that it cannot contain the depth of the wall.
 */
export function depthField(bvh: Bvh, wall: number, step: number, onProgress: Progress): DepthField {
  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = bvh.boxes;
  const along = (from: number, to: number): [origin: number, cells: number] => {
    const cells = cellsAlong(to - from - 2 * wall, step);
    return [(from + to) / 2 - (cells * step) / 2, cells];
  };
  const [ox, cx] = along(x0, x1);
  const [oy, cy] = along(y0, y1);
  const [oz, cz] = along(z0, z1);
  return new FieldMaker(bvh, wall, step, [ox, oy, oz], [cx, cy, cz]).make(onProgress);
}

class FieldMaker {
  readonly #bvh: Bvh;
  readonly #wall: number;
  readonly #step: number;
  readonly #origin: readonly [number, number, number];
  readonly #cells: readonly [number, number, number];
  readonly #row: number;
  readonly #layer: number;
  readonly #depths: Float32Array;
  readonly #passed: Uint8Array;
  readonly #nearest = nearestPoint();

  constructor(
    bvh: Bvh,
    wall: number,
    step: number,
    origin: readonly [number, number, number],
    cells: readonly [number, number, number],
  ) {
    this.#bvh = bvh;
    this.#wall = wall;
    this.#step = step;
    this.#origin = origin;
    this.#cells = cells;
    this.#row = cells[0] + 1;
    this.#layer = this.#row * (cells[1] + 1);
    this.#depths = new Float32Array(this.#layer * (cells[2] + 1)).fill(-farDepth);
    this.#passed = new Uint8Array((cells[0] * cells[1] * cells[2]) / 8);
  }

  make(onProgress: Progress): DepthField {
    const cells = this.#cells;
    this.#markInside();
    onProgress(0.2);
    for (let z = 0; z < cells[2]; z += blockCells) {
      for (let y = 0; y < cells[1]; y += blockCells) {
        for (let x = 0; x < cells[0]; x += blockCells) this.#visit(x, y, z, blockCells);
      }
      onProgress(0.2 + (0.8 * (z + blockCells)) / cells[2]);
    }
    return {
      counts: [cells[0] + 1, cells[1] + 1, cells[2] + 1],
      step: this.#step,
      origin: this.#origin,
      depths: this.#depths,
      passed: this.#passed,
    };
  }

  /** Points inside the material start as very deep, all others as far outside. */
  #markInside(): void {
    const bvh = this.#bvh;
    const step = this.#step;
    const origin = this.#origin;
    const cells = this.#cells;
    const depths = this.#depths;
    const row = this.#row;
    const layer = this.#layer;
    const line = crossings();
    for (let y = 0; y <= cells[1]; y++) {
      for (let x = 0; x <= cells[0]; x++) {
        // In single precision like the vertices, so that the side on which the line passes an edge is exact.
        verticalCrossings(bvh, Math.fround(origin[0] + x * step), Math.fround(origin[1] + y * step), line);
        let winding = 0;
        for (let i = 0; i + 1 < line.count; i++) {
          winding += line.turns[i] ?? 0;
          if (winding <= 0) continue;
          const from = Math.max(0, Math.ceil(((line.heights[i] ?? 0) - origin[2]) / step));
          const to = Math.min(cells[2], Math.floor(((line.heights[i + 1] ?? 0) - origin[2]) / step));
          for (let z = from; z <= to; z++) depths[z * layer + y * row + x] = farDepth;
        }
      }
    }
  }

  #visit(x: number, y: number, z: number, size: number): void {
    const half = size / 2;
    const reach = half * this.#step * Math.sqrt(3) * (1 + 1e-6);
    const middle = (z + half) * this.#layer + (y + half) * this.#row + x + half;
    const depth = this.#measure(middle, x + half, y + half, z + half, reach);
    if (Math.abs(depth - this.#wall) > reach) return;
    if (half > 1) {
      for (let corner = 0; corner < 8; corner++) {
        this.#visit(x + (corner & 1) * half, y + ((corner >> 1) & 1) * half, z + (corner >> 2) * half, half);
      }
      return;
    }
    this.#passed[((z / 2) * (this.#cells[1] / 2) + y / 2) * (this.#cells[0] / 2) + x / 2] = 1;
    for (let dz = 0; dz <= 2; dz++) {
      for (let dy = 0; dy <= 2; dy++) {
        for (let dx = 0; dx <= 2; dx++) {
          const at = (z + dz) * this.#layer + (y + dy) * this.#row + x + dx;
          this.#measure(at, x + dx, y + dy, z + dz, reach);
        }
      }
    }
  }

  /** The depth of a grid point. When it is more than `reach` from that of the wall, the old value stays. */
  #measure(at: number, x: number, y: number, z: number, reach: number): number {
    const depths = this.#depths;
    const step = this.#step;
    const origin = this.#origin;
    const nearest = this.#nearest;
    const known = depths[at] ?? 0;
    if (Math.abs(known) !== farDepth) return known;
    const sign = known > 0 ? 1 : -1;
    const bound = reach + sign * this.#wall;
    if (bound <= 0) return known;
    const found = closestPoint(
      this.#bvh,
      origin[0] + x * step,
      origin[1] + y * step,
      origin[2] + z * step,
      bound,
      nearest,
    );
    if (!found) return known;
    depths[at] = sign * nearest.distance;
    return sign * nearest.distance;
  }
}
