import { type Mesh } from '../mesh.ts';
import { nestingDepths } from '../nesting.ts';
import { Edges, NO_EDGE, halfEdgeMates, shellsOf } from '../topology.ts';
import { measureShells } from '../verify.ts';
import type { RepairChanges } from './changes.ts';

function reverse(triangles: Uint32Array, facet: number): void {
  const second = triangles[facet * 3 + 1] ?? 0;
  triangles[facet * 3 + 1] = triangles[facet * 3 + 2] ?? 0;
  triangles[facet * 3 + 2] = second;
}

/**
 * Makes neighbours agree on which side is outside: walks from facet to facet over edges of two facets, and over crowded
 * edges to the facet next in angle. In each connected piece the minority is reversed.
 */
export function orientConsistently(mesh: Mesh, changes: RepairChanges): Mesh {
  const edges = new Edges(mesh);
  let flipped = false;
  for (let edge = 0; edge < edges.count && !flipped; edge++) {
    flipped = edges.uses(edge) > 1 && edges.imbalance(edge) !== 0;
  }
  if (!flipped) return mesh;

  const triangles = mesh.triangles.slice();
  const mates = pairHalfEdges(mesh, edges);
  const facets = triangles.length / 3;
  // 0 unseen, 1 as it is, 2 reversed.
  const state = new Uint8Array(facets);
  const queue = new Uint32Array(facets);
  let count = 0;
  for (let seed = 0; seed < facets; seed++) {
    if (state[seed] !== 0 || edges.ofHalfEdge[seed * 3] === NO_EDGE) continue;
    let head = 0;
    let tail = 0;
    let reversed = 0;
    queue[tail++] = seed;
    state[seed] = 1;
    while (head < tail) {
      const facet = queue[head++] ?? 0;
      for (let side = 0; side < 3; side++) {
        const half = facet * 3 + side;
        const mate = mates[half] ?? -1;
        if (mate < 0) continue;
        const other = (mate / 3) | 0;
        if (state[other] !== 0) continue;
        const agrees = startsLow(mesh.triangles, half) !== startsLow(mesh.triangles, mate);
        state[other] = agrees ? (state[facet] ?? 1) : 3 - (state[facet] ?? 1);
        if (state[other] === 2) reversed++;
        queue[tail++] = other;
      }
    }
    const minority = reversed * 2 > tail ? 1 : 2;
    for (let i = 0; i < tail; i++) {
      const facet = queue[i] ?? 0;
      if (state[facet] !== minority) continue;
      reverse(triangles, facet);
      count++;
    }
  }
  changes.facetsFlipped += count;
  return count === 0 ? mesh : { positions: mesh.positions, triangles };
}

function startsLow(triangles: Uint32Array, half: number): boolean {
  const next = half % 3 === 2 ? half - 2 : half + 1;
  return (triangles[half] ?? 0) < (triangles[next] ?? 0);
}

/** For each half-edge the half-edge across its edge, or -1; around crowded edges the facet next in angle. */
function pairHalfEdges(mesh: Mesh, edges: Edges): Int32Array {
  const mates = halfEdgeMates(edges);
  for (const group of edges.crowded().values()) {
    // Facets next to each other in angle enclose either material or air; an odd one out stays alone.
    const sorted = sortByAngle(mesh, group);
    for (let i = 0; i + 1 < sorted.length; i += 2) {
      const a = sorted[i] ?? 0;
      const b = sorted[i + 1] ?? 0;
      mates[a] = b;
      mates[b] = a;
    }
  }
  return mates;
}

/** Half-edges of one edge in the order of their facets around it, starting where the facets lie closest together. */
function sortByAngle(mesh: Mesh, group: readonly number[]): number[] {
  const { positions, triangles } = mesh;
  const first = group[0] ?? 0;
  const u = triangles[first] ?? 0;
  const v = triangles[first % 3 === 2 ? first - 2 : first + 1] ?? 0;
  const at = (vertex: number, axis: number): number => positions[vertex * 3 + axis] ?? 0;
  const axis = [0, 1, 2].map((k) => at(v, k) - at(u, k));
  const [ax = 0, ay = 0, az = 0] = axis;
  const length = ax * ax + ay * ay + az * az || 1;
  const across = (half: number): [number, number, number] => {
    const base = half - (half % 3);
    const apex = triangles[base + ((half + 2) % 3)] ?? 0;
    const px = at(apex, 0) - at(u, 0);
    const py = at(apex, 1) - at(u, 1);
    const pz = at(apex, 2) - at(u, 2);
    const along = (px * ax + py * ay + pz * az) / length;
    return [px - ax * along, py - ay * along, pz - az * along];
  };
  const [ex, ey, ez] = across(first);
  const unit = Math.sqrt(length);
  const [fx, fy, fz] = [(ay * ez - az * ey) / unit, (az * ex - ax * ez) / unit, (ax * ey - ay * ex) / unit];
  const angles = group
    .map((half) => {
      const [px, py, pz] = across(half);
      return { half, angle: Math.atan2(px * fx + py * fy + pz * fz, px * ex + py * ey + pz * ez) };
    })
    .sort((a, b) => a.angle - b.angle);
  // Start behind the widest gap, so that the pairs are the narrow ones.
  let start = 0;
  let widest = -1;
  angles.forEach(({ angle }, i) => {
    const before = angles[(i + angles.length - 1) % angles.length]?.angle ?? 0;
    const gap = (angle - before + 4 * Math.PI) % (2 * Math.PI);
    if (gap > widest) {
      widest = gap;
      start = i;
    }
  });
  return [...angles.slice(start), ...angles.slice(0, start)].map(({ half }) => half);
}

/**
 * Turns closed shells that face inward outward. Voids inside a solid face inward and stay; once a shell has proved to be
 * inside out, the file's sides cannot be trusted, and the shells nested in it are set by their depth too.
 */
export function orientOutward(mesh: Mesh, changes: RepairChanges): Mesh {
  const edges = new Edges(mesh);
  const shells = shellsOf(edges);
  const { facts } = measureShells(mesh, edges, shells);
  if (facts.every((shell) => !shell.closed || shell.volume >= 0)) return mesh;
  const depths = nestingDepths(mesh, shells, facts);
  const wrong = facts.map((shell, i) => shell.closed && shell.volume < 0 && (depths[i] ?? 0) % 2 === 0);
  if (!wrong.includes(true)) return mesh;
  facts.forEach((shell, i) => {
    const depth = depths[i] ?? 0;
    if (!shell.closed || depth <= 0 || !facts.some((other, j) => wrong[j] && boxInside(shell.bounds, other.bounds)))
      return;
    wrong[i] = shell.volume > 0 !== (depth % 2 === 0);
  });
  const triangles = mesh.triangles.slice();
  for (let facet = 0; facet < shells.ofFacet.length; facet++) {
    const shell = shells.ofFacet[facet] ?? NO_EDGE;
    if (shell !== NO_EDGE && wrong[shell]) reverse(triangles, facet);
  }
  changes.shellsFlipped += wrong.filter(Boolean).length;
  return { positions: mesh.positions, triangles };
}

function boxInside(inner: Float64Array, outer: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if ((inner[axis] ?? 0) <= (outer[axis] ?? 0) || (inner[axis + 3] ?? 0) >= (outer[axis + 3] ?? 0)) return false;
  }
  return true;
}
