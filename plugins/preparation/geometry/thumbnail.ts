import { returnBuffer, takeInts } from './bufferPool.ts';
import { boundsOf, facetCount, type Mesh } from './mesh.ts';
import { cornerNormals, lightingOf, pictureViews, type Axes, type Lighting, type PictureView } from './shading.ts';

export type { PictureView } from './shading.ts';

/** Share of the picture left free on each side. */
const pictureMargin = 0.06;
/** On finer meshes a facet is smaller than a pixel and needs no smoothing. */
const smoothLimit = 200_000;

/** A neutral, slightly cool metal. */
const partColour = [0.79, 0.82, 0.86] as const;

/**
 * Draws a mesh as a square picture on a transparent background: `size` x `size` pixels of red, green, blue and alpha
 * bytes. The picture fits the part; the lamps stand beside the eye, the same in every view; both sides of a facet are
 * lit, so that broken meshes show too. `normals`: one per corner, to shade with.
 */
export function renderThumbnail(
  mesh: Mesh,
  size: number,
  view: PictureView = 'ISO',
  normals?: Float32Array,
): Uint8Array {
  const fine = size * 2;
  const axes = pictureViews[view];
  const screen = project(mesh, fine, axes);
  const depth = new Float32Array(takeInts('picture depth', fine * fine).buffer, 0, fine * fine).fill(-Infinity);
  const nearest = takeInts('picture facets', fine * fine);
  rasterise(mesh, screen, fine, depth, nearest);
  const shading =
    normals ?? (facetCount(mesh) <= smoothLimit ? cornerNormals(mesh, facetsIn(mesh, depth, nearest)) : null);
  const light = lighting(mesh, screen, shading, lightingOf(axes));
  const rgba = resolve(depth, nearest, size, light);
  returnBuffer('picture depth', depth.buffer);
  returnBuffer('picture facets', nearest.buffer);
  returnBuffer('picture points', screen.buffer);
  return rgba;
}

/** For each facet whether it is nearest anywhere. */
function facetsIn(mesh: Mesh, depth: Float32Array, nearest: Int32Array): Uint8Array {
  const seen = new Uint8Array(facetCount(mesh));
  for (let at = 0; at < nearest.length; at++) {
    if (depth[at] !== -Infinity) seen[((nearest[at] ?? 0) / 3) | 0] = 1;
  }
  return seen;
}

/** Screen x, y (pixels, y down) and depth (growing towards the eye) of each vertex. */
function project(mesh: Mesh, pixels: number, axes: Axes): Float32Array<ArrayBuffer> {
  const { positions, triangles } = mesh;
  const [r0, r1, r2, u0, u1, u2, e0, e1, e2] = axes;
  const screen = new Float32Array(takeInts('picture points', positions.length).buffer, 0, positions.length);
  // From some vertex: far from the origin, single precision would not do.
  const origin = (triangles[0] ?? 0) * 3;
  const ox = positions[origin] ?? 0;
  const oy = positions[origin + 1] ?? 0;
  const oz = positions[origin + 2] ?? 0;
  for (let at = 0; at < positions.length; at += 3) {
    const x = (positions[at] ?? 0) - ox;
    const y = (positions[at + 1] ?? 0) - oy;
    const z = (positions[at + 2] ?? 0) - oz;
    screen[at] = x * r0 + y * r1 + z * r2;
    screen[at + 1] = -(x * u0 + y * u1 + z * u2);
    screen[at + 2] = x * e0 + y * e1 + z * e2;
  }
  const [left = 0, top = 0, , right = 0, bottom = 0] = boundsOf({ positions: screen, triangles });
  const scale = (pixels * (1 - 2 * pictureMargin)) / (Math.max(right - left, bottom - top) || 1);
  const shiftX = pixels / 2 - ((left + right) / 2) * scale;
  const shiftY = pixels / 2 - ((top + bottom) / 2) * scale;
  for (let at = 0; at < screen.length; at += 3) {
    screen[at] = (screen[at] ?? 0) * scale + shiftX;
    screen[at + 1] = (screen[at + 1] ?? 0) * scale + shiftY;
    screen[at + 2] = (screen[at + 2] ?? 0) * scale;
  }
  return screen;
}

/** Writes the depth of the nearest facet at each sample, and the first corner of that facet. */
function rasterise(
  { triangles }: Mesh,
  screen: Float32Array,
  pixels: number,
  depth: Float32Array,
  nearest: Int32Array,
): void {
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

    for (let y = y0; y <= y1; y++) {
      const py = y + 0.5;
      let left = x0;
      let right = x1;
      if (x1 - x0 > 3) {
        // Where the three edges cross the row: a sliver across the picture is many times thinner than its box.
        let from = Infinity;
        let to = -Infinity;
        for (let edge = 0; edge < 3; edge++) {
          const ex = edge === 0 ? ax : edge === 1 ? bx : cx;
          const ey = edge === 0 ? ay : edge === 1 ? by : cy;
          const fx = edge === 0 ? bx : edge === 1 ? cx : ax;
          const fy = edge === 0 ? by : edge === 1 ? cy : ay;
          if (ey < py === fy < py) continue;
          const cross = ex + ((py - ey) / (fy - ey)) * (fx - ex);
          if (cross < from) from = cross;
          if (cross > to) to = cross;
        }
        left = Math.max(x0, Math.floor(from - 1));
        right = Math.min(x1, Math.ceil(to));
      }
      for (let x = left; x <= right; x++) {
        const px = x + 0.5;
        const wa = ((bx - px) * (cy - py) - (by - py) * (cx - px)) * inverse;
        const wb = ((cx - px) * (ay - py) - (cy - py) * (ax - px)) * inverse;
        const wc = 1 - wa - wb;
        if (wa < 0 || wb < 0 || wc < 0) continue;
        const z = wa * az + wb * bz + wc * cz;
        const at = y * pixels + x;
        if (z <= (depth[at] ?? 0)) continue;
        depth[at] = z;
        nearest[at] = corner;
      }
    }
  }
}

