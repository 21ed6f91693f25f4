import { sideOfPlane } from './sideOfPlane.ts';

const none = -1;
const gone = -1;
/** Rounding error of a stored plane at a point, relative to the cube of the longest side of the box. */
const planeError = 4e-14;

export interface HullTriangles {
  /** Indices of points, anticlockwise seen from outside. */
  triangles: Uint32Array;
  /** The triangle across the edge from each corner to the next; -1 on the edges of a flat hull. */
  across: Int32Array;
}

/**
 * The triangles of the convex hull of points. Every decision is exact, so it always ends and needs no tolerances.
 * Points on a flat side that are not corners of it may still be corners of triangles. Points on one plane give both
 * faces of their outline, points on one line nothing. Coordinates must be single-precision numbers.
 */
export function hullTriangles(points: Float64Array): HullTriangles {
  const start = firstCorners(points);
  if (!start) return { triangles: new Uint32Array(0), across: new Int32Array(0) };
  if (start.apex !== none) return new QuickHull(points).build([...start.base, start.apex]);
  // All points are on one plane: an extra point beside it makes a solid, whose base is the answer.
  const beside = new Float64Array(points.length + 3);
  beside.set(points);
  beside.set(start.beside, points.length);
  const apex = points.length / 3;
  const solid = new QuickHull(beside).build([...start.base, apex]).triangles;
  const faces: number[] = [];
  for (let at = 0; at < solid.length; at += 3) {
    const [a = 0, b = 0, c = 0] = solid.subarray(at, at + 3);
    if (a !== apex && b !== apex && c !== apex) faces.push(a, b, c, c, b, a);
  }
  return { triangles: Uint32Array.from(faces), across: new Int32Array(faces.length).fill(none) };
}

interface Start {
  base: [number, number, number];
  /** A point off the plane of the base, or `none`. */
  apex: number;
  /** Coordinates well off that plane. */
  beside: number[];
}

/** Four points that span as much as possible; `undefined` when all points lie on one line. */
function firstCorners(points: Float64Array): Start | undefined {
  const extremes: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    let low = 0;
    let high = 0;
    for (let at = 0; at < points.length; at += 3) {
      if ((points[at + axis] ?? 0) < (points[low + axis] ?? 0)) low = at;
      if ((points[at + axis] ?? 0) > (points[high + axis] ?? 0)) high = at;
    }
    extremes.push(low, high);
  }
  let a = 0;
  let b = 0;
  let longest = 0;
  for (const from of extremes) {
    for (const to of extremes) {
      const length = Math.hypot(...vectorBetween(points, from, to));
      if (length > longest) [longest, a, b] = [length, from, to];
    }
  }
  if (longest === 0) return undefined;
  const [ux, uy, uz] = vectorBetween(points, a, b);
  let c = 0;
  let widest = 0;
  for (let at = 0; at < points.length; at += 3) {
    const vx = (points[at] ?? 0) - (points[a] ?? 0);
    const vy = (points[at + 1] ?? 0) - (points[a + 1] ?? 0);
    const vz = (points[at + 2] ?? 0) - (points[a + 2] ?? 0);
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const width = Math.sqrt(nx * nx + ny * ny + nz * nz) / longest;
    if (width > widest) [widest, c] = [width, at];
  }
  if (widest <= longest * 1e-14) return undefined;
  let apex = none;
  let highest = 0;
  for (let at = 0; at < points.length; at += 3) {
    const height = Math.abs(sideOfPlane(points, a, b, c, at));
    if (height > highest) [highest, apex] = [height, at / 3];
  }
  const [vx, vy, vz] = vectorBetween(points, a, c);
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const beside = normal.map((part, axis) => Math.fround((points[a + axis] ?? 0) + part / widest));
  return { base: [a / 3, b / 3, c / 3], apex, beside };
}

function vectorBetween(points: Float64Array, from: number, to: number): [number, number, number] {
  return [
    (points[to] ?? 0) - (points[from] ?? 0),
    (points[to + 1] ?? 0) - (points[from + 1] ?? 0),
    (points[to + 2] ?? 0) - (points[from + 2] ?? 0),
  ];
}

/**
 * Barber's quickhull: every face keeps the points outside it. The farthest of them becomes a corner, and a fan around
 * it replaces the faces that it sees.
 */
