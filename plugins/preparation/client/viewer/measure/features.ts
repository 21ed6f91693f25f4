import { halfEdgeMates, nextCorner } from '../../../geometry/preview/mates.ts';
import type { Preview } from '../../../geometry/preview/format.ts';
import { distance, dot, lengthOf, minus, type Vec } from '../scene/vectors.ts';
import { fitCircle, type Circle } from './circle.ts';

/** Cosine of the largest turn between two pieces of one edge: 35°. */
const edgeTurnCosine = Math.cos((35 * Math.PI) / 180);
/** Cosine of the largest turn of a straight line: 0.6°. */
const straightCosine = Math.cos((0.6 * Math.PI) / 180);
/** One piece of a curve may be this many times as long as the next. */
const largestLengthRatio = 2;
/** Largest deviation of a round edge from its circle, as a share of the radius. */
const circleTolerance = 0.02;

/** An edge of the part: from corner to corner, or around. */
export interface Feature {
  points: readonly Vec[];
  closed: boolean;
  length: number;
  /** Set when the edge is round. */
  circle: Circle | null;
}

/** The sharp edges of a part: those that a technical drawing would show. */
export class Features {
  /** Two points of each piece, with x, y and z. */
  readonly segments: Float32Array;
  /** Component of each piece. */
  readonly #components: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #points: Vec[] = [];
  /** The pieces that end at each point. */
  readonly #around: number[][] = [];