/** Brightness and highlight of the facet whose first corner is given, at a place of the picture. */
type LightAt = (corner: number, px: number, py: number, out: Float64Array) => void;

function lighting(
  { positions, triangles }: Mesh,
  screen: Float32Array,
  normals: Float32Array | null,
  light: Lighting,
): LightAt {
  if (!normals) {
    return (corner, _px, _py, out) => {
      const a = (triangles[corner] ?? 0) * 3;
      const b = (triangles[corner + 1] ?? 0) * 3;
      const c = (triangles[corner + 2] ?? 0) * 3;
      const ux = (positions[b] ?? 0) - (positions[a] ?? 0);
      const uy = (positions[b + 1] ?? 0) - (positions[a + 1] ?? 0);
      const uz = (positions[b + 2] ?? 0) - (positions[a + 2] ?? 0);
      const vx = (positions[c] ?? 0) - (positions[a] ?? 0);
      const vy = (positions[c + 1] ?? 0) - (positions[a + 1] ?? 0);
      const vz = (positions[c + 2] ?? 0) - (positions[a + 2] ?? 0);
      light(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx, out);
    };
  }
  return (corner, px, py, out) => {
    const a = (triangles[corner] ?? 0) * 3;
    const b = (triangles[corner + 1] ?? 0) * 3;
    const c = (triangles[corner + 2] ?? 0) * 3;
    const ax = screen[a] ?? 0;
    const ay = screen[a + 1] ?? 0;
    const bx = screen[b] ?? 0;
    const by = screen[b + 1] ?? 0;
    const cx = screen[c] ?? 0;
    const cy = screen[c + 1] ?? 0;
    const inverse = 1 / ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
    const wa = ((bx - px) * (cy - py) - (by - py) * (cx - px)) * inverse;
    const wb = ((cx - px) * (ay - py) - (cy - py) * (ax - px)) * inverse;
    const wc = 1 - wa - wb;
    const n = corner * 3;
    light(
      wa * (normals[n] ?? 0) + wb * (normals[n + 3] ?? 0) + wc * (normals[n + 6] ?? 0),
      wa * (normals[n + 1] ?? 0) + wb * (normals[n + 4] ?? 0) + wc * (normals[n + 7] ?? 0),
      wa * (normals[n + 2] ?? 0) + wb * (normals[n + 5] ?? 0) + wc * (normals[n + 8] ?? 0),
      out,
    );
  };
}

/** Steps to one side of a sample (x, y, length), at two distances; the other side is the negative. */
const occlusionProbes = Array.from({ length: 8 }, (_, i) => {
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
  for (let i = 0; i < occlusionProbes.length; i += 3) {
    const dx = occlusionProbes[i] ?? 0;
    const dy = occlusionProbes[i + 1] ?? 0;
    if (x < Math.abs(dx) || y < dy || x + Math.abs(dx) >= pixels || y + dy >= pixels) continue;
    const step = dy * pixels + dx;
    const rise = ((depth[at + step] ?? 0) + (depth[at - step] ?? 0)) / 2 - here;
    const share = rise / (occlusionProbes[i + 2] ?? 1) - 0.1;
    // The background is infinitely far, which leaves nothing hidden.
    if (share > 0) hidden += Math.min(1, share * 1.6);
  }
  return hidden / (occlusionProbes.length / 3);
}

/** A share of full brightness as it is written: the curve of screens. */
const brightSteps = 4096;
const bytesOfBrightness = Uint8Array.from({ length: brightSteps + 1 }, (_, step) =>
  Math.round(255 * (step / brightSteps) ** (1 / 1.15)),
);

/** Lights what is nearest in 2 x 2 samples and averages them into each pixel. */
function resolve(depth: Float32Array, nearest: Int32Array, size: number, light: LightAt): Uint8Array {
  const pixels = size * 2;
  const rgba = new Uint8Array(size * size * 4);
  const lit = new Float64Array(2);
  const [red, green, blue] = partColour;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      let covered = 0;
      let diffuse = 0;
      let spot = 0;
      let dark = 0;
      let looked = 0;
      for (let sample = 0; sample < 4; sample++) {
        const sx = x * 2 + (sample & 1);
        const sy = y * 2 + (sample >> 1);
        const at = sy * pixels + sx;
        if (depth[at] === -Infinity) continue;
        // Two samples that lie across from each other are enough.
        if (covered === 0 || sample === 3) {
          dark += occlusion(depth, pixels, sx, sy);
          looked++;
        }
        covered++;
        light(nearest[at] ?? 0, sx + 0.5, sy + 0.5, lit);
        diffuse += lit[0] ?? 0;
        spot += lit[1] ?? 0;
      }
      if (covered === 0) continue;
      const out = (y * size + x) * 4;
      const share = (brightSteps * (1 - (0.5 * dark) / looked)) / covered;
      const flat = diffuse * share;
      const shine = spot * share;
      rgba[out] = bytesOfBrightness[Math.min(brightSteps, flat * red + shine) | 0] ?? 0;
      rgba[out + 1] = bytesOfBrightness[Math.min(brightSteps, flat * green + shine) | 0] ?? 0;
      rgba[out + 2] = bytesOfBrightness[Math.min(brightSteps, flat * blue + shine) | 0] ?? 0;
      rgba[out + 3] = Math.round((covered * 255) / 4);
    }
  }
  return rgba;
}