class QuickHull {
  readonly #points: Float64Array;
  /** The points relative to the middle of their box, so that rounding of the planes stays relative to the part. */
  readonly #centred: Float64Array;
  readonly #doubt: number;
  /** For each point, the next point outside the same face. */
  readonly #next: Int32Array;
  /** For each point on the horizon, the new face whose edge starts there. */
  readonly #fanFrom: Int32Array;
  #corners = new Int32Array(3 * 256);
  /** The face across the edge from each corner to the next. */
  #neighbours = new Int32Array(3 * 256);
  #planes = new Float64Array(4 * 256);
  /** The points outside each face as a list, the farthest first. */
  #outside = new Int32Array(256);
  #farthest = new Float64Array(256);
  /** The round in which the point of that round last saw the face, or `gone`. */
  #seenIn = new Int32Array(256);
  #faces = 0;
  readonly #free: number[] = [];
  readonly #waiting: number[] = [];

  constructor(points: Float64Array) {
    this.#points = points;
    this.#centred = new Float64Array(points.length);
    this.#next = new Int32Array(points.length / 3);
    this.#fanFrom = new Int32Array(points.length / 3);
    let extent = 0;
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (let at = axis; at < points.length; at += 3) {
        const value = points[at] ?? 0;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      extent = Math.max(extent, high - low);
      const middle = (low + high) / 2;
      for (let at = axis; at < points.length; at += 3) this.#centred[at] = (points[at] ?? 0) - middle;
    }
    this.#doubt = planeError * extent ** 3;
  }

