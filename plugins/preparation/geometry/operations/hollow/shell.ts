import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { closestPoint, nearestPoint } from '../../bvh/nearest.ts';
import type { Bvh } from '../../bvh/tree.ts';
import type { Mesh } from '../../mesh.ts';
import { Edges } from '../../edges.ts';
import { repair } from '../../repair.ts';
import { verify } from '../../verify.ts';

/** The cavity's surface may move by this share of the wall to do with fewer facets. */
const LOOSENESS = 0.01;
/** Where the simplifier made two sheets touch, this many rings of vertices around stay where they are in the next try. */
const RINGS = 3;
const ATTEMPTS = 3;

/** The same cavity of far fewer facets; as it was where nothing sound comes out. */
export async function simplifyCavity(cavity: Mesh, wall: number): Promise<Mesh> {
  await MeshoptSimplifier.ready;
  const held = new Uint8Array(cavity.positions.length / 3);
  let best = cavity;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
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
      wall * LOOSENESS,
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
    for (let ring = 0; ring < RINGS; ring++) holdNeighbours(cavity.triangles, held);
  }
  return best;
}

/** Holds every vertex that shares a facet with one that is held. */
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

/** Takes away facets without area where that leaves the cavity closed. It stays inside out. */
export function tidy(cavity: Mesh): Mesh {
  if (verify(cavity).defects.degenerate === 0) return cavity;
  const { mesh } = repair(turnedOver(cavity));
  return verify(mesh).watertight ? turnedOver(mesh) : cavity;
}

/** The same facets with the other side out. */
const turnedOver = ({ positions, triangles }: Mesh): Mesh => ({ positions, triangles: triangles.toReversed() });

/** The cavity, which stands around the grid's middle, brought to where the part is. */
export function placed(cavity: Mesh, middle: readonly number[]): Mesh {
  return {
    positions: cavity.positions.map((value, i) => value + (middle[i % 3] ?? 0)),
    triangles: cavity.triangles,
  };
}

/**
 * Moves every vertex along the shortest way from the part's surface until it is `wall` deep. Nothing moves farther than
 * half a cell: where the shortest ways from two sides meet, the cavity keeps the edge it has. Nor does a facet lose its
 * area.
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
  for (let round = 0; round < BACK_ROUNDS && putFlatBack(moved, before); round++);
  return moved;
}

const BACK_ROUNDS = 4;

/** Takes the vertices of facets without area back to where they were; false when there were none. */
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

/** Thinner than single precision can tell from a line once the facet stands where the part is. */
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
  return uu * vv - uv * uv <= NEEDLE * Math.max(uu, vv) ** 2;
}

const NEEDLE = 1e-10;

const QUARTERS = [
  [2 / 3, 1 / 6, 1 / 6],
  [1 / 6, 2 / 3, 1 / 6],
  [1 / 6, 1 / 6, 2 / 3],
  [1 / 3, 1 / 3, 1 / 3],
] as const;

/** A place thinner than this share of the wall is pushed inward. */
const THIN = 0.96;
const PUSHES = 4;

/**
 * How thick the wall is, measured from the cavity: the shortest way to the part's surface, in the middle of the four
 * quarters of each facet, by area; the least also at the vertices. Facets that cut too near to the surface, as they do
 * around a bend, are pushed inward first.
 */
export function settleWall(bvh: Bvh, cavity: Mesh, wall: number): { mean: number; min: number } {
  let measured = measureWall(bvh, cavity, wall);
  for (let push = 0; push < PUSHES && measured.min < THIN * wall; push++) {
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
    for (const [u, v, w] of QUARTERS) {
      const x = ax * u + bx * v + cx * w;
      const y = ay * u + by * v + cy * w;
      const z = az * u + bz * v + cz * w;
      const distance = distanceAt(x, y, z);
      min = Math.min(min, distance);
      sum += distance * own;
      area += own;
      if (distance >= THIN * wall || distance === 0) continue;
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

/** Of several pushes a vertex takes the strongest. */
function push(pushes: Float64Array, at: number, x: number, y: number, z: number): void {
  if (Math.hypot(x, y, z) <= Math.hypot(pushes[at] ?? 0, pushes[at + 1] ?? 0, pushes[at + 2] ?? 0)) return;
  pushes[at] = x;
  pushes[at + 1] = y;
  pushes[at + 2] = z;
}
