import { boundsOf, diagonalOf, type Mesh } from './mesh.ts';
import { Edges } from './edges.ts';
import { namesVertexTwice } from './mesh.ts';

/**
 * A mesh under repair: facets are changed, added and dropped where they are, and the edges follow. A dropped facet stays
 * as one that names a vertex three times until `mesh()` leaves it out, so facets keep their numbers.
 */
export class Surface {
  readonly positions: Float32Array;
  readonly edges: Edges;
  readonly #original: Mesh;
  /** Facets so far, dropped ones included; the array may be longer. */
  #facets: number;
  /** Facets changed since the last visit; before the first one everything counts. */
  #touched: number[] | undefined;
  readonly #dropped = new Set<number>();
  #diagonalMm: number | undefined;

  constructor(mesh: Mesh) {
    this.#original = mesh;
    this.positions = mesh.positions;
    this.edges = new Edges(mesh);
    this.#facets = mesh.triangles.length / 3;
  }

  get triangles(): Uint32Array {
    return this.edges.triangles;
  }

  /** Of the box around the mesh as it was given. */
  get diagonal(): number {
    this.#diagonalMm ??= diagonalOf(boundsOf(this.#original));
    return this.#diagonalMm;
  }

  /** Visits, in ascending order, the facets changed or added since the last visit; the first time all. */
  visitTouched(visit: (facet: number) => void): void {
    const touched = this.#touched;
    const dropped = this.#dropped;
    const facets = this.#facets;
    this.#touched = [];
    if (touched) {
      for (const facet of new Set(touched.sort((a, b) => a - b))) if (!dropped.has(facet)) visit(facet);
    } else {
      for (let facet = 0; facet < facets; facet++) if (dropped.size === 0 || !dropped.has(facet)) visit(facet);
    }
  }

  /** Changes facets, all at once: `corners` holds three vertices for each. */
  change(facets: readonly number[], corners: readonly number[]): void {
    if (facets.length === 0) return;
    this.#own(0);
    for (const facet of facets) this.edges.remove(facet);
    facets.forEach((facet, i) => this.#put(facet, corners, i * 3));
  }

  /** Turns facets over. */
  reverse(facets: readonly number[]): void {
    const corners: number[] = [];
    const { triangles } = this;
    for (const facet of facets) {
      corners.push(triangles[facet * 3] ?? 0, triangles[facet * 3 + 2] ?? 0, triangles[facet * 3 + 1] ?? 0);
    }
    this.change(facets, corners);
  }

  /** Adds facets, three vertices each, and returns the number of the first. */
  append(corners: readonly number[]): number {
    const first = this.#facets;
    this.#own(corners.length);
    for (let i = 0; i < corners.length; i += 3) this.#put(this.#facets++, corners, i);
    return first;
  }

  drop(facets: Iterable<number>): void {
    this.#own(0);
    for (const facet of facets) {
      this.edges.remove(facet);
      this.triangles.fill(0, facet * 3, facet * 3 + 3);
      this.#dropped.add(facet);
    }
  }

  /** Takes back the last facets, from `first` on. */
  dropFrom(first: number): void {
    for (let facet = first; facet < this.#facets; facet++) {
      this.edges.remove(facet);
      this.triangles.fill(0, facet * 3, facet * 3 + 3);
    }
    this.#touched = this.#touched?.filter((facet) => facet < first);
    this.#facets = first;
  }

  /**
   * The mesh without dropped facets and vertices that nobody uses, the facets of some shells turned over; the given mesh
   * when that changes nothing.
   */
  mesh(turned?: (facet: number) => boolean): Mesh {
    const { triangles, positions } = this;
    const original = this.#original;
    const facets = this.#facets;
    const number = this.#numberVertices();
    const vertices = number.at(-1) ?? 0;
    const sameVertices = vertices * 3 === positions.length;
    if (triangles === original.triangles && sameVertices && !turned) return original;

    const kept = sameVertices ? positions : new Float32Array(vertices * 3);
    for (let vertex = 0; vertex * 3 < positions.length && !sameVertices; vertex++) {
      const to = (number[vertex] ?? 0) * 3;
      if (number[vertex + 1] === number[vertex]) continue;
      kept[to] = positions[vertex * 3] ?? 0;
      kept[to + 1] = positions[vertex * 3 + 1] ?? 0;
      kept[to + 2] = positions[vertex * 3 + 2] ?? 0;
    }
    const living = new Uint32Array(facets * 3);
    let at = 0;
    for (let facet = 0; facet < facets; facet++) {
      if (namesVertexTwice(triangles, facet)) continue;
      const over = turned?.(facet) ? 1 : 0;
      living[at] = number[triangles[facet * 3] ?? 0] ?? 0;
      living[at + 1] = number[triangles[facet * 3 + 1 + over] ?? 0] ?? 0;
      living[at + 2] = number[triangles[facet * 3 + 2 - over] ?? 0] ?? 0;
      at += 3;
    }
    return { positions: kept, triangles: living.subarray(0, at) };
  }

  /** For each vertex how many before it are used by a facet, and at the end how many are. */
  #numberVertices(): Uint32Array {
    const { triangles } = this;
    const facets = this.#facets;
    const number = new Uint32Array(this.positions.length / 3 + 1);
    for (let facet = 0; facet < facets; facet++) {
      if (namesVertexTwice(triangles, facet)) continue;
      number[triangles[facet * 3] ?? 0] = 1;
      number[triangles[facet * 3 + 1] ?? 0] = 1;
      number[triangles[facet * 3 + 2] ?? 0] = 1;
    }
    let count = 0;
    for (let vertex = 0; vertex < number.length; vertex++) {
      const used = number[vertex] ?? 0;
      number[vertex] = count;
      count += used;
    }
    return number;
  }

  #put(facet: number, corners: readonly number[], at: number): void {
    const { triangles } = this;
    triangles[facet * 3] = corners[at] ?? 0;
    triangles[facet * 3 + 1] = corners[at + 1] ?? 0;
    triangles[facet * 3 + 2] = corners[at + 2] ?? 0;
    this.edges.add(facet);
    this.#touched?.push(facet);
    this.#dropped.delete(facet);
  }

  /** Before the first change: a copy, for the mesh given is not ours. Then room for `more` corners. */
  #own(more: number): void {
    const source = this.triangles;
    const needed = this.#facets * 3 + more;
    if (source !== this.#original.triangles && needed <= source.length) return;
    // What lies beyond the facets names vertex 0 three times, which is how a dropped facet looks.
    const room = Math.ceil((needed * 9) / 8 / 3) * 3;
    const triangles = new Uint32Array(room);
    triangles.set(source.subarray(0, this.#facets * 3));
    this.edges.triangles = triangles;
  }
}