  /** Builds the hull from these four points, which must not lie on one plane. */
  build(start: readonly [number, number, number, number]): HullTriangles {
    const [a, b, c, apex] = start;
    const below = sideOfPlane(this.#points, a * 3, b * 3, c * 3, apex * 3) < 0;
    const base = below ? this.#addFace(a, b, c) : this.#addFace(a, c, b);
    const horizon: number[] = [];
    for (let side = 0; side < 3; side++) {
      horizon.push(this.#corner(base, (side + 1) % 3), this.#corner(base, side), base, side);
    }
    const first = [base, ...this.#fan(horizon, apex)];
    for (let point = 0; point * 3 < this.#points.length; point++) {
      if (!start.includes(point)) this.#claim(point, first);
    }
    this.#waiting.push(...first);
    for (let round = 1; ; round++) {
      const face = this.#waiting.pop();
      if (face === undefined) break;
      if (this.#seenIn[face] !== gone && this.#outside[face] !== none) this.#extend(face, round);
    }
    return this.#result();
  }

  /** Makes the farthest point outside this face a corner. */
  #extend(face: number, round: number): void {
    const point = this.#outside[face] ?? none;
    const visible = [face];
    const horizon: number[] = [];
    this.#seenIn[face] = round;
    // The loop appends to this list.
    for (const seen of visible) {
      for (let side = 0; side < 3; side++) {
        const across = this.#neighbours[seen * 3 + side] ?? none;
        if (this.#seenIn[across] === round) continue;
        if (this.#height(across, point) > 0) {
          this.#seenIn[across] = round;
          visible.push(across);
        } else {
          const from = this.#corner(seen, side);
          const to = this.#corner(seen, (side + 1) % 3);
          const back = this.#corner(across, 0) === to ? 0 : this.#corner(across, 1) === to ? 1 : 2;
          horizon.push(from, to, across, back);
        }
      }
    }
    const fresh = this.#fan(horizon, point);
    for (const seen of visible) {
      let orphan = this.#outside[seen] ?? none;
      while (orphan !== none) {
        const after = this.#next[orphan] ?? none;
        if (orphan !== point) this.#claim(orphan, fresh);
        orphan = after;
      }
      this.#seenIn[seen] = gone;
      this.#free.push(seen);
    }
    for (const made of fresh) if (this.#outside[made] !== none) this.#waiting.push(made);
  }

  /** New faces from a closed sequence of edges (each as from, to, face across and the side of that face) to a point. */
  #fan(horizon: readonly number[], point: number): number[] {
    const fresh: number[] = [];
    for (let at = 0; at < horizon.length; at += 4) {
      const [from = 0, to = 0, across = 0, back = 0] = horizon.slice(at, at + 4);
      const face = this.#addFace(from, to, point);
      this.#neighbours[face * 3] = across;
      this.#neighbours[across * 3 + back] = face;
      this.#fanFrom[from] = face;
      fresh.push(face);
    }
    for (const face of fresh) {
      const following = this.#fanFrom[this.#corner(face, 1)] ?? none;
      this.#neighbours[face * 3 + 1] = following;
      this.#neighbours[following * 3 + 2] = face;
    }
    return fresh;
  }

  /**
   * Assigns a point to the first of these faces that it is outside of. A point inside all of them needs no more work.
   */
  #claim(point: number, faces: readonly number[]): void {
    for (const face of faces) {
      const height = this.#height(face, point);
      if (height <= 0) continue;
      const head = this.#outside[face] ?? none;
      if (head === none || height > (this.#farthest[face] ?? 0)) {
        this.#next[point] = head;
        this.#outside[face] = point;
        this.#farthest[face] = height;
      } else {
        this.#next[point] = this.#next[head] ?? none;
        this.#next[head] = point;
      }
      return;
    }
  }

  /** Positive outside the face; comparable between points of one face. */
  #height(face: number, point: number): number {
    const planes = this.#planes;
    const centred = this.#centred;
    const at = face * 4;
    const height =
      (planes[at] ?? 0) * (centred[point * 3] ?? 0) +
      (planes[at + 1] ?? 0) * (centred[point * 3 + 1] ?? 0) +
      (planes[at + 2] ?? 0) * (centred[point * 3 + 2] ?? 0) -
      (planes[at + 3] ?? 0);
    if (height > this.#doubt || height < -this.#doubt) return height;
    const a = this.#corner(face, 0);
    const b = this.#corner(face, 1);
    const c = this.#corner(face, 2);
    return sideOfPlane(this.#points, a * 3, b * 3, c * 3, point * 3);
  }

  #corner(face: number, side: number): number {
    return this.#corners[face * 3 + side] ?? none;
  }

  #addFace(a: number, b: number, c: number): number {
    const face = this.#free.pop() ?? this.#faces++;
    if (face >= this.#outside.length) this.#grow();
    this.#corners[face * 3] = a;
    this.#corners[face * 3 + 1] = b;
    this.#corners[face * 3 + 2] = c;
    this.#outside[face] = none;
    this.#seenIn[face] = 0;
    const p = this.#centred;
    const ax = p[a * 3] ?? 0;
    const ay = p[a * 3 + 1] ?? 0;
    const az = p[a * 3 + 2] ?? 0;
    const ux = (p[b * 3] ?? 0) - ax;
    const uy = (p[b * 3 + 1] ?? 0) - ay;
    const uz = (p[b * 3 + 2] ?? 0) - az;
    const vx = (p[c * 3] ?? 0) - ax;
    const vy = (p[c * 3 + 1] ?? 0) - ay;
    const vz = (p[c * 3 + 2] ?? 0) - az;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    this.#planes[face * 4] = nx;
    this.#planes[face * 4 + 1] = ny;
    this.#planes[face * 4 + 2] = nz;
    this.#planes[face * 4 + 3] = nx * ax + ny * ay + nz * az;
    return face;
  }

  #grow(): void {
    const wider = <T extends Int32Array | Float64Array>(fresh: T, old: T): T => {
      fresh.set(old);
      return fresh;
    };
    this.#corners = wider(new Int32Array(this.#corners.length * 2), this.#corners);
    this.#neighbours = wider(new Int32Array(this.#neighbours.length * 2), this.#neighbours);
    this.#planes = wider(new Float64Array(this.#planes.length * 2), this.#planes);
    this.#outside = wider(new Int32Array(this.#outside.length * 2), this.#outside);
    this.#farthest = wider(new Float64Array(this.#farthest.length * 2), this.#farthest);
    this.#seenIn = wider(new Int32Array(this.#seenIn.length * 2), this.#seenIn);
  }

  #result(): HullTriangles {
    const numbers = new Int32Array(this.#faces);
    let count = 0;
    for (let face = 0; face < this.#faces; face++) if (this.#seenIn[face] !== gone) numbers[face] = count++;
    const triangles = new Uint32Array(count * 3);
    const across = new Int32Array(count * 3);
    let at = 0;
    for (let face = 0; face < this.#faces; face++) {
      if (this.#seenIn[face] === gone) continue;
      for (let side = 0; side < 3; side++) {
        triangles[at] = this.#corner(face, side);
        across[at++] = numbers[this.#neighbours[face * 3 + side] ?? 0] ?? none;
      }
    }
    return { triangles, across };
  }
}
