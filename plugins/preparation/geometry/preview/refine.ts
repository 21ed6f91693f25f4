import { facetCount, type Mesh } from '../mesh.ts';
import { halfEdgeMates, nextCorner } from './mates.ts';

/**
 * The same surface with its edges halved until none is longer than `longest`, so that measurements at the vertices
 * also describe the middle (a plate of twelve facets has only eight vertices). A mesh that would get more than `most`
 * facets stays unchanged.
 */
export function refine(mesh: Mesh, longest: number, most: number): Mesh {
  let current = mesh;
  while (facetCount(current) < most) {
    const finer = cutLong(current, longest, most);
    if (!finer) break;
    current = finer;
  }
  return current;
}

/** One pass; undefined when no edge is long or there would be too many facets. */
function cutLong(mesh: Mesh, longest: number, most: number): Mesh | undefined {
  const { positions, triangles } = mesh;
  const mates = halfEdgeMates(triangles);
  /** The new vertex in the middle of each half-edge that is cut. */
  const middles = new Int32Array(triangles.length).fill(-1);
  const added: number[] = [];
  const vertices = positions.length / 3;
  let facets = facetCount(mesh);
  for (let half = 0; half < triangles.length; half++) {
    if (middles[half] === -1) {
      const a = (triangles[half] ?? 0) * 3;
      const b = (triangles[nextCorner(half)] ?? 0) * 3;
      const length = Math.hypot(
        (positions[a] ?? 0) - (positions[b] ?? 0),
        (positions[a + 1] ?? 0) - (positions[b + 1] ?? 0),
        (positions[a + 2] ?? 0) - (positions[b + 2] ?? 0),
      );
      if (!(length > longest)) continue;
      const middle = vertices + added.length / 3;
      const mate = mates[half] ?? -1;
      middles[half] = middle;
      if (mate >= 0) middles[mate] = middle;
      for (let axis = 0; axis < 3; axis++) added.push(((positions[a + axis] ?? 0) + (positions[b + axis] ?? 0)) / 2);
    }
    facets++;
    if (facets > most) return undefined;
  }
  if (added.length === 0) return undefined;

  const finer = new Float32Array(positions.length + added.length);
  finer.set(positions);
  finer.set(added, positions.length);
  const cut = new Uint32Array(facets * 3);
  let at = 0;
  const add = (a: number, b: number, c: number) => {
    cut[at++] = a;
    cut[at++] = b;
    cut[at++] = c;
  };
  const distance = (a: number, b: number) =>
    Math.hypot(
      (finer[a * 3] ?? 0) - (finer[b * 3] ?? 0),
      (finer[a * 3 + 1] ?? 0) - (finer[b * 3 + 1] ?? 0),
      (finer[a * 3 + 2] ?? 0) - (finer[b * 3 + 2] ?? 0),
    );
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const found = [middles[corner] ?? -1, middles[corner + 1] ?? -1, middles[corner + 2] ?? -1];
    const cuts = found.filter((one) => one >= 0).length;
    // Turned so that a single cut is on the first side, and a single uncut side is the last.
    const turn = cuts === 1 ? found.findIndex((one) => one >= 0) : cuts === 2 ? (found.indexOf(-1) + 1) % 3 : 0;
    const a = triangles[corner + turn] ?? 0;
    const b = triangles[corner + ((turn + 1) % 3)] ?? 0;
    const c = triangles[corner + ((turn + 2) % 3)] ?? 0;
    const ab = found[turn] ?? -1;
    const bc = found[(turn + 1) % 3] ?? -1;
    const ca = found[(turn + 2) % 3] ?? -1;
    if (cuts === 0) add(a, b, c);
    else if (cuts === 1) {
      add(a, ab, c);
      add(ab, b, c);
    } else if (cuts === 2) {
      add(ab, b, bc);
      // The shorter diagonal of the remaining quadrilateral.
      if (distance(a, bc) <= distance(ab, c)) {
        add(a, ab, bc);
        add(a, bc, c);
      } else {
        add(a, ab, c);
        add(ab, bc, c);
      }
    } else {
      add(a, ab, ca);
      add(ab, b, bc);
      add(ca, bc, c);
      add(ab, bc, ca);
    }
  }
  return { positions: finer, triangles: cut };
}
