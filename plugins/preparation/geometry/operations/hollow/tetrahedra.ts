import type { Mesh } from '../../mesh.ts';
import type { DepthField } from './field.ts';

/** Bits x, y, z number the corners of a cell. Each tetrahedron runs from corner 0 to corner 7. */
const axisOrders = [
  [1, 2, 4],
  [2, 4, 1],
  [4, 1, 2],
  [1, 4, 2],
  [4, 2, 1],
  [2, 1, 4],
] as const;
const firstOddOrder = 3;

/** Vertices nearer to the end of an edge than this share of it would make facets without area. */
const shortestShare = 1e-3;

/**
 * For each tetrahedron and each set of its deep corners: the facets between deep and shallow, with three grid edges
 * each (as lower and upper corner), facing the deep side.
 */
const facetCases = axisOrders.map((axes, tetrahedron) => {
  const [a, b, c] = axes;
  const corners = [0, a, a | b, a | b | c];
  // In this order of corners the tetrahedron has a positive volume.
  if (tetrahedron >= firstOddOrder) corners.push(...corners.splice(2, 2).reverse());
  const facets = Array.from({ length: 16 }, (_, deep) => Uint8Array.from(facetsBetween(corners, deep)));
  return { corners, facets };
});

function facetsBetween(corners: readonly number[], deep: number): number[] {
  const inside = [0, 1, 2, 3].filter((i) => (deep >> i) & 1);
  const outside = [0, 1, 2, 3].filter((i) => !((deep >> i) & 1));
  if (inside.length === 0 || outside.length === 0) return [];
  const order = [...inside, ...outside];
  const even = isEven(order);
  const edge = (i: number, j: number): number[] => {
    const [p, q] = [corners[order[i] ?? 0] ?? 0, corners[order[j] ?? 0] ?? 0];
    return [Math.min(p, q), Math.max(p, q)];
  };
  const facet = (one: number[], two: number[], three: number[]): number[] =>
    even ? [...one, ...two, ...three] : [...one, ...three, ...two];
  if (inside.length === 1) return facet(edge(0, 1), edge(0, 3), edge(0, 2));
  if (inside.length === 3) return facet(edge(3, 0), edge(3, 2), edge(3, 1));
  return [...facet(edge(0, 2), edge(1, 3), edge(0, 3)), ...facet(edge(0, 2), edge(1, 2), edge(1, 3))];
}

function isEven(order: readonly number[]): boolean {
  let swaps = 0;
  order.forEach((value, i) => order.slice(i + 1).forEach((later) => (swaps += later < value ? 1 : 0)));
  return swaps % 2 === 0;
}

/**
 * The closed surface at a depth, facing what is deeper, by marching tetrahedra. The outermost points of the grid must
 * be less deep. Coordinates are mm from the middle of the grid, so that they are precise wherever the part is.
 */
export function surfaceAtDepth(field: DepthField, depth: number): Mesh {
  return new March(field, depth).mesh();
}

class March {
  readonly #field: DepthField;
  readonly #depth: number;
  #positions = new Float32Array(3 * 4096);
  #vertices = 0;
  #triangles = new Uint32Array(3 * 8192);
  #corners = 0;
  /** The vertex on each grid edge that starts in the lower or the upper layer of points, plus one; 8 for each point. */
  #lower: Uint32Array;
  #upper: Uint32Array;

  constructor(field: DepthField, depth: number) {
    this.#field = field;
    this.#depth = depth;
    this.#lower = new Uint32Array(field.counts[0] * field.counts[1] * 8);
    this.#upper = new Uint32Array(this.#lower.length);
  }

  mesh(): Mesh {
    const { counts, depths, passed } = this.#field;
    const [nx, ny, nz] = counts;
    const row = nx;
    const layer = nx * ny;
    const blocksX = (nx - 1) / 2;
    const blocksY = (ny - 1) / 2;
    const offsets = Array.from({ length: 8 }, (_, c) => (c & 1) + ((c >> 1) & 1) * row + (c >> 2) * layer);
    for (let z = 0; z + 1 < nz; z++) {
      for (let y = 0; y + 1 < ny; y++) {
        const blocks = ((z >> 1) * blocksY + (y >> 1)) * blocksX;
        for (let x = 0; x + 1 < nx; x++) {
          if (passed[blocks + (x >> 1)] === 0) {
            x++;
            continue;
          }
          const point = z * layer + y * row + x;
          let deep = 0;
          for (let c = 0; c < 8; c++) if ((depths[point + (offsets[c] ?? 0)] ?? 0) > this.#depth) deep |= 1 << c;
          if (deep !== 0 && deep !== 255) this.#cell(x, y, z, deep);
        }
      }
      [this.#lower, this.#upper] = [this.#upper, this.#lower];
      this.#upper.fill(0);
    }
    return {
      positions: this.#positions.slice(0, this.#vertices * 3),
      triangles: this.#triangles.slice(0, this.#corners),
    };
  }

  #cell(x: number, y: number, z: number, deep: number): void {
    for (const { corners, facets } of facetCases) {
      let own = 0;
      for (let i = 0; i < 4; i++) own |= ((deep >> (corners[i] ?? 0)) & 1) << i;
      const edges = facets[own];
      if (!edges) continue;
      if (this.#corners + 6 > this.#triangles.length) {
        const grown = new Uint32Array(this.#triangles.length * 2);
        grown.set(this.#triangles);
        this.#triangles = grown;
      }
      for (let i = 0; i < edges.length; i += 2) {
        this.#triangles[this.#corners++] = this.#vertex(x, y, z, edges[i] ?? 0, edges[i + 1] ?? 0);
      }
    }
  }

  /** The vertex on the grid edge between two corners of a cell. */
  #vertex(cellX: number, cellY: number, cellZ: number, from: number, to: number): number {
    const { counts, step, depths } = this.#field;
    const [nx, ny, nz] = counts;
    const x = cellX + (from & 1);
    const y = cellY + ((from >> 1) & 1);
    const known = from >> 2 === 0 ? this.#lower : this.#upper;
    const slot = (y * nx + x) * 8 + (to - from);
    const already = known[slot] ?? 0;
    if (already > 0) return already - 1;

    const z = cellZ + (from >> 2);
    const way = to - from;
    const dx = way & 1;
    const dy = (way >> 1) & 1;
    const dz = way >> 2;
    const start = depths[(z * ny + y) * nx + x] ?? 0;
    const end = depths[((z + dz) * ny + y + dy) * nx + x + dx] ?? 0;
    const share = Math.min(1 - shortestShare, Math.max(shortestShare, (this.#depth - start) / (end - start)));
    const at = this.#vertices * 3;
    if (at + 3 > this.#positions.length) {
      const grown = new Float32Array(this.#positions.length * 2);
      grown.set(this.#positions);
      this.#positions = grown;
    }
    this.#positions[at] = (x + dx * share - (nx - 1) / 2) * step;
    this.#positions[at + 1] = (y + dy * share - (ny - 1) / 2) * step;
    this.#positions[at + 2] = (z + dz * share - (nz - 1) / 2) * step;
    known[slot] = ++this.#vertices;
    return this.#vertices - 1;
  }
}
