import type { Mesh } from './mesh.ts';
import type { DisjointSets } from './disjointSets.ts';
import { Chain, Field, Mark, pairUp } from './edgeRecords.ts';
import { returnBuffer, takeInts } from './bufferPool.ts';

/**
 * The half-edges of an edge with three or more facets, coded as in the records, and the number of forward ones less
 * that of backward ones.
 */
interface Crowd {
  halves: Set<number>;
  balance: number;
}

/**
 * The edges of a mesh. An edge joins a lower and a higher vertex index; each facet that has it runs along it forward
 * (low to high) or backward. Half-edge `3 f + k` runs from corner k of facet f to the next corner.
 *
 * Facets can be removed and added, because a repair changes a few facets of a large mesh many times.
 */
export class Edges {
  /** Three vertices for each facet. Before changing a facet, remove it; after the change, add it again. */
  triangles: Uint32Array;
  /** Edges have numbers below this one. After facets were removed, some may have no facet left. */
  count = 0;
  /** Number of edges without exactly two facets that agree on the outside. */
  irregularCount = 0;
  #records: Int32Array<ArrayBuffer>;
  readonly #head: Int32Array<ArrayBuffer>;
  readonly #maps = new Map<number, Map<number, number>>();
  readonly #crowds: Crowd[] = [];
  /** Edges that may be irregular, and whether an edge is among them. Filled at the first question. */
  #watch: { edges: number[]; member: Uint8Array } | undefined;
  /** The last answer of `irregular`; reset when a facet changes. */
  #firsts: Int32Array | undefined;