  constructor({ positions, triangles, components }: Preview) {
    // Vertices of the preview are shared only across smooth surfaces: a side without a mate is sharp or open.
    const mates = halfEdgeMates(triangles);
    const known = new Map<string, number>();
    const pieces = new Set<string>();
    const ends: number[] = [];
    const owners: number[] = [];
    const pointOf = (vertex: number) => {
      const at = vertex * 3;
      const point: Vec = [positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0];
      const key = point.join(' ');
      const index = known.get(key) ?? this.#points.length;
      if (index === this.#points.length) {
        known.set(key, index);
        this.#points.push(point);
        this.#around.push([]);
      }
      return index;
    };
    components.forEach(({ first, count }, component) => {
      for (let half = first * 3; half < (first + count) * 3; half++) {
        if (mates[half] !== -1) continue;
        const a = pointOf(triangles[half] ?? 0);
        const b = pointOf(triangles[nextCorner(half)] ?? 0);
        const key = a < b ? `${a} ${b}` : `${b} ${a}`;
        if (a === b || pieces.has(key)) continue;
        pieces.add(key);
        this.#around[a]?.push(owners.length);
        this.#around[b]?.push(owners.length);
        ends.push(a, b);
        owners.push(component);
      }
    });
    this.#ends = Uint32Array.from(ends);
    this.#components = Uint32Array.from(owners);
    this.segments = Float32Array.from(ends.flatMap((point) => this.#points[point] ?? []));
  }

  /** The pieces of one component as a range of points of `segments`, where they are contiguous. */
  rangeOf(component: number): { start: number; count: number } {
    const start = this.#components.indexOf(component);
    const end = this.#components.lastIndexOf(component) + 1;
    return start < 0 ? { start: 0, count: 0 } : { start: start * 2, count: (end - start) * 2 };
  }

  /** The nearest edge within `reach` of `point`. `component`: where to search. */
  nearest(point: Vec, reach: number, component: number): Feature | null {
    let best = -1;
    let least = reach;
    for (let piece = 0; piece < this.#components.length; piece++) {
      if (this.#components[piece] !== component) continue;
      const [a, b] = this.#endsOf(piece);
      const away = distanceToPiece(point, a, b);
      if (away < least) {
        least = away;
        best = piece;
      }
    }
    return best < 0 ? null : this.#featureOf(best);
  }

  /** The corner within `reach` of a point, or else the nearest point of an edge. */
  snap(point: Vec, reach: number, component: number): Vec | null {
    let corner: Vec | null = null;
    let edge: Vec | null = null;
    let [toCorner, toEdge] = [reach, reach];
    for (let piece = 0; piece < this.#components.length; piece++) {
      if (this.#components[piece] !== component) continue;
      const [a, b] = this.#endsOf(piece);
      const near = nearestOn(point, a, b);
      const away = distance(point, near);
      if (away >= reach) continue;
      if (away < toEdge) [toEdge, edge] = [away, near];
      for (const end of [this.#ends[piece * 2] ?? 0, this.#ends[piece * 2 + 1] ?? 0]) {
        const place = this.#points[end];
        if (!place || distance(point, place) >= toCorner || !this.#isCorner(end)) continue;
        [toCorner, corner] = [distance(point, place), place];
      }
    }
    return corner ?? edge;
  }

  /** Whether an edge ends or bends at this point. */
  #isCorner(point: number): boolean {
    const pieces = this.#around[point] ?? [];
    const [one, other] = pieces.map((piece) =>
      this.#ends[piece * 2] === point ? (this.#ends[piece * 2 + 1] ?? 0) : (this.#ends[piece * 2] ?? 0),
    );
    return pieces.length !== 2 || one === undefined || other === undefined || this.#turns(one, point, other);
  }

  #endsOf(piece: number): [Vec, Vec] {
    const nowhere: Vec = [0, 0, 0];
    return [
      this.#points[this.#ends[piece * 2] ?? 0] ?? nowhere,
      this.#points[this.#ends[piece * 2 + 1] ?? 0] ?? nowhere,
    ];
  }

  #featureOf(piece: number): Feature {
    const [start, end] = [this.#ends[piece * 2] ?? 0, this.#ends[piece * 2 + 1] ?? 0];
    const ahead = this.#follow(piece, start, end);
    const around = ahead.at(-1) === start;
    const behind = around ? [] : this.#follow(piece, end, start);
    const chain = [...behind.toReversed(), start, end, ...ahead];
    const path = chain.map((index): Vec => this.#points[index] ?? [0, 0, 0]);
    const { points, closed } = sameKind(path, behind.length, around);
    const length = points.reduce((sum, point, i) => sum + (i > 0 ? distance(point, points[i - 1] ?? point) : 0), 0);
    const circle = fitCircle(closed ? points.slice(1) : points);
    const round = circle && circle.deviation <= circle.radius * circleTolerance && length >= circle.radius / 2;
    return { points, closed, length, circle: round ? circle : null };
  }

  /** The points after `to`, coming from `from`, up to a corner, a fork, or the start. */
  #follow(piece: number, from: number, to: number): number[] {
    const found: number[] = [];
    const beginning = from;
    let [before, here, on] = [from, to, piece];
    while (here !== beginning) {
      const next = this.#around[here]?.filter((other) => other !== on) ?? [];
      const [only] = next;
      if (next.length !== 1 || only === undefined) break;
      const far = this.#ends[only * 2] === here ? (this.#ends[only * 2 + 1] ?? 0) : (this.#ends[only * 2] ?? 0);
      if (this.#turns(before, here, far)) break;
      found.push(far);
      [before, here, on] = [here, far, only];
    }
    return found;
  }

  #turns(a: number, b: number, c: number): boolean {
    const [p, q, r] = [this.#points[a], this.#points[b], this.#points[c]];
    if (!p || !q || !r) return true;
    const u = minus(q, p);
    const v = minus(r, q);
    return dot(u, v) < edgeTurnCosine * lengthOf(u) * lengthOf(v);
  }
}

/**
 * The stretch of a smooth path around piece number `picked` that was drawn as one: a straight line continues into the
 * arc of a rounded corner without a bend, but the pieces of the arc are much shorter.
 */
function sameKind(path: readonly Vec[], picked: number, around: boolean): { points: readonly Vec[]; closed: boolean } {
  /** Straight stretches, each from one point of the path to another. */
  const runs: { from: number; to: number; length: number }[] = [];
  for (let at = 0; at + 1 < path.length; at++) {
    const last = runs.at(-1);
    const length = lengthBetween(path, at, at + 1);
    if (last && isStraight(path, last.from, at, at + 1)) {
      last.to = at + 1;
      last.length += length;
    } else runs.push({ from: at, to: at + 1, length });
  }
  const chosen = runs.findIndex(({ from, to }) => from <= picked && picked < to);
  const alike = (a: number, b: number) => {
    const [one, other] = [runs[a]?.length ?? 0, runs[b]?.length ?? 0];
    return Math.max(one, other) <= largestLengthRatio * Math.min(one, other);
  };
  if (around) {
    const count = runs.length;
    const wrap = (run: number) => (run + count) % count;
    let first = chosen;
    while (wrap(first - 1) !== chosen && alike(wrap(first - 1), first)) first = wrap(first - 1);
    if (wrap(first - 1) === chosen && alike(wrap(first - 1), first)) return { points: path, closed: true };
    let last = chosen;
    while (alike(last, wrap(last + 1))) last = wrap(last + 1);
    const [from, to] = [runs[first]?.from ?? 0, runs[last]?.to ?? 0];
    if (from < to) return { points: path.slice(from, to + 1), closed: false };
    return { points: [...path.slice(from, -1), ...path.slice(0, to + 1)], closed: false };
  }
  let [first, last] = [chosen, chosen];
  while (first > 0 && alike(first - 1, first)) first--;
  while (last + 1 < runs.length && alike(last, last + 1)) last++;
  return { points: path.slice(runs[first]?.from ?? 0, (runs[last]?.to ?? 0) + 1), closed: false };
}

const lengthBetween = (path: readonly Vec[], a: number, b: number): number => {
  const [p, q] = [path[a], path[b]];
  return p && q ? distance(p, q) : 0;
};

function isStraight(path: readonly Vec[], a: number, b: number, c: number): boolean {
  const [p, q, r] = [path[a], path[b], path[c]];
  if (!p || !q || !r) return false;
  const u = minus(q, p);
  const v = minus(r, q);
  return dot(u, v) > straightCosine * lengthOf(u) * lengthOf(v);
}

function distanceToPiece(point: Vec, a: Vec, b: Vec): number {
  return distance(point, nearestOn(point, a, b));
}

function nearestOn(point: Vec, a: Vec, b: Vec): Vec {
  const whole = minus(b, a);
  const square = dot(whole, whole);
  const share = square > 0 ? Math.min(Math.max(dot(minus(point, a), whole) / square, 0), 1) : 0;
  return [a[0] + whole[0] * share, a[1] + whole[1] * share, a[2] + whole[2] * share];
}
