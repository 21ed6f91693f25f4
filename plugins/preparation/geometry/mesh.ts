/**
 * A triangle mesh with shared vertices. Coordinates are millimetres unless a function says otherwise.
 * Single precision throughout: it is what the STL that leaves this folder can hold, so what is measured
 * in memory is what the next reader of the file measures.
 */
export interface Mesh {
  /** x, y, z of each vertex. */
  readonly positions: Float32Array;
  /** Three vertex indices per facet, anticlockwise seen from outside. */
  readonly triangles: Uint32Array;
}

export function facetCount(mesh: Mesh): number {
  return mesh.triangles.length / 3;
}

const scratch = new Float32Array(3);
const scratchBits = new Uint32Array(scratch.buffer);

/** Collects facets and merges vertices whose coordinates are equal bit by bit (negative zero counts as zero). */
export class Welder {
  private bits: Uint32Array;
  private table: Int32Array;
  private mask: number;
  private limit: number;
  private count = 0;
  private triangles: Uint32Array;
  private corners = 0;

  /** `facets` is a hint: the arrays grow as needed. */
  constructor(facets: number) {
    const vertices = Math.max(64, Math.ceil(facets * 0.55));
    this.bits = new Uint32Array(vertices * 3);
    let capacity = 128;
    while (capacity < vertices * 2) capacity *= 2;
    this.table = new Int32Array(capacity);
    this.mask = capacity - 1;
    this.limit = capacity / 2;
    this.triangles = new Uint32Array(Math.max(64, facets) * 3);
  }

  /** The index of the vertex with these coordinates, given as the bits of three single-precision numbers. */
  addBits(x: number, y: number, z: number): number {
    const bx = x === 0x80000000 ? 0 : x;
    const by = y === 0x80000000 ? 0 : y;
    const bz = z === 0x80000000 ? 0 : z;
    const bits = this.bits;
    const table = this.table;
    const mask = this.mask;
    let hash = Math.imul(bx, 0x9e3779b1) ^ Math.imul(by, 0x85ebca77) ^ Math.imul(bz, 0xc2b2ae3d);
    hash = Math.imul(hash ^ (hash >>> 15), 0x27d4eb2f);
    let slot = (hash ^ (hash >>> 13)) & mask;
    for (;;) {
      const entry = table[slot] ?? 0;
      if (entry === 0) break;
      const at = (entry - 1) * 3;
      if (bits[at] === bx && bits[at + 1] === by && bits[at + 2] === bz) return entry - 1;
      slot = (slot + 1) & mask;
    }
    const index = this.count++;
    table[slot] = index + 1;
    const at = index * 3;
    if (at + 3 > bits.length) this.growVertices();
    this.bits[at] = bx;
    this.bits[at + 1] = by;
    this.bits[at + 2] = bz;
    if (this.count > this.limit) this.growTable();
    return index;
  }

  /** The index of the vertex at this point, rounded to single precision. */
  addPoint(x: number, y: number, z: number): number {
    scratch[0] = x;
    scratch[1] = y;
    scratch[2] = z;
    return this.addBits(scratchBits[0] ?? 0, scratchBits[1] ?? 0, scratchBits[2] ?? 0);
  }

  addTriangle(a: number, b: number, c: number): void {
    if (this.corners + 3 > this.triangles.length) {
      const grown = new Uint32Array(this.triangles.length * 2);
      grown.set(this.triangles);
      this.triangles = grown;
    }
    this.triangles[this.corners++] = a;
    this.triangles[this.corners++] = b;
    this.triangles[this.corners++] = c;
  }

  get facets(): number {
    return this.corners / 3;
  }

  /** The mesh so far. The welder must not be used afterwards. */
  mesh(): Mesh {
    return {
      positions: new Float32Array(this.bits.buffer, 0, this.count * 3),
      triangles: this.triangles.subarray(0, this.corners),
    };
  }

  private growVertices(): void {
    const grown = new Uint32Array(this.bits.length * 2);
    grown.set(this.bits);
    this.bits = grown;
  }

  private growTable(): void {
    const old = this.table;
    const table = new Int32Array(old.length * 2);
    const mask = table.length - 1;
    for (let entry = 1; entry <= this.count; entry++) {
      const at = (entry - 1) * 3;
      let hash =
        Math.imul(this.bits[at] ?? 0, 0x9e3779b1) ^
        Math.imul(this.bits[at + 1] ?? 0, 0x85ebca77) ^
        Math.imul(this.bits[at + 2] ?? 0, 0xc2b2ae3d);
      hash = Math.imul(hash ^ (hash >>> 15), 0x27d4eb2f);
      let slot = (hash ^ (hash >>> 13)) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = entry;
    }
    this.table = table;
    this.mask = mask;
    this.limit = table.length / 2;
  }
}

/** Several bodies as one mesh, without merging vertices across bodies: touching parts stay separate. */
export function joinMeshes(bodies: readonly Mesh[]): Mesh {
  const only = bodies[0];
  if (bodies.length === 1 && only) return only;
  const positions = new Float32Array(bodies.reduce((sum, body) => sum + body.positions.length, 0));
  const triangles = new Uint32Array(bodies.reduce((sum, body) => sum + body.triangles.length, 0));
  let vertexAt = 0;
  let cornerAt = 0;
  for (const body of bodies) {
    positions.set(body.positions, vertexAt);
    const base = vertexAt / 3;
    const source = body.triangles;
    for (let i = 0; i < source.length; i++) triangles[cornerAt + i] = (source[i] ?? 0) + base;
    vertexAt += body.positions.length;
    cornerAt += source.length;
  }
  return { positions, triangles };
}

/** The mesh with every coordinate multiplied by `factor` (positive). */
export function scaleMesh(mesh: Mesh, factor: number): Mesh {
  if (factor === 1) return mesh;
  return { positions: mesh.positions.map((value) => value * factor), triangles: mesh.triangles };
}

/** The facets for which `keep` holds, with the same vertices. */
export function filterFacets(mesh: Mesh, keep: (facet: number) => boolean): Mesh {
  const source = mesh.triangles;
  const triangles = new Uint32Array(source.length);
  let at = 0;
  for (let facet = 0; facet * 3 < source.length; facet++) {
    if (!keep(facet)) continue;
    triangles[at++] = source[facet * 3] ?? 0;
    triangles[at++] = source[facet * 3 + 1] ?? 0;
    triangles[at++] = source[facet * 3 + 2] ?? 0;
  }
  return { positions: mesh.positions, triangles: triangles.subarray(0, at) };
}

/** Box of the vertices that facets use, as [minX, minY, minZ, maxX, maxY, maxZ]; infinite when there is no facet. */
export function boundsOf(mesh: Mesh): Float64Array {
  const { positions, triangles } = mesh;
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  for (let i = 0; i < triangles.length; i++) {
    const at = (triangles[i] ?? 0) * 3;
    const x = positions[at] ?? 0;
    const y = positions[at + 1] ?? 0;
    const z = positions[at + 2] ?? 0;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    if (z < minZ) minZ = z;
    if (z > maxZ) maxZ = z;
  }
  return Float64Array.of(minX, minY, minZ, maxX, maxY, maxZ);
}

/** Length of the diagonal of a box given as `boundsOf` gives it; 0 when the box is empty. */
export function diagonalOf(bounds: Float64Array): number {
  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = bounds;
  const length = Math.hypot(x1 - x0, y1 - y0, z1 - z0);
  return Number.isFinite(length) ? length : 0;
}
