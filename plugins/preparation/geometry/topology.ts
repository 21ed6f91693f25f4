import type { Mesh } from './mesh.ts';

/** Past this many edges a vertex's chain becomes a Map: a chain of thousands would make pairing quadratic. */
const CHAIN_LIMIT = 48;
const IN_MAP = 255;

/** Marks a half-edge of a facet that names one vertex twice: such facets have no edges. */
export const NO_EDGE = 0xffffffff;

const FAR = 0;
const NEXT = 1;
const FIRST = 2;
const USES = 3;
const RECORD = 4;

/**
 * The edges of a mesh. An edge joins a lower and a higher vertex index; each facet that has it runs along it
 * forward (low to high) or backward. Half-edge `3 f + k` runs from corner k of facet f to the next corner.
 */
export class Edges {
  /** Number of different edges. */
  readonly count: number;
  /** Edge of each half-edge, or NO_EDGE. */
  readonly ofHalfEdge: Uint32Array;
  private readonly records: Int32Array;
  private readonly head: Int32Array;
  private readonly chainLength: Uint8Array;
  private readonly maps: Map<number, Map<number, number>>;

  constructor(mesh: Mesh) {
    const { triangles } = mesh;
    const records = new Int32Array(triangles.length * RECORD);
    const head = new Int32Array(mesh.positions.length / 3).fill(-1);
    const chainLength = new Uint8Array(head.length);
    const maps = new Map<number, Map<number, number>>();
    const ofHalfEdge = new Uint32Array(triangles.length);
    let count = 0;

    for (let corner = 0; corner < triangles.length; corner += 3) {
      const a = triangles[corner] ?? 0;
      const b = triangles[corner + 1] ?? 0;
      const c = triangles[corner + 2] ?? 0;
      if (a === b || b === c || c === a) {
        ofHalfEdge.fill(NO_EDGE, corner, corner + 3);
        continue;
      }
      for (let side = 0; side < 3; side++) {
        const from = side === 0 ? a : side === 1 ? b : c;
        const to = side === 0 ? b : side === 1 ? c : a;
        const forward = from < to;
        const low = forward ? from : to;
        const high = forward ? to : from;
        const length = chainLength[low] ?? 0;
        let edge = -1;
        if (length === IN_MAP) {
          edge = maps.get(low)?.get(high) ?? -1;
        } else {
          edge = head[low] ?? -1;
          while (edge >= 0 && records[edge * RECORD + FAR] !== high) edge = records[edge * RECORD + NEXT] ?? -1;
        }
        if (edge < 0) {
          edge = count++;
          const at = edge * RECORD;
          records[at + FAR] = high;
          records[at + FIRST] = corner + side;
          if (length === IN_MAP) {
            maps.get(low)?.set(high, edge);
          } else {
            records[at + NEXT] = head[low] ?? -1;
            head[low] = edge;
            chainLength[low] = length + 1;
            if (length + 1 === CHAIN_LIMIT) {
              const map = new Map<number, number>();
              for (let e = edge; e >= 0; e = records[e * RECORD + NEXT] ?? -1)
                map.set(records[e * RECORD + FAR] ?? 0, e);
              maps.set(low, map);
              chainLength[low] = IN_MAP;
            }
          }
        }
        ofHalfEdge[corner + side] = edge;
        const at = edge * RECORD + USES;
        const uses = records[at] ?? 0;
        // Forward uses in the low half, backward in the high half, both saturating.
        if (forward) {
          if ((uses & 0xffff) !== 0xffff) records[at] = uses + 1;
        } else if (uses >>> 16 !== 0xffff) {
          records[at] = uses + 0x10000;
        }
      }
    }
    this.count = count;
    this.records = records;
    this.head = head;
    this.chainLength = chainLength;
    this.maps = maps;
    this.ofHalfEdge = ofHalfEdge;
  }

  forward(edge: number): number {
    return (this.records[edge * RECORD + USES] ?? 0) & 0xffff;
  }

  backward(edge: number): number {
    return (this.records[edge * RECORD + USES] ?? 0) >>> 16;
  }

  /** Number of facets on the edge. */
  uses(edge: number): number {
    const uses = this.records[edge * RECORD + USES] ?? 0;
    return (uses & 0xffff) + (uses >>> 16);
  }

  /** True when two facets meet here and agree on which side is outside. */
  isPaired(edge: number): boolean {
    return this.records[edge * RECORD + USES] === 0x10001;
  }

  /** Forward minus backward uses: 0 on a closed surface. */
  imbalance(edge: number): number {
    const uses = this.records[edge * RECORD + USES] ?? 0;
    return (uses & 0xffff) - (uses >>> 16);
  }

  /** The first half-edge that has this edge. */
  firstHalfEdge(edge: number): number {
    return this.records[edge * RECORD + FIRST] ?? 0;
  }