  constructor(mesh: Mesh) {
    const { triangles } = mesh;
    // The system provides memory only where it is written: an ordinary mesh has half as many edges as this allows.
    this.#records = takeInts('edges', triangles.length * Field.count);
    this.#head = takeInts('edge chains', mesh.positions.length / 3).fill(Chain.end);
    this.triangles = triangles;
    const unusual: number[] = [];
    const { count, irregular } = pairUp(triangles, this.#records, this.#head, unusual);
    this.count = count;
    this.irregularCount = irregular;
    for (const half of unusual) {
      const from = triangles[half] ?? 0;
      const to = triangles[nextHalfEdge(half)] ?? 0;
      this.#addHalf(Math.min(from, to), Math.max(from, to), from < to ? half : ~half);
    }
  }

  /** Number of facets at the edge. */
  uses(edge: number): number {
    const one = this.#records[edge * Field.count + Field.one] ?? Mark.none;
    if (one === Mark.crowded) return this.#crowd(edge)?.halves.size ?? 0;
    if (one === Mark.none) return 0;
    return this.#records[edge * Field.count + Field.two] === Mark.none ? 1 : 2;
  }

  /** True when two facets meet here and agree on which side is outside. */
  isPaired(edge: number): boolean {
    const two = this.#records[edge * Field.count + Field.two] ?? Mark.none;
    return two !== Mark.none && ((this.#records[edge * Field.count + Field.one] ?? Mark.none) ^ two) < 0;
  }

  /** Number of forward uses less that of backward ones: 0 on a closed surface. */
  imbalance(edge: number): number {
    const one = this.#records[edge * Field.count + Field.one] ?? Mark.none;
    const two = this.#records[edge * Field.count + Field.two] ?? Mark.none;
    if (one === Mark.crowded) return this.#crowd(edge)?.balance ?? 0;
    return direction(one) + direction(two);
  }

  /** The lowest half-edge of this edge; -1 when no facet has it any more. */
  firstHalfEdge(edge: number): number {
    const one = this.#records[edge * Field.count + Field.one] ?? Mark.none;
    const two = this.#records[edge * Field.count + Field.two] ?? Mark.none;
    if (one === Mark.none) return -1;
    if (one !== Mark.crowded) return two === Mark.none ? halfOf(one) : Math.min(halfOf(one), halfOf(two));
    let first = Mark.none;
    for (const code of this.#crowd(edge)?.halves ?? []) first = Math.min(first, halfOf(code));
    return first;
  }

  /** The other half-edge of an edge with exactly two facets, or -1. */
  mate(edge: number, half: number): number {
    const one = this.#records[edge * Field.count + Field.one] ?? Mark.none;
    const two = this.#records[edge * Field.count + Field.two] ?? Mark.none;
    if (one === Mark.crowded || two === Mark.none) return -1;
    return halfOf(one) === half ? halfOf(two) : halfOf(one);
  }

  /** All half-edges of an edge, lowest first. */
  halfEdges(edge: number): number[] {
    const one = this.#records[edge * Field.count + Field.one] ?? Mark.none;
    const two = this.#records[edge * Field.count + Field.two] ?? Mark.none;
    const codes =
      one === Mark.crowded ? [...(this.#crowd(edge)?.halves ?? [])] : [one, two].filter((code) => code !== Mark.none);
    return codes.map(halfOf).sort((a, b) => a - b);
  }

  /** The edge between two vertices, or -1. */
  find(a: number, b: number): number {
    const edge = a < b ? this.#recordOf(a, b) : this.#recordOf(b, a);
    return edge >= 0 && this.#records[edge * Field.count + Field.one] !== Mark.none ? edge : -1;
  }

  /** The edge of a half-edge, or -1 when its facet names a vertex twice. */
  ofHalfEdge(half: number): number {
    const { triangles } = this;
    return this.find(triangles[half] ?? 0, triangles[nextHalfEdge(half)] ?? 0);
  }

  /** The first half-edge of each irregular edge, in ascending order. */
  irregular(): Int32Array {
    if (this.#firsts) return this.#firsts;
    const firsts = new Int32Array(this.irregularCount);
    let found = 0;
    if (!this.#watch) {
      this.#watch = { edges: [], member: new Uint8Array(this.count) };
      if (firsts.length > 0) for (let edge = 0; edge < this.count; edge++) if (!this.isPaired(edge)) this.#look(edge);
    }
    const { edges, member } = this.#watch;
    let kept = 0;
    for (const edge of edges) {
      const first = this.isPaired(edge) ? -1 : this.firstHalfEdge(edge);
      if (first < 0) {
        member[edge] = 0;
        continue;
      }
      edges[kept++] = edge;
      firsts[found++] = first;
    }
    edges.length = kept;
    this.#firsts = firsts.sort();
    return this.#firsts;
  }

  /** Joins the facets of each edge that `through` accepts into one set. */
  unite(sets: DisjointSets, through?: (edge: number) => boolean): void {
    const { count } = this;
    const records = this.#records;
    for (let edge = 0, at = 0; edge < count; edge++, at += Field.count) {
      const two = records[at + Field.two] ?? Mark.none;
      if (two === Mark.none || (through && !through(edge))) continue;
      const one = records[at + Field.one] ?? Mark.none;
      if (one !== Mark.crowded) {
        sets.union((halfOf(one) / 3) | 0, (halfOf(two) / 3) | 0);
        continue;
      }
      const [first = 0, ...others] = this.halfEdges(edge);
      for (const other of others) sets.union((first / 3) | 0, (other / 3) | 0);
    }
  }

  /** Releases the memory for the next mesh. These edges must not be used afterwards. */
  release(): void {
    returnBuffer('edges', this.#records.buffer);
    returnBuffer('edge chains', this.#head.buffer);
  }

  /** Adds the edges of a facet of `triangles`. */
  add(facet: number): void {
    this.#eachSide(facet, true);
  }

  /** Removes the edges of a facet of `triangles`. */
  remove(facet: number): void {
    this.#eachSide(facet, false);
  }

  #eachSide(facet: number, adding: boolean): void {
    const { triangles } = this;
    const a = triangles[facet * 3] ?? 0;
    const b = triangles[facet * 3 + 1] ?? 0;
    const c = triangles[facet * 3 + 2] ?? 0;
    if (a === b || b === c || c === a) return;
    this.#firsts = undefined;
    let from = a;
    let to = b;
    for (let half = facet * 3; half < facet * 3 + 3; half++) {
      const low = from < to ? from : to;
      const high = from < to ? to : from;
      const code = from < to ? half : ~half;
      const edge = adding ? this.#addHalf(low, high, code) : this.#recordOf(low, high);
      if (!adding) this.#removeHalf(edge, code);
      this.#look(edge);
      from = to;
      to = half === facet * 3 ? c : a;
    }
  }

  #look(edge: number): void {
    if (!this.#watch) return;
    if (edge >= this.#watch.member.length) {
      const member = new Uint8Array(Math.max(1024, edge * 2));
      member.set(this.#watch.member);
      this.#watch.member = member;
    }
    if (this.#watch.member[edge] === 1) return;
    this.#watch.member[edge] = 1;
    this.#watch.edges.push(edge);
  }

  #crowd(edge: number): Crowd | undefined {
    return this.#crowds[this.#records[edge * Field.count + Field.two] ?? 0];
  }

  /** Also finds an edge without facets. */
  #recordOf(low: number, high: number): number {
    const records = this.#records;
    let edge = this.#head[low] ?? Chain.end;
    if (edge === Chain.inMap) return this.#maps.get(low)?.get(high) ?? -1;
    while (edge >= 0 && records[edge * Field.count] !== high)
      edge = records[edge * Field.count + Field.next] ?? Chain.end;
    return edge;
  }

  #addHalf(low: number, high: number, code: number): number {
    const known = this.#recordOf(low, high);
    const edge = known >= 0 ? known : this.#newRecord(low, high);
    const at = edge * Field.count;
    const one = this.#records[at + Field.one] ?? Mark.none;
    const two = this.#records[at + Field.two] ?? Mark.none;
    const before = this.#isIrregular(edge);
    if (one === Mark.none) {
      this.#records[at + Field.one] = code;
    } else if (one === Mark.crowded) {
      const crowd = this.#crowd(edge);
      crowd?.halves.add(code);
      if (crowd) crowd.balance += direction(code);
    } else if (two === Mark.none) {
      this.#records[at + Field.two] = code;
    } else {
      this.#records[at + Field.one] = Mark.crowded;
      this.#records[at + Field.two] = this.#crowds.length;
      const balance = direction(one) + direction(two) + direction(code);
      this.#crowds.push({ halves: new Set([one, two, code]), balance });
    }
    this.irregularCount += this.#isIrregular(edge) - before;
    return edge;
  }

  #removeHalf(edge: number, code: number): void {
    const at = edge * Field.count;
    const before = this.#isIrregular(edge);
    if (this.#records[at + Field.one] === Mark.crowded) {
      const crowd = this.#crowd(edge);
      crowd?.halves.delete(code);
      if (crowd) crowd.balance -= direction(code);
      if (crowd?.halves.size === 2) {
        const [one = Mark.none, two = Mark.none] = crowd.halves;
        this.#records[at + Field.one] = one;
        this.#records[at + Field.two] = two;
      }
    } else {
      if (this.#records[at + Field.one] === code)
        this.#records[at + Field.one] = this.#records[at + Field.two] ?? Mark.none;
      this.#records[at + Field.two] = Mark.none;
    }
    this.irregularCount += this.#isIrregular(edge) - before;
  }

  #isIrregular(edge: number): number {
    return this.#records[edge * Field.count + Field.one] === Mark.none || this.isPaired(edge) ? 0 : 1;
  }

  #newRecord(low: number, high: number): number {
    const edge = this.count++;
    if ((edge + 1) * Field.count > this.#records.length) {
      const grown = new Int32Array(Math.max(64, this.#records.length * 2));
      grown.set(this.#records);
      this.#records = grown;
    }
    const at = edge * Field.count;
    const start = this.#head[low] ?? Chain.end;
    this.#records[at] = high;
    this.#records[at + Field.next] = Chain.end;
    this.#records[at + Field.one] = Mark.none;
    this.#records[at + Field.two] = Mark.none;
    if (start === Chain.inMap) {
      this.#maps.get(low)?.set(high, edge);
      return edge;
    }
    this.#records[at + Field.next] = start;
    this.#head[low] = edge;
    let length = 0;
    for (let e = edge; e >= 0; e = this.#records[e * Field.count + Field.next] ?? Chain.end) length++;
    if (length > Chain.limit) {
      const map = new Map<number, number>();
      for (let e = edge; e >= 0; e = this.#records[e * Field.count + Field.next] ?? Chain.end) {
        map.set(this.#records[e * Field.count] ?? 0, e);
      }
      this.#maps.set(low, map);
      this.#head[low] = Chain.inMap;
    }
    return edge;
  }
}

const halfOf = (code: number): number => (code < 0 ? ~code : code);

function direction(code: number): number {
  if (code === Mark.none) return 0;
  return code < 0 ? -1 : 1;
}

/** The next half-edge around its facet. */
export const nextHalfEdge = (half: number): number => (half % 3 === 2 ? half - 2 : half + 1);
