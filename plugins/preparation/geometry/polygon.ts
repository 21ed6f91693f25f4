/**
 * Triangulates a planar polygon with holes by ear clipping.
 *
 * `points` holds x, y pairs; `loops` lists the indices of each closed loop, the outer loop first (either way round) and
 * then the holes. Returns index triples that run anticlockwise, or undefined when the loops cross so badly that no
 * triangulation was found within the work limit.
 */
export function triangulatePolygon(points: Float64Array, loops: readonly (readonly number[])[]): number[] | undefined {
  const outer = loops[0];
  if (!outer || outer.length < 3) return undefined;
  const ring = signedArea(points, outer) < 0 ? [...outer].reverse() : [...outer];
  const holes = loops
    .slice(1)
    .filter((hole) => hole.length >= 3)
    .map((hole) => (signedArea(points, hole) > 0 ? [...hole].reverse() : [...hole]))
    .sort((a, b) => maxX(points, b) - maxX(points, a));
  for (const hole of holes) bridge(points, ring, hole);
  return clipEars(points, ring);
}

const X = (points: Float64Array, i: number): number => points[i * 2] ?? 0;
const Y = (points: Float64Array, i: number): number => points[i * 2 + 1] ?? 0;

function signedArea(points: Float64Array, loop: readonly number[]): number {
  let sum = 0;
  let previous = loop.at(-1) ?? 0;
  for (const index of loop) {
    sum += X(points, previous) * Y(points, index) - X(points, index) * Y(points, previous);
    previous = index;
  }
  return sum / 2;
}

function maxX(points: Float64Array, loop: readonly number[]): number {
  return loop.reduce((most, index) => Math.max(most, X(points, index)), -Infinity);
}

/** Twice the signed area of a triangle: positive when a, b, c run anticlockwise. */
function turn(points: Float64Array, a: number, b: number, c: number): number {
  return (
    (X(points, b) - X(points, a)) * (Y(points, c) - Y(points, a)) -
    (Y(points, b) - Y(points, a)) * (X(points, c) - X(points, a))
  );
}

/** Joins a hole to the ring by a double edge from the hole's rightmost vertex to a ring vertex that it can see. */
function bridge(points: Float64Array, ring: number[], hole: number[]): void {
  let start = 0;
  hole.forEach((index, i) => {
    if (X(points, index) > X(points, hole[start] ?? 0)) start = i;
  });
  const from = hole[start] ?? 0;
  const hx = X(points, from);
  const hy = Y(points, from);

  // The ring edge hit first by a ray to the right; its farther end is visible unless a reflex vertex is in the way.
  let hitX = Infinity;
  let at = -1;
  for (let i = 0; i < ring.length; i++) {
    const a = ring[i] ?? 0;
    const b = ring[(i + 1) % ring.length] ?? 0;
    const ay = Y(points, a);
    const by = Y(points, b);
    if (ay > hy || by < hy || ay === by) continue;
    const x = X(points, a) + ((hy - ay) / (by - ay)) * (X(points, b) - X(points, a));
    if (x >= hx && x < hitX) {
      hitX = x;
      at = X(points, a) > X(points, b) ? i : (i + 1) % ring.length;
    }
  }
  if (at < 0) return;
  const candidate = ring[at] ?? 0;
  const px = X(points, candidate);
  const py = Y(points, candidate);
  let best = Infinity;
  for (let i = 0; i < ring.length; i++) {
    const v = ring[i] ?? 0;
    const vx = X(points, v);
    const vy = Y(points, v);
    if (vx < hx || vx > Math.max(px, hitX) || v === candidate) continue;
    const previous = ring[(i + ring.length - 1) % ring.length] ?? 0;
    const next = ring[(i + 1) % ring.length] ?? 0;
    if (turn(points, previous, v, next) > 0 && previous !== next) continue;
    if (!inTriangle(vx, vy, hx, hy, hitX, hy, px, py)) continue;
    const slope = Math.abs(vy - hy) / Math.max(vx - hx, 1e-300);
    if (slope < best) {
      best = slope;
      at = i;
    }
  }
  const turned = [...hole.slice(start), ...hole.slice(0, start), from];
  ring.splice(at + 1, 0, ...turned, ring[at] ?? 0);
}

function inTriangle(
  px: number,
  py: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): boolean {
  const d1 = (bx - ax) * (py - ay) - (by - ay) * (px - ax);
  const d2 = (cx - bx) * (py - by) - (cy - by) * (px - bx);
  const d3 = (ax - cx) * (py - cy) - (ay - cy) * (px - cx);
  return (d1 >= 0 && d2 >= 0 && d3 >= 0) || (d1 <= 0 && d2 <= 0 && d3 <= 0);
}

const WORK_LIMIT = 3e8;