  /** The edge between two vertices, or -1. */
  find(a: number, b: number): number {
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    if (this.chainLength[low] === IN_MAP) return this.maps.get(low)?.get(high) ?? -1;
    let edge = this.head[low] ?? -1;
    while (edge >= 0 && this.records[edge * RECORD + FAR] !== high) edge = this.records[edge * RECORD + NEXT] ?? -1;
    return edge;
  }

  /** The half-edges of each edge that has other than two facets. */
  crowded(): Map<number, number[]> {
    const groups = new Map<number, number[]>();
    const { ofHalfEdge } = this;
    for (let half = 0; half < ofHalfEdge.length; half++) {
      const edge = ofHalfEdge[half] ?? NO_EDGE;
      if (edge === NO_EDGE || this.uses(edge) <= 2) continue;
      const group = groups.get(edge);
      if (group) group.push(half);
      else groups.set(edge, [half]);
    }
    return groups;
  }
}

/** Disjoint sets of facets. */
export class FacetSets {
  private readonly parent: Int32Array;

  constructor(facets: number) {
    this.parent = new Int32Array(facets);
    for (let i = 0; i < facets; i++) this.parent[i] = i;
  }

  find(facet: number): number {
    const parent = this.parent;
    let at = facet;
    for (;;) {
      const up = parent[at] ?? at;
      if (up === at) return at;
      const upper = parent[up] ?? up;
      parent[at] = upper;
      at = upper;
    }
  }

  union(a: number, b: number): void {
    const rootA = this.find(a);
    const rootB = this.find(b);
    if (rootA < rootB) this.parent[rootB] = rootA;
    else if (rootB < rootA) this.parent[rootA] = rootB;
  }
}

/** Which shell each facet is in; shells are numbered from 0 in order of their first facet. */
export interface Shells {
  readonly count: number;
  readonly ofFacet: Uint32Array;
}

/** Facets joined through edges form a shell. Facets without edges (a vertex named twice) join none and get NO_EDGE. */
export function shellsOf(edges: Edges, through: (edge: number) => boolean = () => true): Shells {
  const { ofHalfEdge } = edges;
  const facets = ofHalfEdge.length / 3;
  const sets = new FacetSets(facets);
  for (let half = 0; half < ofHalfEdge.length; half++) {
    const edge = ofHalfEdge[half] ?? NO_EDGE;
    if (edge === NO_EDGE) continue;
    const first = edges.firstHalfEdge(edge);
    if (first !== half && through(edge)) sets.union((half / 3) | 0, (first / 3) | 0);
  }
  const ofFacet = new Uint32Array(facets).fill(NO_EDGE);
  let count = 0;
  for (let facet = 0; facet < facets; facet++) {
    if (ofHalfEdge[facet * 3] === NO_EDGE) continue;
    // The root is the lowest facet of its set, so it has its number before the others ask for it.
    const root = sets.find(facet);
    ofFacet[facet] = root === facet ? count++ : (ofFacet[root] ?? 0);
  }
  return { count, ofFacet };
}

/** Which facets are copies of an earlier one: the same three vertices, either way round. */
export function duplicateFacets(mesh: Mesh, edges: Edges): Map<number, number[]> {
  const { triangles } = mesh;
  const vertices = mesh.positions.length / 3;
  const groups = new Map<number, number[]>();
  for (let corner = 0; corner < triangles.length; corner += 3) {
    let lowest = NO_EDGE;
    let opposite = 0;
    let shared = true;
    for (let side = 0; side < 3 && shared; side++) {
      const edge = edges.ofHalfEdge[corner + side] ?? NO_EDGE;
      // A copy makes every one of its edges either crowded or run twice the same way.
      shared = edge !== NO_EDGE && !edges.isPaired(edge) && edges.uses(edge) > 1;
      if (edge < lowest) {
        lowest = edge;
        opposite = triangles[corner + ((side + 2) % 3)] ?? 0;
      }
    }
    if (!shared) continue;
    const key = lowest * vertices + opposite;
    const group = groups.get(key);
    if (group) group.push(corner / 3);
    else groups.set(key, [corner / 3]);
  }
  for (const [key, group] of groups) if (group.length < 2) groups.delete(key);
  return groups;
}

/** For each half-edge the half-edge across it, where its edge has exactly two facets; -1 elsewhere. */
export function halfEdgeMates(edges: Edges): Int32Array {
  const mates = new Int32Array(edges.ofHalfEdge.length).fill(-1);
  for (let half = 0; half < mates.length; half++) {
    const edge = edges.ofHalfEdge[half] ?? NO_EDGE;
    if (edge === NO_EDGE || edges.uses(edge) !== 2) continue;
    const first = edges.firstHalfEdge(edge);
    if (first === half) continue;
    mates[half] = first;
    mates[first] = half;
  }
  return mates;
}
