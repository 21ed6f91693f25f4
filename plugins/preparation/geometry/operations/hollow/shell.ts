import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { closestPoint, nearestPoint } from '../../bvh/nearest.ts';
import type { Bvh } from '../../bvh/tree.ts';
import type { Mesh } from '../../mesh.ts';
import { Edges } from '../../edges.ts';
import { repair } from '../../repair.ts';
import { verify } from '../../verify.ts';

/** The surface of the cavity may move by this share of the wall when facets are reduced. */
const simplifyShare = 0.01;
/** When the simplifier made two sheets touch, so many rings of vertices around are kept in the next try. */
const heldRings = 3;
const attempts = 3;

/** The same cavity with far fewer facets; unchanged when simplifying gives no valid surface. */
export async function simplifyCavity(cavity: Mesh, wall: number): Promise<Mesh> {
  await MeshoptSimplifier.ready;
  const held = new Uint8Array(cavity.positions.length / 3);
  let best = cavity;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const positions = cavity.positions.slice();
    const triangles = cavity.triangles.slice();
    const none = new Float32Array(0);
    const [corners] = MeshoptSimplifier.simplifyWithUpdate(
      triangles,
      positions,
      3,
      none,
      0,
      [],
      held,
      0,
      wall * simplifyShare,
      ['ErrorAbsolute'],
    );
    const simple = { positions, triangles: triangles.slice(0, corners) };
    const edges = new Edges(simple);
    let balanced = true;
    let touching = 0;
    for (let edge = 0; edge < edges.count; edge++) {
      if (edges.isPaired(edge)) continue;
      if (edges.imbalance(edge) !== 0) balanced = false;
      touching++;
      const half = edges.firstHalfEdge(edge);
      held[simple.triangles[half] ?? 0] = 1;
      held[simple.triangles[half % 3 === 2 ? half - 2 : half + 1] ?? 0] = 1;
    }
    if (balanced && corners > 0) best = withoutLoose(simple);
    if (touching === 0) break;
    for (let ring = 0; ring < heldRings; ring++) holdNeighbours(cavity.triangles, held);
  }
  return best;
}

/** Also holds every vertex that shares a facet with a held one. */
function holdNeighbours(triangles: Uint32Array, held: Uint8Array): void {
  const before = held.slice();
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const a = triangles[corner] ?? 0;
    const b = triangles[corner + 1] ?? 0;
    const c = triangles[corner + 2] ?? 0;
    if (before[a] || before[b] || before[c]) held[a] = held[b] = held[c] = 1;
  }
}

function withoutLoose({ positions, triangles }: Mesh): Mesh {
  const own = triangles.slice();
  const [target, count] = MeshoptSimplifier.compactMesh(own);
  const kept = new Float32Array(count * 3);
  target.forEach((to, from) => {
    if (to !== 0xffffffff) kept.set(positions.subarray(from * 3, from * 3 + 3), to * 3);
  });
  return { positions: kept, triangles: own };
}

/** Removes facets without area where the cavity stays closed. It stays inside out. */
export function tidy(cavity: Mesh): Mesh {
  if (verify(cavity).defects.degenerate === 0) return cavity;
  const { mesh } = repair(turnedOver(cavity));
  return verify(mesh).watertight ? turnedOver(mesh) : cavity;
}

/** The same facets, facing the other way. */
const turnedOver = ({ positions, triangles }: Mesh): Mesh => ({ positions, triangles: triangles.toReversed() });

/** Moves the cavity from the middle of the grid to the place of the part. */
export function placed(cavity: Mesh, middle: readonly number[]): Mesh {
  return {
    positions: cavity.positions.map((value, i) => value + (middle[i % 3] ?? 0)),
    triangles: cavity.triangles,
  };
}

/**
 * Moves every vertex along the shortest way from the surface of the part until it is `wall` deep, by at most half a
 * cell: where the shortest ways from two sides meet, the cavity keeps its edge. No facet loses its area.
 */
export function moveToDepth(bvh: Bvh, cavity: Mesh, middle: readonly number[], wall: number, step: number): Mesh {
  const before = cavity.positions;
  const positions = before.slice();
  const nearest = nearestPoint();
  const [mx = 0, my = 0, mz = 0] = middle;
  for (let at = 0; at < positions.length; at += 3) {
    const x = (before[at] ?? 0) + mx;
    const y = (before[at + 1] ?? 0) + my;
    const z = (before[at + 2] ?? 0) + mz;
    if (!closestPoint(bvh, x, y, z, wall + step, nearest) || nearest.distance === 0) continue;
    const move = wall - nearest.distance;
    if (Math.abs(move) > step / 2) continue;
    const share = move / nearest.distance;
    positions[at] = x - mx + (x - nearest.x) * share;
    positions[at + 1] = y - my + (y - nearest.y) * share;
    positions[at + 2] = z - mz + (z - nearest.z) * share;
  }
  const moved = { positions, triangles: cavity.triangles };
  for (let round = 0; round < backRounds && putFlatBack(moved, before); round++);
  return moved;
}

const backRounds = 4;

