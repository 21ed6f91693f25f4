import type { Mesh } from './mesh.ts';
import { noEdge, type Shells } from './shells.ts';

/** Facts about shells, one entry for each. */
export interface ShellFacts {
  /** 1 for a shell without open edges. */
  closed: Uint8Array;
  /** mm³; negative when the facets face inward. */
  volumes: Float64Array;
  /** Six numbers each: the lowest x, y, z and the highest. */
  bounds: Float64Array;
  /** The facet with the largest area, from which a test ray starts safely. */
  largestFacet: Uint32Array;
}

/** With more shells than this, only those that face inward are tested against the others. */
const pairwiseLimit = 2000;

/**
 * For each shell, the number of other closed shells around it; -1 where it is not needed (open shells, and outward
 * shells of a file with very many). One point decides for shells that intersect.
 */
export function nestingDepths(mesh: Mesh, shells: Shells, facts: ShellFacts): Int32Array {
  const depths = new Int32Array(shells.count).fill(-1);
  const asked: number[] = [];
  for (let shell = 0; shell < shells.count; shell++) {
    if (facts.closed[shell] === 0) continue;
    depths[shell] = 0;
    const ask = shells.count > pairwiseLimit ? (facts.volumes[shell] ?? 0) < 0 : liesInAnyBox(facts, shell);
    if (ask) asked.push(shell);
  }
  if (asked.length === 0) return depths;

  const grid = new ColumnGrid(mesh, shells, facts);
  for (const index of asked) depths[index] = grid.depthOf(index);
  return depths;
}

function liesInAnyBox({ closed, bounds }: ShellFacts, inner: number): boolean {
  for (let outer = 0; outer < closed.length; outer++) {
    if (outer !== inner && closed[outer] === 1 && boxContains(bounds, outer * 6, inner * 6)) return true;
  }
  return false;
}

function boxContains(bounds: Float64Array, outer: number, inner: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if ((bounds[outer + axis] ?? 0) > (bounds[inner + axis] ?? 0)) return false;
    if ((bounds[outer + axis + 3] ?? 0) < (bounds[inner + axis + 3] ?? 0)) return false;
  }
  return true;
}

/** Facets of closed shells sorted into columns along z, so that a vertical ray meets few of them. */
class ColumnGrid {
  readonly #mesh: Mesh;
  readonly #shells: Shells;
  readonly #facts: ShellFacts;
  #side = 1;
  #x0 = Infinity;
  #y0 = Infinity;
  #stepX = 1;
  #stepY = 1;
  #starts = new Uint32Array(2);
  #members = new Uint32Array(0);