function clipEars(points: Float64Array, ring: readonly number[]): number[] | undefined {
  const count = ring.length;
  const next = Int32Array.from({ length: count }, (_, i) => (i + 1) % count);
  const previous = Int32Array.from({ length: count }, (_, i) => (i + count - 1) % count);
  const at = (i: number): number => ring[i] ?? 0;
  const cornerTurn = (i: number): number => turn(points, at(previous[i] ?? 0), at(i), at(next[i] ?? 0));
  // Only vertices that are not convex can lie in an ear.
  const reflex = Uint8Array.from({ length: count }, (_, i) => (cornerTurn(i) <= 0 ? 1 : 0));
  const triangles: number[] = [];
  let left = count;
  let here = 0;
  let misses = 0;
  let work = 0;
  // From strict to lenient: a proper ear, a flat corner, any convex corner, anything.
  let patience = 0;

  const blocked = (i: number): boolean => {
    const a = at(previous[i] ?? 0);
    const b = at(i);
    const c = at(next[i] ?? 0);
    const ax = X(points, a);
    const ay = Y(points, a);
    const bx = X(points, b);
    const by = Y(points, b);
    const cx = X(points, c);
    const cy = Y(points, c);
    for (let j = next[next[i] ?? 0] ?? 0; j !== previous[i]; j = next[j] ?? 0) {
      work++;
      if (reflex[j] === 0) continue;
      const v = at(j);
      const vx = X(points, v);
      const vy = Y(points, v);
      if ((vx === ax && vy === ay) || (vx === bx && vy === by) || (vx === cx && vy === cy)) continue;
      if (inTriangle(vx, vy, ax, ay, bx, by, cx, cy)) return true;
    }
    return false;
  };

  while (left > 3) {
    if (work > WORK_LIMIT) return undefined;
    const area = cornerTurn(here);
    const ear =
      patience === 0
        ? area > 0 && !blocked(here)
        : patience === 1
          ? area >= 0 && !blocked(here)
          : patience === 2
            ? area > 0
            : true;
    if (!ear) {
      here = next[here] ?? 0;
      if (++misses > left) {
        misses = 0;
        patience++;
      }
      continue;
    }
    const before = previous[here] ?? 0;
    const after = next[here] ?? 0;
    triangles.push(at(before), at(here), at(after));
    next[before] = after;
    previous[after] = before;
    left--;
    misses = 0;
    patience = 0;
    reflex[before] = cornerTurn(before) <= 0 ? 1 : 0;
    reflex[after] = cornerTurn(after) <= 0 ? 1 : 0;
    // Skipping a vertex keeps fans from growing around one corner.
    here = next[after] ?? 0;
  }
  const last = next[here] ?? 0;
  triangles.push(at(previous[here] ?? 0), at(here), at(last));
  return triangles;
}

/** The plane of a loop of 3D points by Newell's rule, and its points in that plane's own axes (x, y pairs). */
export function projectLoop(coordinates: ArrayLike<number>): Float64Array {
  const count = coordinates.length / 3;
  let nx = 0;
  let ny = 0;
  let nz = 0;
  for (let i = 0; i < count; i++) {
    const a = i * 3;
    const b = ((i + 1) % count) * 3;
    const ax = coordinates[a] ?? 0;
    const ay = coordinates[a + 1] ?? 0;
    const az = coordinates[a + 2] ?? 0;
    const bx = coordinates[b] ?? 0;
    const by = coordinates[b + 1] ?? 0;
    const bz = coordinates[b + 2] ?? 0;
    nx += (ay - by) * (az + bz);
    ny += (az - bz) * (ax + bx);
    nz += (ax - bx) * (ay + by);
  }
  return projectOnto(coordinates, nx, ny, nz);
}

/** Points seen against a normal: x, y pairs in axes for which anticlockwise is as seen from the normal's tip. */
export function projectOnto(coordinates: ArrayLike<number>, nx: number, ny: number, nz: number): Float64Array {
  const length = Math.hypot(nx, ny, nz) || 1;
  const [x, y, z] = [nx / length, ny / length, nz / length];
  // Any axis not along the normal gives a first direction in the plane.
  const [ux0, uy0, uz0] = Math.abs(z) < 0.8 ? [-y, x, 0] : [z, 0, -x];
  const unit = Math.hypot(ux0, uy0, uz0) || 1;
  const [ux, uy, uz] = [ux0 / unit, uy0 / unit, uz0 / unit];
  const [vx, vy, vz] = [y * uz - z * uy, z * ux - x * uz, x * uy - y * ux];
  const count = coordinates.length / 3;
  const points = new Float64Array(count * 2);
  for (let i = 0; i < count; i++) {
    const px = coordinates[i * 3] ?? 0;
    const py = coordinates[i * 3 + 1] ?? 0;
    const pz = coordinates[i * 3 + 2] ?? 0;
    points[i * 2] = px * ux + py * uy + pz * uz;
    points[i * 2 + 1] = px * vx + py * vy + pz * vz;
  }
  return points;
}
