/**
 * A triangle mesh with shared vertices. Coordinates are in millimetres unless a function says otherwise. They have
 * single precision, because the STL that leaves this folder cannot hold more: measurements in memory equal those of
 * the next reader of the file.
 */
export interface Mesh {
  /** x, y, z of each vertex. */
  readonly positions: Float32Array;
  /** Three vertex indices per facet, anticlockwise seen from outside. */
  readonly triangles: Uint32Array;
}

export function facetCount(mesh: Mesh): number {
  return mesh.triangles.length / 3;
}

/** Several bodies as one mesh. Vertices of different bodies stay separate, so that touching parts are not joined. */
export function joinMeshes(bodies: readonly Mesh[]): Mesh {
  const only = bodies[0];
  if (bodies.length === 1 && only) return only;
  const positions = new Float32Array(bodies.reduce((sum, body) => sum + body.positions.length, 0));
  const triangles = new Uint32Array(bodies.reduce((sum, body) => sum + body.triangles.length, 0));
  let vertexAt = 0;
  let cornerAt = 0;
  for (const body of bodies) {
    positions.set(body.positions, vertexAt);
    const base = vertexAt / 3;
    const source = body.triangles;
    for (let i = 0; i < source.length; i++) triangles[cornerAt + i] = (source[i] ?? 0) + base;
    vertexAt += body.positions.length;
    cornerAt += source.length;
  }
  return { positions, triangles };
}

/** The mesh with every coordinate multiplied by `factor` (positive). */
export function scaleMesh(mesh: Mesh, factor: number): Mesh {
  if (factor === 1) return mesh;
  return { positions: mesh.positions.map((value) => value * factor), triangles: mesh.triangles };
}

/** The facets for which `keep` holds, with the same vertices. */
export function filterFacets(mesh: Mesh, keep: (facet: number) => boolean): Mesh {
  const source = mesh.triangles;
  const triangles = new Uint32Array(source.length);
  let at = 0;
  for (let facet = 0; facet * 3 < source.length; facet++) {
    if (!keep(facet)) continue;
    triangles[at++] = source[facet * 3] ?? 0;
    triangles[at++] = source[facet * 3 + 1] ?? 0;
    triangles[at++] = source[facet * 3 + 2] ?? 0;
  }
  return { positions: mesh.positions, triangles: triangles.subarray(0, at) };
}

/** A facet that uses a vertex twice has no edges and no area. */
export function namesVertexTwice(triangles: Uint32Array, facet: number): boolean {
  const a = triangles[facet * 3];
  const b = triangles[facet * 3 + 1];
  const c = triangles[facet * 3 + 2];
  return a === b || b === c || c === a;
}

/** Box of the vertices that facets use, as [minX, minY, minZ, maxX, maxY, maxZ]; infinite when there is no facet. */
export function boundsOf(mesh: Mesh): Float64Array {
  const { positions, triangles } = mesh;
  const used = new Uint8Array(positions.length / 3);
  for (let i = 0; i < triangles.length; i++) used[triangles[i] ?? 0] = 1;
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  for (let vertex = 0, at = 0; vertex < used.length; vertex++, at += 3) {
    if (used[vertex] === 0) continue;
    const x = positions[at] ?? 0;
    const y = positions[at + 1] ?? 0;
    const z = positions[at + 2] ?? 0;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    if (z < minZ) minZ = z;
    if (z > maxZ) maxZ = z;
  }
  return Float64Array.of(minX, minY, minZ, maxX, maxY, maxZ);
}

/** Length of the diagonal of a box given as `boundsOf` gives it; 0 when the box is empty. */
export function diagonalOf(bounds: Float64Array): number {
  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = bounds;
  const length = Math.hypot(x1 - x0, y1 - y0, z1 - z0);
  return Number.isFinite(length) ? length : 0;
}

/** Signed volume that a closed mesh encloses, summed from the middle of its box. */
export function volumeOf(mesh: Mesh): number {
  const { positions, triangles } = mesh;
  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = boundsOf(mesh);
  const [ox, oy, oz] = [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2];
  let six = 0;
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const a = (triangles[corner] ?? 0) * 3;
    const b = (triangles[corner + 1] ?? 0) * 3;
    const c = (triangles[corner + 2] ?? 0) * 3;
    const ax = (positions[a] ?? 0) - ox;
    const ay = (positions[a + 1] ?? 0) - oy;
    const az = (positions[a + 2] ?? 0) - oz;
    const bx = (positions[b] ?? 0) - ox;
    const by = (positions[b + 1] ?? 0) - oy;
    const bz = (positions[b + 2] ?? 0) - oz;
    const cx = (positions[c] ?? 0) - ox;
    const cy = (positions[c + 1] ?? 0) - oy;
    const cz = (positions[c + 2] ?? 0) - oz;
    six += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return six / 6;
}
