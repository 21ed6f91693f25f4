import { boundsOf, facetCount, type Mesh } from './mesh.ts';

/** Share of the picture left free on each side. */
const MARGIN = 0.06;
/** Facets that meet at less than this angle are shaded as one smooth surface. */
const CREASE_COSINE = Math.cos((38 * Math.PI) / 180);
/** On finer meshes a facet is smaller than a pixel and needs no smoothing. */
const SMOOTH_LIMIT = 200_000;

// The eye looks from the front right above (the isometric corner), z up. Rows: right, up, towards the eye.
const S2 = Math.SQRT1_2;
const ELEVATION = Math.atan(Math.SQRT1_2);
const VIEW = [
  [S2, S2, 0],
  [-S2 * Math.sin(ELEVATION), S2 * Math.sin(ELEVATION), Math.cos(ELEVATION)],
  [S2 * Math.cos(ELEVATION), -S2 * Math.cos(ELEVATION), Math.sin(ELEVATION)],
].flat();

interface Light {
  x: number;
  y: number;
  z: number;
  strength: number;
}

/** Lights in view axes: key from the upper left, fill from the right, a faint one from below. */
const LIGHTS: readonly Light[] = [
  { x: -0.58, y: 0.55, z: 0.6, strength: 0.74 },
  { x: 0.76, y: 0.22, z: 0.61, strength: 0.3 },
  { x: 0.1, y: -0.9, z: 0.42, strength: 0.12 },
];
const AMBIENT = 0.22;
/** A neutral, slightly cool metal. */
const COLOUR = [0.79, 0.82, 0.86] as const;

/**
 * Draws a mesh as a square picture on a transparent background: `size` x `size` pixels of red, green, blue and alpha
 * bytes. The view is isometric and fits the part; both sides of a facet are lit, so that broken meshes show too.
 */
export function renderThumbnail(mesh: Mesh, size: number): Uint8Array {
  const fine = size * 2;
  const screen = project(mesh, fine);
  const normals = facetCount(mesh) <= SMOOTH_LIMIT ? cornerNormals(mesh) : undefined;
  const depth = new Float32Array(fine * fine).fill(-Infinity);
  const shade = new Float32Array(fine * fine * 2);
  rasterise(mesh, screen, normals, fine, depth, shade);
  return resolve(depth, shade, size);
}

/** Screen x, y (pixels, y down) and depth (growing towards the eye) of each vertex. */
function project(mesh: Mesh, pixels: number): Float32Array {
  const { positions } = mesh;
  const [r0 = 0, r1 = 0, r2 = 0, u0 = 0, u1 = 0, u2 = 0, e0 = 0, e1 = 0, e2 = 0] = VIEW;
  const screen = new Float32Array(positions.length);
  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = boundsOf(mesh);
  const cx = (x0 + x1) / 2;
  const cy = (y0 + y1) / 2;
  const cz = (z0 + z1) / 2;
  for (let at = 0; at < positions.length; at += 3) {
    const x = (positions[at] ?? 0) - cx;
    const y = (positions[at + 1] ?? 0) - cy;
    const z = (positions[at + 2] ?? 0) - cz;
    screen[at] = x * r0 + y * r1 + z * r2;
    screen[at + 1] = -(x * u0 + y * u1 + z * u2);
    screen[at + 2] = x * e0 + y * e1 + z * e2;
  }
  const [left = 0, top = 0, , right = 0, bottom = 0] = boundsOf({ positions: screen, triangles: mesh.triangles });
  const scale = (pixels * (1 - 2 * MARGIN)) / (Math.max(right - left, bottom - top) || 1);
  const shiftX = pixels / 2 - ((left + right) / 2) * scale;
  const shiftY = pixels / 2 - ((top + bottom) / 2) * scale;
  for (let at = 0; at < screen.length; at += 3) {
    screen[at] = (screen[at] ?? 0) * scale + shiftX;
    screen[at + 1] = (screen[at + 1] ?? 0) * scale + shiftY;
    screen[at + 2] = (screen[at + 2] ?? 0) * scale;
  }
  return screen;
}

