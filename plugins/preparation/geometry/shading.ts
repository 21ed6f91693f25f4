import { facetCount, type Mesh } from './mesh.ts';

/** Facets that meet at less than this angle are shaded as one smooth surface. */
const creaseCosine = Math.cos((38 * Math.PI) / 180);

const halfRoot = Math.SQRT1_2;
const isoElevation = Math.atan(Math.SQRT1_2);

/** The direction from which a part is seen, z up: from the front right above, or straight at one of its sides. */
export type PictureView = 'ISO' | 'FRONT' | 'RIGHT' | 'TOP';

export type Axes = readonly [...row: Triple, ...row: Triple, ...row: Triple];
type Triple = readonly [number, number, number];

/** Rows: right, up, towards the eye. */
export const pictureViews: Record<PictureView, Axes> = {
  // prettier-ignore
  ISO: [
    halfRoot, halfRoot, 0,
    -halfRoot * Math.sin(isoElevation), halfRoot * Math.sin(isoElevation), Math.cos(isoElevation),
    halfRoot * Math.cos(isoElevation), -halfRoot * Math.cos(isoElevation), Math.sin(isoElevation),
  ],
  FRONT: [1, 0, 0, 0, 0, 1, 0, -1, 0],
  RIGHT: [0, 1, 0, 0, 0, 1, 1, 0, 0],
  TOP: [1, 0, 0, 0, 1, 0, 0, 0, 1],
};

interface Light {
  x: number;
  y: number;
  z: number;
  strength: number;
}

/** Lights in the axes of the view: a main one from the upper left, one from the right, a faint one from below. */
const lights: readonly Light[] = [
  { x: -0.58, y: 0.55, z: 0.6, strength: 0.74 },
  { x: 0.76, y: 0.22, z: 0.61, strength: 0.3 },
  { x: 0.1, y: -0.9, z: 0.42, strength: 0.12 },
];
const ambient = 0.22;

function toThe14th(x: number): number {
  const squared = x * x;
  const fourth = squared * squared;
  return fourth * fourth * fourth * squared;
}

/**
 * Brightness of a surface with this normal (in the axes of the model, of any length); the second number is the part
 * that is a highlight.
 */
export type Lighting = (nx: number, ny: number, nz: number, out: Float64Array) => void;

export function lightingOf([r0, r1, r2, u0, u1, u2, e0, e1, e2]: Axes): Lighting {
  return (nx, ny, nz, out) => {
    let x = nx * r0 + ny * r1 + nz * r2;
    let y = nx * u0 + ny * u1 + nz * u2;
    let z = nx * e0 + ny * e1 + nz * e2;
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    const side = z < 0 ? -1 / length : 1 / length;
    x *= side;
    y *= side;
    z *= side;
    let diffuse = ambient + 0.08 * y;
    let spot = 0;
    for (const lamp of lights) {
      const facing = x * lamp.x + y * lamp.y + z * lamp.z;
      if (facing <= 0) continue;
      diffuse += facing * lamp.strength;
      // The mirrored direction of the lamp towards the camera, which is along z.
      const mirrored = 2 * facing * z - lamp.z;
      if (mirrored > 0) spot += toThe14th(mirrored) * lamp.strength * 0.45;
    }
    out[0] = diffuse;
    out[1] = spot;
  };
}

/** Copies the normals of vertices to the corners of facets. */
export function spreadNormals(triangles: Uint32Array, ofVertices: Float32Array): Float32Array {
  const normals = new Float32Array(triangles.length * 3);
  for (let corner = 0; corner < triangles.length; corner++) {
    const vertex = triangles[corner] ?? 0;
    normals[corner * 3] = ofVertices[vertex * 3] ?? 0;
    normals[corner * 3 + 1] = ofVertices[vertex * 3 + 1] ?? 0;
    normals[corner * 3 + 2] = ofVertices[vertex * 3 + 2] ?? 0;
  }
  return normals;
}

