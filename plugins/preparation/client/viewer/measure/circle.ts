import { cross, distance, dot, minus, unit, type Vec } from '../scene/vectors.ts';

export interface Circle {
  center: Vec;
  radius: number;
  /** Largest distance of a point from the circle. */
  deviation: number;
}

/** The circle through three points; `null` when they lie on a line. */
export function circleThrough(a: Vec, b: Vec, c: Vec): Circle | null {
  const u = minus(b, a);
  const v = minus(c, a);
  const n = cross(u, v);
  const area = dot(n, n);
  if (area < 1e-18 * dot(u, u) * dot(v, v) || area === 0) return null;
  const p = cross(n, u);
  const q = cross(v, n);
  const [uu, vv] = [dot(u, u), dot(v, v)];
  const offset: Vec = [
    (p[0] * vv + q[0] * uu) / (2 * area),
    (p[1] * vv + q[1] * uu) / (2 * area),
    (p[2] * vv + q[2] * uu) / (2 * area),
  ];
  const center: Vec = [a[0] + offset[0], a[1] + offset[1], a[2] + offset[2]];
  return { center, radius: distance(center, a), deviation: 0 };
}

/**
 * The circle that best fits points in their order along an edge (least squares in their plane). `null` when there are
 * fewer than four or they lie on a line.
 */
export function fitCircle(points: readonly Vec[]): Circle | null {
  const [first] = points;
  if (!first || points.length < 4) return null;
  const third = points[Math.floor(points.length / 3)];
  const two = points[Math.floor((2 * points.length) / 3)];
  if (!third || !two) return null;
  const normal = cross(minus(third, first), minus(two, first));
  if (dot(normal, normal) === 0) return null;
  const ex = unit(minus(third, first));
  const ey = unit(cross(unit(normal), ex));
  // x² + y² + a x + b y + c = 0, solved by its normal equations.
  const sums = { xx: 0, xy: 0, yy: 0, x: 0, y: 0, xz: 0, yz: 0, z: 0 };
  for (const point of points) {
    const d = minus(point, first);
    const x = dot(d, ex);
    const y = dot(d, ey);
    const z = x * x + y * y;
    sums.xx += x * x;
    sums.xy += x * y;
    sums.yy += y * y;
    sums.x += x;
    sums.y += y;
    sums.xz += x * z;
    sums.yz += y * z;
    sums.z += z;
  }
  const n = points.length;
  const solved = solve(
    [
      [sums.xx, sums.xy, sums.x],
      [sums.xy, sums.yy, sums.y],
      [sums.x, sums.y, n],
    ],
    [-sums.xz, -sums.yz, -sums.z],
  );
  if (!solved) return null;
  const [a, b, c] = solved;
  const square = (a * a + b * b) / 4 - c;
  if (!(square > 0)) return null;
  const radius = Math.sqrt(square);
  const center: Vec = [
    first[0] - (ex[0] * a + ey[0] * b) / 2,
    first[1] - (ex[1] * a + ey[1] * b) / 2,
    first[2] - (ex[2] * a + ey[2] * b) / 2,
  ];
  const deviation = Math.max(...points.map((point) => Math.abs(distance(point, center) - radius)));
  return { center, radius, deviation };
}

type Row = readonly [number, number, number];

/** Solves the equations by Cramer's rule. */
function solve([r0, r1, r2]: readonly [Row, Row, Row], right: Row): Row | null {
  const c0: Vec = [r0[0], r1[0], r2[0]];
  const c1: Vec = [r0[1], r1[1], r2[1]];
  const c2: Vec = [r0[2], r1[2], r2[2]];
  const whole = dot(c0, cross(c1, c2));
  if (Math.abs(whole) < 1e-12) return null;
  return [dot(right, cross(c1, c2)) / whole, dot(c0, cross(right, c2)) / whole, dot(c0, cross(c1, right)) / whole];
}
