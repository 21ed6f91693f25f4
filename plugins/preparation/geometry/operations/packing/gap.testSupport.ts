import { windingAt } from '../../bvh/crossings.ts';
import { buildBvh } from '../../bvh/tree.ts';
import { boundsOf, type Mesh } from '../../mesh.ts';

type Point = readonly [x: number, y: number, z: number];
type Triangle = readonly [Point, Point, Point];

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const along = (a: Point, u: Point, t: number): Point => [a[0] + u[0] * t, a[1] + u[1] * t, a[2] + u[2] * t];
const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** True when two closed meshes overlap or are nearer than `spacing` (less a ten-thousandth of a millimetre). */
export function gapBelow(one: Mesh, other: Mesh, spacing: number): boolean {
  const facets = trianglesNear(one, boundsOf(other), spacing);
  const others = facets.length === 0 ? [] : trianglesNear(other, boundsOf(one), spacing);
  for (const { triangle: a, box: ba } of facets) {
    for (const { triangle: b, box: bb } of others) {
      if (!boxesNear(ba, bb, spacing)) continue;
      if (spacing > 1e-4 ? distance(a, b) < spacing - 1e-4 : meet(a, b)) return true;
    }
  }
  return holds(one, other) || holds(other, one);
}

function holds(outer: Mesh, inner: Mesh): boolean {
  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = boundsOf(outer);
  const at = (inner.triangles[0] ?? 0) * 3;
  const [x = 0, y = 0, z = 0] = inner.positions.subarray(at, at + 3);
  if (x < x0 || y < y0 || z < z0 || x > x1 || y > y1 || z > z1) return false;
  return windingAt(buildBvh(outer), x, y, z) !== 0;
}

function trianglesNear(mesh: Mesh, box: Float64Array, spacing: number): { triangle: Triangle; box: Float64Array }[] {
  const point = (corner: number): Point => {
    const at = (mesh.triangles[corner] ?? 0) * 3;
    return [mesh.positions[at] ?? 0, mesh.positions[at + 1] ?? 0, mesh.positions[at + 2] ?? 0];
  };
  const near: { triangle: Triangle; box: Float64Array }[] = [];
  for (let corner = 0; corner < mesh.triangles.length; corner += 3) {
    const triangle = [point(corner), point(corner + 1), point(corner + 2)] as const;
    const own = new Float64Array(6);
    for (const axis of [0, 1, 2] as const) {
      own[axis] = Math.min(...triangle.map((each) => each[axis]));
      own[axis + 3] = Math.max(...triangle.map((each) => each[axis]));
    }
    if (boxesNear(own, box, spacing)) near.push({ triangle, box: own });
  }
  return near;
}

function boxesNear(a: Float64Array, b: Float64Array, spacing: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if ((a[axis] ?? 0) > (b[axis + 3] ?? 0) + spacing || (b[axis] ?? 0) > (a[axis + 3] ?? 0) + spacing) return false;
  }
  return true;
}

const edges = ([a, b, c]: Triangle): (readonly [Point, Point])[] => [
  [a, b],
  [b, c],
  [c, a],
];

const meet = (a: Triangle, b: Triangle): boolean =>
  edges(a).some(([from, to]) => pierces(from, to, b)) || edges(b).some(([from, to]) => pierces(from, to, a));

/** Möller and Trumbore for a segment; edges and corners that only touch do not count. */
function pierces(from: Point, to: Point, [a, b, c]: Triangle): boolean {
  const direction = minus(to, from);
  const u = minus(b, a);
  const v = minus(c, a);
  const p = cross(direction, v);
  const determinant = dot(u, p);
  if (determinant === 0) return false;
  const s = minus(from, a);
  const i = dot(s, p) / determinant;
  const q = cross(s, u);
  const j = dot(direction, q) / determinant;
  const t = dot(v, q) / determinant;
  return i > 0 && j > 0 && i + j < 1 && t > 0 && t < 1;
}

/** Distance of two triangles: 0 when they meet, else between a corner and a facet or between two edges. */
function distance(a: Triangle, b: Triangle): number {
  if (meet(a, b)) return 0;
  const fromCorners = (corners: Triangle, facet: Triangle): number[] => corners.map((point) => toFacet(point, facet));
  const between = edges(a).flatMap((one) => edges(b).map((other) => betweenSegments(one, other)));
  return Math.min(...fromCorners(a, b), ...fromCorners(b, a), ...between);
}

/** Above the facet the height counts; elsewhere the edges decide. */
function toFacet(point: Point, facet: Triangle): number {
  const normal = cross(minus(facet[1], facet[0]), minus(facet[2], facet[0]));
  const inside = edges(facet).every(([from, to]) => dot(cross(minus(to, from), minus(point, from)), normal) >= 0);
  return inside ? Math.abs(dot(normal, minus(point, facet[0]))) / Math.hypot(...normal) : Infinity;
}

/** Ericson, Real-Time Collision Detection, 5.1.9. */
function betweenSegments([p1, q1]: readonly [Point, Point], [p2, q2]: readonly [Point, Point]): number {
  const d1 = minus(q1, p1);
  const d2 = minus(q2, p2);
  const r = minus(p1, p2);
  const a = dot(d1, d1);
  const e = dot(d2, d2);
  const f = dot(d2, r);
  const c = dot(d1, r);
  const b = dot(d1, d2);
  const denominator = a * e - b * b;
  let s = denominator > 0 ? clamp((b * f - c * e) / denominator) : 0;
  let t = (b * s + f) / e;
  if (t < 0 || t > 1) {
    t = clamp(t);
    s = clamp((b * t - c) / a);
  }
  return Math.hypot(...minus(along(p1, d1, s), along(p2, d2, t)));
}
