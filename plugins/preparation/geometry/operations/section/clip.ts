import { boundsOf, type Mesh } from '../../mesh.ts';
import { Welder } from '../../welder.ts';

export interface Plane {
  /** Of length 1. */
  normal: readonly [number, number, number];
  /** Distance from the origin along the normal. */
  offset: number;
}

/**
 * The part of a surface on one side of a plane, still open there. Vertex numbers cover those of the mesh first, then
 * `cuts`.
 */
export interface HalfSurface {
  triangles: Uint32Array;
  /** The index in `triangles` after which facets are parts of divided ones. */
  divided: number;
  /** Pairs of vertices on the plane: the edges that a cap must have, in its direction. */
  rim: number[];
}

export interface Clipped {
  above: HalfSurface;
  below: HalfSurface;
  /** Points where edges cross the plane. */
  cuts: Float32Array;
  /** A vertex of the mesh lies on the plane, so that the two rims may differ. */
  touches: boolean;
  /** Area of facets that lie in the plane and face along its normal, mm². */
  flushArea: number;
}

/**
 * Vertices nearer to the plane than this share of the largest coordinate count as on it: a few steps of single
 * precision.
 */
const onPlaneShare = 2 ** -22;

/** Divides a surface along a plane. Every edge is cut at one point, so that its two facets still meet. */
export function clip(mesh: Mesh, plane: Plane): Clipped {
  const cutter = new Cutter(mesh, plane);
  return cutter.run();
}

class Cutter {
  readonly #mesh: Mesh;
  readonly #distances: Float64Array;
  /** 1 above, -1 below, 0 on the plane. */
  readonly #sides: Int8Array;
  readonly #welder = new Welder(1024);
  readonly #cuts: number[] = [];
  readonly #cutOfEdge = new Map<number, number>();
  readonly #normal: readonly [number, number, number];
  #touches = false;

  constructor(mesh: Mesh, { normal, offset }: Plane) {
    this.#mesh = mesh;
    this.#normal = normal;
    const { positions } = mesh;
    const [nx, ny, nz] = normal;
    const near = boundsOf(mesh).reduce((most, value) => Math.max(most, Math.abs(value)), 0) * onPlaneShare;
    this.#distances = new Float64Array(positions.length / 3);
    this.#sides = new Int8Array(this.#distances.length);
    for (let vertex = 0, at = 0; at < positions.length; vertex++, at += 3) {
      const distance =
        (positions[at] ?? 0) * nx + (positions[at + 1] ?? 0) * ny + (positions[at + 2] ?? 0) * nz - offset;
      this.#distances[vertex] = distance;
      this.#sides[vertex] = distance > near ? 1 : distance < -near ? -1 : 0;
    }
  }