/** Moves the vertices of facets without area back; false when there were none. */
function putFlatBack({ positions, triangles }: Mesh, before: Float32Array): boolean {
  let any = false;
  for (let corner = 0; corner < triangles.length; corner += 3) {
    if (!isNeedle(positions, triangles, corner)) continue;
    any = true;
    for (let k = 0; k < 3; k++) {
      const at = (triangles[corner + k] ?? 0) * 3;
      positions.set(before.subarray(at, at + 3), at);
    }
  }
  return any;
}

/** Whether a facet is so thin that single precision cannot tell it from a line at the place of the part. */
function isNeedle(positions: Float32Array, triangles: Uint32Array, corner: number): boolean {
  const a = (triangles[corner] ?? 0) * 3;
  const b = (triangles[corner + 1] ?? 0) * 3;
  const c = (triangles[corner + 2] ?? 0) * 3;
  const ux = (positions[b] ?? 0) - (positions[a] ?? 0);
  const uy = (positions[b + 1] ?? 0) - (positions[a + 1] ?? 0);
  const uz = (positions[b + 2] ?? 0) - (positions[a + 2] ?? 0);
  const vx = (positions[c] ?? 0) - (positions[a] ?? 0);
  const vy = (positions[c + 1] ?? 0) - (positions[a + 1] ?? 0);
  const vz = (positions[c + 2] ?? 0) - (positions[a + 2] ?? 0);
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  return uu * vv - uv * uv <= needleWidth * Math.max(uu, vv) ** 2;
}

const needleWidth = 1e-10;

const quarterMiddles = [
  [2 / 3, 1 / 6, 1 / 6],
  [1 / 6, 2 / 3, 1 / 6],
  [1 / 6, 1 / 6, 2 / 3],
  [1 / 3, 1 / 3, 1 / 3],
] as const;

/** A place thinner than this share of the wall is pushed inward. */
const thinShare = 0.96;
const pushRounds = 4;

/**
 * The thickness of the wall, measured from the cavity: the shortest way to the surface of the part, in the middle of
 * the four quarters of each facet, weighted by area; the minimum also at the vertices. Facets too near to the
 * surface, as around a bend, are pushed inward first.
 */
export function settleWall(bvh: Bvh, cavity: Mesh, wall: number): { mean: number; min: number } {
  let measured = measureWall(bvh, cavity, wall);
  for (let push = 0; push < pushRounds && measured.min < thinShare * wall; push++) {
    const { positions } = cavity;
    measured.pushes.forEach((value, i) => (positions[i] = (positions[i] ?? 0) + value));
    measured = measureWall(bvh, cavity, wall);
  }
  return measured;
}

function measureWall(
  bvh: Bvh,
  { positions, triangles }: Mesh,
  wall: number,
): { mean: number; min: number; pushes: Float64Array } {
  const nearest = nearestPoint();
  const pushes = new Float64Array(positions.length);
  const distanceAt = (x: number, y: number, z: number): number =>
    closestPoint(bvh, x, y, z, 2 * wall, nearest) || closestPoint(bvh, x, y, z, Infinity, nearest)
      ? nearest.distance
      : 0;
  let min = Infinity;
  let sum = 0;
  let area = 0;
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const a = (triangles[corner] ?? 0) * 3;
    const b = (triangles[corner + 1] ?? 0) * 3;
    const c = (triangles[corner + 2] ?? 0) * 3;
    const [ax, ay, az] = [positions[a] ?? 0, positions[a + 1] ?? 0, positions[a + 2] ?? 0];
    const [bx, by, bz] = [positions[b] ?? 0, positions[b + 1] ?? 0, positions[b + 2] ?? 0];
    const [cx, cy, cz] = [positions[c] ?? 0, positions[c + 1] ?? 0, positions[c + 2] ?? 0];
    const own =
      Math.hypot(
        (by - ay) * (cz - az) - (bz - az) * (cy - ay),
        (bz - az) * (cx - ax) - (bx - ax) * (cz - az),
        (bx - ax) * (cy - ay) - (by - ay) * (cx - ax),
      ) / 8;
    for (const [u, v, w] of quarterMiddles) {
      const x = ax * u + bx * v + cx * w;
      const y = ay * u + by * v + cy * w;
      const z = az * u + bz * v + cz * w;
      const distance = distanceAt(x, y, z);
      min = Math.min(min, distance);
      sum += distance * own;
      area += own;
      if (distance >= thinShare * wall || distance === 0) continue;
      const share = wall / distance - 1;
      for (const at of [a, b, c]) {
        push(pushes, at, (x - nearest.x) * share, (y - nearest.y) * share, (z - nearest.z) * share);
      }
    }
  }
  for (let at = 0; at < positions.length; at += 3) {
    min = Math.min(min, distanceAt(positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0));
  }
  return { mean: sum / area, min, pushes };
}

/** A vertex takes the strongest of several pushes. */
function push(pushes: Float64Array, at: number, x: number, y: number, z: number): void {
  if (Math.hypot(x, y, z) <= Math.hypot(pushes[at] ?? 0, pushes[at + 1] ?? 0, pushes[at + 2] ?? 0)) return;
  pushes[at] = x;
  pushes[at + 1] = y;
  pushes[at + 2] = z;
}