/**
 * A normal for each corner: the mean over the facets around its vertex that meet its own facet at a small angle. Only for
 * the facets that are `seen`.
 */
export function cornerNormals(mesh: Mesh, seen: Uint8Array): Float32Array {
  const { positions, triangles } = mesh;
  const facets = facetCount(mesh);
  const own = new Float32Array(facets * 3);
  // Each facet counts by its angle at the vertex. By area, the diagonals of a cylinder's facets would be visible.
  const angles = new Float32Array(facets * 3);
  const starts = new Uint32Array(positions.length / 3 + 1);
  for (let facet = 0; facet < facets; facet++) {
    const a = (triangles[facet * 3] ?? 0) * 3;
    const b = (triangles[facet * 3 + 1] ?? 0) * 3;
    const c = (triangles[facet * 3 + 2] ?? 0) * 3;
    const ux = (positions[b] ?? 0) - (positions[a] ?? 0);
    const uy = (positions[b + 1] ?? 0) - (positions[a + 1] ?? 0);
    const uz = (positions[b + 2] ?? 0) - (positions[a + 2] ?? 0);
    const vx = (positions[c] ?? 0) - (positions[a] ?? 0);
    const vy = (positions[c + 1] ?? 0) - (positions[a + 1] ?? 0);
    const vz = (positions[c + 2] ?? 0) - (positions[a + 2] ?? 0);
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const uu = ux * ux + uy * uy + uz * uz;
    const uv = ux * vx + uy * vy + uz * vz;
    angles[facet * 3] = Math.atan2(length, uv);
    angles[facet * 3 + 1] = Math.atan2(length, uu - uv);
    angles[facet * 3 + 2] = Math.PI - (angles[facet * 3] ?? 0) - (angles[facet * 3 + 1] ?? 0);
    own[facet * 3] = nx / (length || 1);
    own[facet * 3 + 1] = ny / (length || 1);
    own[facet * 3 + 2] = nz / (length || 1);
  }
  for (const vertex of triangles) starts[vertex + 1] = (starts[vertex + 1] ?? 0) + 1;
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
  const cursor = starts.slice();
  const around = new Uint32Array(triangles.length);
  for (let corner = 0; corner < triangles.length; corner++) {
    const vertex = triangles[corner] ?? 0;
    const slot = cursor[vertex] ?? 0;
    around[slot] = corner;
    cursor[vertex] = slot + 1;
  }

  const normals = new Float32Array(triangles.length * 3);
  for (let corner = 0; corner < triangles.length; corner++) {
    const facet = (corner / 3) | 0;
    if (seen[facet] === 0) continue;
    const vertex = triangles[corner] ?? 0;
    const nx = own[facet * 3] ?? 0;
    const ny = own[facet * 3 + 1] ?? 0;
    const nz = own[facet * 3 + 2] ?? 0;
    let sx = 0;
    let sy = 0;
    let sz = 0;
    const start = starts[vertex] ?? 0;
    // For a vertex of thousands of facets a sample is enough.
    const stop = Math.min(starts[vertex + 1] ?? 0, start + 64);
    for (let i = start; i < stop; i++) {
      const otherCorner = around[i] ?? 0;
      const other = (otherCorner / 3) | 0;
      const ox = own[other * 3] ?? 0;
      const oy = own[other * 3 + 1] ?? 0;
      const oz = own[other * 3 + 2] ?? 0;
      if (nx * ox + ny * oy + nz * oz < creaseCosine) continue;
      const angle = angles[otherCorner] ?? 0;
      sx += ox * angle;
      sy += oy * angle;
      sz += oz * angle;
    }
    const length = Math.sqrt(sx * sx + sy * sy + sz * sz);
    normals[corner * 3] = length > 0 ? sx / length : nx;
    normals[corner * 3 + 1] = length > 0 ? sy / length : ny;
    normals[corner * 3 + 2] = length > 0 ? sz / length : nz;
  }
  return normals;
}