  run(): Clipped {
    const { triangles } = this.#mesh;
    const sides = this.#sides;
    const above: HalfSurface = { triangles: new Uint32Array(triangles.length), divided: 0, rim: [] };
    const below: HalfSurface = { triangles: new Uint32Array(triangles.length), divided: 0, rim: [] };
    const dividedAbove: number[] = [];
    const dividedBelow: number[] = [];
    let flushArea = 0;
    for (let corner = 0; corner < triangles.length; corner += 3) {
      const a = triangles[corner] ?? 0;
      const b = triangles[corner + 1] ?? 0;
      const c = triangles[corner + 2] ?? 0;
      const sa = sides[a] ?? 0;
      const sb = sides[b] ?? 0;
      const sc = sides[c] ?? 0;
      if (sa === sb && sb === sc && sa !== 0) {
        const whole = sa > 0 ? above : below;
        whole.triangles[whole.divided++] = a;
        whole.triangles[whole.divided++] = b;
        whole.triangles[whole.divided++] = c;
        continue;
      }
      // A facet with a repeated vertex has no surface, and its edges cancel each other.
      if (a === b || b === c || c === a) continue;
      if (sa === 0 && sb === 0 && sc === 0) flushArea += Math.max(0, this.#areaAlong(a, b, c));
      else {
        this.#divide(a, b, c, 1, dividedAbove, above.rim);
        this.#divide(a, b, c, -1, dividedBelow, below.rim);
      }
    }
    append(above, dividedAbove);
    append(below, dividedBelow);
    return { above, below, cuts: Float32Array.from(this.#cuts), touches: this.#touches, flushArea };
  }

  /** Adds the part of a facet on one side, if there is one. */
  #divide(a: number, b: number, c: number, side: 1 | -1, into: number[], rim: number[]): void {
    const corners = [a, b, c];
    const polygon: number[] = [];
    const onPlane: boolean[] = [];
    let reaches = false;
    corners.forEach((from, i) => {
      const to = corners[(i + 1) % 3] ?? 0;
      const here = (this.#sides[from] ?? 0) * side;
      if (here > 0) reaches = true;
      if (here === 0) this.#touches = true;
      if (here >= 0) {
        polygon.push(from);
        onPlane.push(here === 0);
      }
      if ((this.#sides[to] ?? 0) * here * side < 0) {
        polygon.push(this.#cut(from, to));
        onPlane.push(true);
      }
    });
    if (!reaches) return;
    const [p = 0, q = 0, r = 0, s] = polygon;
    if (s === undefined) addFacet(into, p, q, r);
    else if (this.#distanceSquared(p, r) <= this.#distanceSquared(q, s)) {
      addFacet(into, p, q, r);
      addFacet(into, p, r, s);
    } else {
      addFacet(into, q, r, s);
      addFacet(into, q, s, p);
    }
    polygon.forEach((from, i) => {
      const j = (i + 1) % polygon.length;
      const to = polygon[j] ?? 0;
      if (onPlane[i] && onPlane[j] && from !== to) rim.push(to, from);
    });
  }

  /** The vertex where an edge crosses the plane. */
  #cut(from: number, to: number): number {
    const low = Math.min(from, to);
    const high = Math.max(from, to);
    const key = low * this.#distances.length + high;
    const known = this.#cutOfEdge.get(key);
    if (known !== undefined) return known;
    const { positions } = this.#mesh;
    const before = this.#distances[low] ?? 0;
    const share = before / (before - (this.#distances[high] ?? 0));
    const [x = 0, y = 0, z = 0] = [0, 1, 2].map((axis) => {
      const start = positions[low * 3 + axis] ?? 0;
      return Math.fround(start + ((positions[high * 3 + axis] ?? 0) - start) * share);
    });
    // Points that round to the same place become one vertex, so that no facet without area is left between them.
    const index = this.#welder.addPoint(x, y, z);
    if (index * 3 === this.#cuts.length) this.#cuts.push(x, y, z);
    const vertex = this.#distances.length + index;
    this.#cutOfEdge.set(key, vertex);
    return vertex;
  }

  #distanceSquared(a: number, b: number): number {
    const [ax, ay, az] = this.#point(a);
    const [bx, by, bz] = this.#point(b);
    return (ax - bx) ** 2 + (ay - by) ** 2 + (az - bz) ** 2;
  }

  #point(vertex: number): [number, number, number] {
    const count = this.#distances.length;
    const at = (vertex < count ? vertex : vertex - count) * 3;
    const source = vertex < count ? this.#mesh.positions : this.#cuts;
    return [source[at] ?? 0, source[at + 1] ?? 0, source[at + 2] ?? 0];
  }

  /** Area of a facet seen against the normal; negative from behind. */
  #areaAlong(a: number, b: number, c: number): number {
    const [ax, ay, az] = this.#point(a);
    const [bx, by, bz] = this.#point(b);
    const [cx, cy, cz] = this.#point(c);
    const [nx, ny, nz] = this.#normal;
    const [ux, uy, uz] = [bx - ax, by - ay, bz - az];
    const [vx, vy, vz] = [cx - ax, cy - ay, cz - az];
    return (nx * (uy * vz - uz * vy) + ny * (uz * vx - ux * vz) + nz * (ux * vy - uy * vx)) / 2;
  }
}

/** Two cuts of a facet may round to one point; then that facet has no surface. */
function addFacet(into: number[], a: number, b: number, c: number): void {
  if (a !== b && b !== c && c !== a) into.push(a, b, c);
}

function append(half: HalfSurface, divided: readonly number[]): void {
  const triangles = new Uint32Array(half.divided + divided.length);
  triangles.set(half.triangles.subarray(0, half.divided));
  triangles.set(divided, half.divided);
  half.triangles = triangles;
}
