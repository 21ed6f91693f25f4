import type { Mesh } from '../mesh.ts';
import { DisjointSets } from '../disjointSets.ts';

/** The smallest components beyond this number are shown as one: a user cannot tell so many apart. */
const mostComponents = 256;

interface Component {
  facets: number;
  volume: number;
  box: [number, number, number, number, number, number];
}

/**
 * The component of each vertex that a facet uses, numbered from 0: the bodies of a file with several, otherwise
 * connected pieces. A cavity belongs to the piece around it.
 */
export function componentsOf(mesh: Mesh, bodies: readonly Mesh[]): Uint32Array {
  const vertices = mesh.positions.length / 3;
  if (bodies.length > 1 && bodies.length <= mostComponents) {
    const ofVertex = new Uint32Array(vertices);
    let at = 0;
    bodies.forEach((body, index) => {
      const end = at + body.positions.length / 3;
      ofVertex.fill(index, at, end);
      at = end;
    });
    return ofVertex;
  }
  return connected(mesh, vertices);
}

function connected({ positions, triangles }: Mesh, vertices: number): Uint32Array {
  const sets = new DisjointSets(vertices);
  for (let corner = 0; corner < triangles.length; corner += 3) {
    sets.union(triangles[corner] ?? 0, triangles[corner + 1] ?? 0);
    sets.union(triangles[corner] ?? 0, triangles[corner + 2] ?? 0);
  }
  const found = new Map<number, Component>();
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const root = sets.find(triangles[corner] ?? 0);
    let component = found.get(root);
    if (!component) {
      component = { facets: 0, volume: 0, box: [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity] };
      found.set(root, component);
    }
    grow(component, positions, triangles, corner);
  }

  const number = new Map<number, number>();
  const solids: [root: number, component: Component][] = [];
  for (const [root, component] of found) if (component.volume > 0) solids.push([root, component]);
  // The smallest components share the last number.
  solids.sort(([, a], [, b]) => b.facets - a.facets);
  solids.forEach(([root], index) => number.set(root, Math.min(index, mostComponents - 1)));
  for (const [root, component] of found) {
    if (number.has(root)) continue;
    const around = solids.slice(0, mostComponents).filter(([, solid]) => holds(solid, component));
    const closest = around.reduce<[number, Component] | undefined>(
      (best, one) => (best && diagonal(best[1]) <= diagonal(one[1]) ? best : one),
      undefined,
    );
    number.set(root, closest ? (number.get(closest[0]) ?? 0) : Math.min(solids.length, mostComponents - 1));
  }
  const ofVertex = new Uint32Array(vertices);
  for (const vertex of triangles) ofVertex[vertex] = number.get(sets.find(vertex)) ?? 0;
  sets.release();
  return ofVertex;
}

function grow(component: Component, positions: Float32Array, triangles: Uint32Array, corner: number): void {
  const { box } = component;
  const a = (triangles[corner] ?? 0) * 3;
  const b = (triangles[corner + 1] ?? 0) * 3;
  const c = (triangles[corner + 2] ?? 0) * 3;
  for (let axis = 0; axis < 3; axis++) {
    const pa = positions[a + axis] ?? 0;
    const pb = positions[b + axis] ?? 0;
    const pc = positions[c + axis] ?? 0;
    box[axis] = Math.min(box[axis] ?? 0, pa, pb, pc);
    box[axis + 3] = Math.max(box[axis + 3] ?? 0, pa, pb, pc);
    const next = (axis + 1) % 3;
    const last = (axis + 2) % 3;
    component.volume +=
      pa *
      ((positions[b + next] ?? 0) * (positions[c + last] ?? 0) -
        (positions[b + last] ?? 0) * (positions[c + next] ?? 0));
  }
  component.facets++;
}

const holds = ({ box: outer }: Component, { box: inner }: Component) =>
  [0, 1, 2].every(
    (axis) => (outer[axis] ?? 0) <= (inner[axis] ?? 0) && (outer[axis + 3] ?? 0) >= (inner[axis + 3] ?? 0),
  );
const diagonal = ({ box: [x0, y0, z0, x1, y1, z1] }: Component) => Math.hypot(x1 - x0, y1 - y0, z1 - z0);