/** A normal per corner: the mean over the facets around the vertex that meet the corner's own at a small angle. */
function cornerNormals(mesh: Mesh): Float32Array {
  const { positions, triangles } = mesh;
  const facets = facetCount(mesh);
  const own = new Float32Array(facets * 3);
  // Each facet counts by its angle at the vertex: by area, the diagonals of a cylinder's facets would show.
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
    const vertex = triangles[corner] ?? 0;
    const nx = own[facet * 3] ?? 0;
    const ny = own[facet * 3 + 1] ?? 0;
    const nz = own[facet * 3 + 2] ?? 0;
    let sx = 0;
    let sy = 0;
    let sz = 0;
    const start = starts[vertex] ?? 0;
    // Around a vertex of thousands of facets a sample says as much.
    const stop = Math.min(starts[vertex + 1] ?? 0, start + 64);
    for (let i = start; i < stop; i++) {
      const otherCorner = around[i] ?? 0;
      const other = (otherCorner / 3) | 0;
      const ox = own[other * 3] ?? 0;
      const oy = own[other * 3 + 1] ?? 0;
      const oz = own[other * 3 + 2] ?? 0;
      if (nx * ox + ny * oy + nz * oz < CREASE_COSINE) continue;
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

// Read once: this runs for every pixel, and taking an array apart each time is half of its cost.
const [R0 = 0, R1 = 0, R2 = 0, U0 = 0, U1 = 0, U2 = 0, E0 = 0, E1 = 0, E2 = 0] = VIEW;

function toThe14th(x: number): number {
  const squared = x * x;
  const fourth = squared * squared;
  return fourth * fourth * fourth * squared;
}

/** Brightness of a surface with this normal (model axes, any length); `spot` is the part that is a highlight. */
function light(nx: number, ny: number, nz: number, out: Float64Array): void {
  let x = nx * R0 + ny * R1 + nz * R2;
  let y = nx * U0 + ny * U1 + nz * U2;
  let z = nx * E0 + ny * E1 + nz * E2;
  const length = Math.sqrt(x * x + y * y + z * z) || 1;
  const side = z < 0 ? -1 / length : 1 / length;
  x *= side;
  y *= side;
  z *= side;
  let diffuse = AMBIENT + 0.08 * y;
  let spot = 0;
  for (const lamp of LIGHTS) {
    const facing = x * lamp.x + y * lamp.y + z * lamp.z;
    if (facing <= 0) continue;
    diffuse += facing * lamp.strength;
    // The mirror direction of the lamp against the eye, which is along z.
    const mirrored = 2 * facing * z - lamp.z;
    if (mirrored > 0) spot += toThe14th(mirrored) * lamp.strength * 0.45;
  }
  out[0] = diffuse;
  out[1] = spot;
}

function rasterise(
  mesh: Mesh,
  screen: Float32Array,
  normals: Float32Array | undefined,
  pixels: number,
  depth: Float32Array,
  shade: Float32Array,
): void {
  const { positions, triangles } = mesh;
  const lit = new Float64Array(2);
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const a = (triangles[corner] ?? 0) * 3;
    const b = (triangles[corner + 1] ?? 0) * 3;
    const c = (triangles[corner + 2] ?? 0) * 3;
    const ax = screen[a] ?? 0;
    const ay = screen[a + 1] ?? 0;
    const bx = screen[b] ?? 0;
    const by = screen[b + 1] ?? 0;
    const cx = screen[c] ?? 0;
    const cy = screen[c + 1] ?? 0;
    const x0 = Math.max(0, Math.ceil((ax < bx ? (ax < cx ? ax : cx) : bx < cx ? bx : cx) - 0.5));
    const x1 = Math.min(pixels - 1, Math.floor((ax > bx ? (ax > cx ? ax : cx) : bx > cx ? bx : cx) - 0.5));
    const y0 = Math.max(0, Math.ceil((ay < by ? (ay < cy ? ay : cy) : by < cy ? by : cy) - 0.5));
    const y1 = Math.min(pixels - 1, Math.floor((ay > by ? (ay > cy ? ay : cy) : by > cy ? by : cy) - 0.5));
    if (x0 > x1 || y0 > y1) continue;
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (area === 0) continue;
    const inverse = 1 / area;
    const az = screen[a + 2] ?? 0;
    const bz = screen[b + 2] ?? 0;
    const cz = screen[c + 2] ?? 0;
    let flatDiffuse = -1;
    let flatSpot = 0;

    for (let y = y0; y <= y1; y++) {
      const py = y + 0.5;
      for (let x = x0; x <= x1; x++) {
        const px = x + 0.5;
        const wa = ((bx - px) * (cy - py) - (by - py) * (cx - px)) * inverse;
        const wb = ((cx - px) * (ay - py) - (cy - py) * (ax - px)) * inverse;
        const wc = 1 - wa - wb;
        if (wa < 0 || wb < 0 || wc < 0) continue;
        const z = wa * az + wb * bz + wc * cz;
        const at = y * pixels + x;
        if (z <= (depth[at] ?? 0)) continue;
        depth[at] = z;
        if (normals) {
          const n = corner * 3;
          light(
            wa * (normals[n] ?? 0) + wb * (normals[n + 3] ?? 0) + wc * (normals[n + 6] ?? 0),
            wa * (normals[n + 1] ?? 0) + wb * (normals[n + 4] ?? 0) + wc * (normals[n + 7] ?? 0),
            wa * (normals[n + 2] ?? 0) + wb * (normals[n + 5] ?? 0) + wc * (normals[n + 8] ?? 0),
            lit,
          );
          shade[at * 2] = lit[0] ?? 0;
          shade[at * 2 + 1] = lit[1] ?? 0;
          continue;
        }
        if (flatDiffuse < 0) {
          const ux = (positions[b] ?? 0) - (positions[a] ?? 0);
          const uy = (positions[b + 1] ?? 0) - (positions[a + 1] ?? 0);
          const uz = (positions[b + 2] ?? 0) - (positions[a + 2] ?? 0);
          const vx = (positions[c] ?? 0) - (positions[a] ?? 0);
          const vy = (positions[c + 1] ?? 0) - (positions[a + 1] ?? 0);
          const vz = (positions[c + 2] ?? 0) - (positions[a + 2] ?? 0);
          light(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx, lit);
          flatDiffuse = lit[0] ?? 0;
          flatSpot = lit[1] ?? 0;
        }
        shade[at * 2] = flatDiffuse;
        shade[at * 2 + 1] = flatSpot;
      }
    }
  }
}

/** Steps to one side of a sample (x, y, length), at two distances; the other side is the negative. */
const PROBES = Array.from({ length: 8 }, (_, i) => {
  const angle = (i / 8) * Math.PI;
  const radius = i % 2 === 0 ? 8 : 4;
  return [Math.round(Math.cos(angle) * radius), Math.round(Math.sin(angle) * radius), radius];
}).flat();

/**
 * How much of the light around is hidden from a sample, 0 to 1. Surfaces that rise on both sides, or far on one, form an
 * inner corner or stand behind an edge; a slope, however steep, rises on one side as it falls on the other.
 */
function occlusion(depth: Float32Array, pixels: number, x: number, y: number): number {
  const at = y * pixels + x;
  const here = depth[at] ?? 0;
  let hidden = 0;
  for (let i = 0; i < PROBES.length; i += 3) {
    const dx = PROBES[i] ?? 0;
    const dy = PROBES[i + 1] ?? 0;
    if (x < Math.abs(dx) || y < dy || x + Math.abs(dx) >= pixels || y + dy >= pixels) continue;
    const step = dy * pixels + dx;
    const rise = ((depth[at + step] ?? 0) + (depth[at - step] ?? 0)) / 2 - here;
    const share = rise / (PROBES[i + 2] ?? 1) - 0.1;
    // The background is infinitely far, which leaves nothing hidden.
    if (share > 0) hidden += Math.min(1, share * 1.6);
  }
  return hidden / (PROBES.length / 3);
}

/** Averages 2 x 2 samples into each pixel. */
function resolve(depth: Float32Array, shade: Float32Array, size: number): Uint8Array {
  const pixels = size * 2;
  const rgba = new Uint8Array(size * size * 4);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      let covered = 0;
      let diffuse = 0;
      let spot = 0;
      for (let sample = 0; sample < 4; sample++) {
        const sx = x * 2 + (sample & 1);
        const sy = y * 2 + (sample >> 1);
        const at = sy * pixels + sx;
        if (depth[at] === -Infinity) continue;
        const dark = 1 - 0.5 * occlusion(depth, pixels, sx, sy);
        covered++;
        diffuse += (shade[at * 2] ?? 0) * dark;
        spot += (shade[at * 2 + 1] ?? 0) * dark;
      }
      if (covered === 0) continue;
      const out = (y * size + x) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const value = (diffuse / covered) * (COLOUR[channel] ?? 0) + spot / covered;
        rgba[out + channel] = Math.round(255 * Math.min(1, value) ** (1 / 1.15));
      }
      rgba[out + 3] = Math.round((covered * 255) / 4);
    }
  }
  return rgba;
}