  constructor(mesh: Mesh, shells: Shells, facts: ShellFacts) {
    this.#mesh = mesh;
    this.#shells = shells;
    this.#facts = facts;
    let x1 = -Infinity;
    let y1 = -Infinity;
    for (let at = 0; at < facts.bounds.length; at += 6) {
      this.#x0 = Math.min(this.#x0, facts.bounds[at] ?? 0);
      this.#y0 = Math.min(this.#y0, facts.bounds[at + 1] ?? 0);
      x1 = Math.max(x1, facts.bounds[at + 3] ?? 0);
      y1 = Math.max(y1, facts.bounds[at + 4] ?? 0);
    }
    const facets = mesh.triangles.length / 3;
    this.#side = Math.min(512, Math.max(1, Math.floor(Math.sqrt(facets / 4))));
    for (;;) {
      this.#stepX = (x1 - this.#x0) / this.#side || 1;
      this.#stepY = (y1 - this.#y0) / this.#side || 1;
      if (this.#fill(facets * 12 + 10_000)) return;
      // Long facets fill too many columns; a coarser grid holds fewer copies.
      this.#side = Math.max(1, this.#side >> 1);
    }
  }

  #fill(limit: number): boolean {
    const side = this.#side;
    const counts = new Uint32Array(side * side + 1);
    let total = 0;
    const facets = this.#mesh.triangles.length / 3;
    const range = new Int32Array(4);
    for (let facet = 0; facet < facets; facet++) {
      if (!this.#columns(facet, range)) continue;
      const [cx0 = 0, cy0 = 0, cx1 = 0, cy1 = 0] = range;
      total += (cx1 - cx0 + 1) * (cy1 - cy0 + 1);
      if (total > limit && side > 1) return false;
      for (let y = cy0; y <= cy1; y++) {
        for (let x = cx0; x <= cx1; x++) {
          const at = y * side + x + 1;
          counts[at] = (counts[at] ?? 0) + 1;
        }
      }
    }
    for (let i = 1; i < counts.length; i++) counts[i] = (counts[i] ?? 0) + (counts[i - 1] ?? 0);
    const members = new Uint32Array(total);
    const cursor = counts.slice();
    for (let facet = 0; facet < facets; facet++) {
      if (!this.#columns(facet, range)) continue;
      const [cx0 = 0, cy0 = 0, cx1 = 0, cy1 = 0] = range;
      for (let y = cy0; y <= cy1; y++) {
        for (let x = cx0; x <= cx1; x++) {
          const at = y * side + x;
          const slot = cursor[at] ?? 0;
          members[slot] = facet;
          cursor[at] = slot + 1;
        }
      }
    }
    this.#starts = counts;
    this.#members = members;
    return true;
  }

  /** The columns that the box of a facet touches, as x0, y0, x1, y1; false for facets of open shells. */
  #columns(facet: number, range: Int32Array): boolean {
    const shell = this.#shells.ofFacet[facet] ?? noEdge;
    if (shell === noEdge || this.#facts.closed[shell] === 0) return false;
    const { positions, triangles } = this.#mesh;
    const a = (triangles[facet * 3] ?? 0) * 3;
    const b = (triangles[facet * 3 + 1] ?? 0) * 3;
    const c = (triangles[facet * 3 + 2] ?? 0) * 3;
    const ax = positions[a] ?? 0;
    const bx = positions[b] ?? 0;
    const cx = positions[c] ?? 0;
    const ay = positions[a + 1] ?? 0;
    const by = positions[b + 1] ?? 0;
    const cy = positions[c + 1] ?? 0;
    range[0] = this.#clamp((Math.min(ax, bx, cx) - this.#x0) / this.#stepX);
    range[1] = this.#clamp((Math.min(ay, by, cy) - this.#y0) / this.#stepY);
    range[2] = this.#clamp((Math.max(ax, bx, cx) - this.#x0) / this.#stepX);
    range[3] = this.#clamp((Math.max(ay, by, cy) - this.#y0) / this.#stepY);
    return true;
  }

  #clamp(value: number): number {
    return Math.max(0, Math.min(this.#side - 1, Math.floor(value)));
  }

  /** Counts the closed shells that an upward ray from the shell's largest facet leaves an odd number of times. */
  depthOf(shell: number): number {
    const { positions, triangles } = this.#mesh;
    const from = (this.#facts.largestFacet[shell] ?? 0) * 3;
    // Uneven weights keep the ray away from lines of symmetry, where other shells have edges.
    const weights = [0.343, 0.331, 0.326];
    let px = 0;
    let py = 0;
    let pz = 0;
    for (let k = 0; k < 3; k++) {
      const at = (triangles[from + k] ?? 0) * 3;
      const weight = weights[k] ?? 0;
      px += (positions[at] ?? 0) * weight;
      py += (positions[at + 1] ?? 0) * weight;
      pz += (positions[at + 2] ?? 0) * weight;
    }
    const column = this.#clamp((py - this.#y0) / this.#stepY) * this.#side + this.#clamp((px - this.#x0) / this.#stepX);
    const crossings = new Map<number, number>();
    const stop = this.#starts[column + 1] ?? 0;
    for (let i = this.#starts[column] ?? 0; i < stop; i++) {
      const facet = this.#members[i] ?? 0;
      const other = this.#shells.ofFacet[facet] ?? noEdge;
      if (other !== shell && this.#rayHits(facet, px, py, pz)) crossings.set(other, (crossings.get(other) ?? 0) + 1);
    }
    let depth = 0;
    for (const count of crossings.values()) depth += count & 1;
    return depth;
  }

  #rayHits(facet: number, px: number, py: number, pz: number): boolean {
    const { triangles, positions } = this.#mesh;
    const a = triangles[facet * 3] ?? 0;
    const b = triangles[facet * 3 + 1] ?? 0;
    const c = triangles[facet * 3 + 2] ?? 0;
    const wa = this.#side2d(b, c, px, py);
    const wb = this.#side2d(c, a, px, py);
    const wc = this.#side2d(a, b, px, py);
    const positive = wa >= 0 && wb >= 0 && wc >= 0;
    const negative = wa < 0 && wb < 0 && wc < 0;
    if (!positive && !negative) return false;
    const sum = wa + wb + wc;
    if (sum === 0) return false;
    const z =
      (wa * (positions[a * 3 + 2] ?? 0) + wb * (positions[b * 3 + 2] ?? 0) + wc * (positions[c * 3 + 2] ?? 0)) / sum;
    return z > pz;
  }

  /**
   * The side of the line from u to v on which the point lies. Always computed from the lower vertex, so that both
   * facets of an edge get the same number with opposite sign, and a ray through the edge hits exactly one of them.
   */
  #side2d(u: number, v: number, px: number, py: number): number {
    const { positions } = this.#mesh;
    const low = u < v ? u : v;
    const high = u < v ? v : u;
    const lx = positions[low * 3] ?? 0;
    const ly = positions[low * 3 + 1] ?? 0;
    const hx = positions[high * 3] ?? 0;
    const hy = positions[high * 3 + 1] ?? 0;
    const value = (hx - lx) * (py - ly) - (hy - ly) * (px - lx);
    // Zero counts as the positive side of the low-to-high line.
    const decided = value === 0 ? Number.MIN_VALUE : value;
    return u < v ? decided : -decided;
  }
}
