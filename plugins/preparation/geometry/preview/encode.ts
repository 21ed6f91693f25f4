import { MeshoptEncoder } from 'meshoptimizer';
import { boundsOf, diagonalOf, facetCount, joinMeshes, type Mesh } from '../mesh.ts';
import { componentsOf } from './components.ts';
import { splitCreases } from './creases.ts';
import { decodePreview } from './decode.ts';
import { previewMagic, prefixBytes, gridSteps, type Header, type Preview } from './format.ts';
import { refine } from './refine.ts';
import { simplified } from './simplify.ts';

/** Edges longer than this share of the diagonal are cut. */
const longestEdgeShare = 1 / 48;
/** Maximum number of facets of a refined mesh. */
const refinedFacets = 60_000;

export interface EncodedPreview extends Preview {
  bytes: Uint8Array;
  facets: number;
}

/**
 * A light mesh of a part for viewers: at most `mostFacets` of its facets (all with `Infinity`), in millimetres like
 * the bodies. The arrays equal those that a viewer decodes, so that a measurement can be sent as one number for each
 * vertex.
 */
export async function makePreview(bodies: readonly Mesh[], mostFacets: number): Promise<EncodedPreview> {
  const bytes = await encodePreview(bodies, mostFacets);
  const preview = await decodePreview(bytes);
  return { ...preview, bytes, facets: preview.triangles.length / 3 };
}

/** The bytes of such a preview. */
export async function encodePreview(bodies: readonly Mesh[], mostFacets: number): Promise<Uint8Array> {
  const whole = joinMeshes(bodies);
  const light = await simplified(whole, mostFacets);
  const parts = byComponent(light, componentsOf(light, bodies));
  const longest = diagonalOf(boundsOf(light)) * longestEdgeShare;
  const most = Math.min(refinedFacets, mostFacets) / parts.length;
  const shown = Number.isFinite(mostFacets) ? parts.map((part) => refine(part, longest, most)) : parts;
  return encode(shown, facetCount(whole));
}

/** A mesh for each component that has facets, with only its own vertices. */
function byComponent({ positions, triangles }: Mesh, ofVertex: Uint32Array): Mesh[] {
  const corners: number[] = [];
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const component = ofVertex[triangles[corner] ?? 0] ?? 0;
    corners[component] = (corners[component] ?? 0) + 3;
  }
  const parts = Array.from(corners, (length = 0) => ({ triangles: new Uint32Array(length), at: 0 }));
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const part = parts[ofVertex[triangles[corner] ?? 0] ?? 0];
    if (!part) continue;
    part.triangles[part.at] = triangles[corner] ?? 0;
    part.triangles[part.at + 1] = triangles[corner + 1] ?? 0;
    part.triangles[part.at + 2] = triangles[corner + 2] ?? 0;
    part.at += 3;
  }
  const local = new Int32Array(positions.length / 3).fill(-1);
  const own = new Float32Array(Math.min(positions.length, triangles.length * 3));
  return parts
    .filter((part) => part.at > 0)
    .map((part) => {
      let vertices = 0;
      for (let i = 0; i < part.at; i++) {
        const vertex = part.triangles[i] ?? 0;
        if (local[vertex] === -1) {
          own[vertices * 3] = positions[vertex * 3] ?? 0;
          own[vertices * 3 + 1] = positions[vertex * 3 + 1] ?? 0;
          own[vertices * 3 + 2] = positions[vertex * 3 + 2] ?? 0;
          local[vertex] = vertices++;
        }
        part.triangles[i] = local[vertex] ?? 0;
      }
      return { positions: own.slice(0, vertices * 3), triangles: part.triangles };
    });
}

async function encode(components: readonly Mesh[], sourceFacets: number): Promise<Uint8Array> {
  await MeshoptEncoder.ready;
  const grid = gridOf(components);
  const pieces = components.map((mesh) => pieceOf(mesh, grid));
  const facets = pieces.reduce((sum, piece) => sum + piece.triangles.length / 3, 0);
  const vertices = pieces.reduce((sum, piece) => sum + piece.steps.length / 3, 0);

  // Vertices are in the order of their first use, so that most corners refer to a recent vertex or to the next new one.
  const [first, second, third] = [new Codes(facets), new Codes(facets), new Codes(facets)];
  const planes = new Uint8Array(vertices * 6);
  const before = [0, 0, 0];
  let next = 0;
  let vertex = 0;
  for (const { triangles, steps } of pieces) {
    const base = next;
    for (let corner = 0; corner < triangles.length; corner++) {
      const index = base + (triangles[corner] ?? 0);
      const codes = corner % 3 === 0 ? first : corner % 3 === 1 ? second : third;
      codes.push(next - index);
      if (index === next) next++;
    }
    for (let at = 0; at < steps.length; at += 3, vertex++) {
      for (let axis = 0; axis < 3; axis++) {
        const value = steps[at + axis] ?? 0;
        const difference = (value - (before[axis] ?? 0)) & 0xffff;
        // Zigzag code: small positive and negative numbers both become small.
        const folded = difference < 0x8000 ? difference * 2 : (0x10000 - difference) * 2 - 1;
        planes[axis * vertices + vertex] = folded & 0xff;
        planes[(axis + 3) * vertices + vertex] = folded >> 8;
        before[axis] = value;
      }
    }
  }
  const header: Header = {
    version: 1,
    vertices,
    facets,
    sourceFacets,
    origin: grid.origin,
    step: grid.step,
    components: pieces.length > 0 ? pieces.map((piece) => piece.triangles.length / 3) : [0],
    cornerBytes: [first.bytes.length, second.bytes.length, third.bytes.length],
  };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const body = await deflated([first.bytes, second.bytes, third.bytes, planes]);
  const bytes = new Uint8Array(prefixBytes + text.length + body.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, previewMagic, true);
  view.setUint32(4, text.length, true);
  bytes.set(text, prefixBytes);
  bytes.set(body, prefixBytes + text.length);
  return bytes;
}

interface Grid {
  origin: [number, number, number];
  step: number;
}

function gridOf(components: readonly Mesh[]): Grid {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of components) {
    for (let at = 0; at < positions.length; at++) {
      const axis = at % 3;
      const value = positions[at] ?? 0;
      if (value < (low[axis] ?? 0)) low[axis] = value;
      if (value > (high[axis] ?? 0)) high[axis] = value;
    }
  }
  const longest = Math.max(...high.map((value, axis) => value - (low[axis] ?? 0)));
  if (!Number.isFinite(longest)) return { origin: [0, 0, 0], step: 1 };
  return { origin: low, step: longest > 0 ? longest / gridSteps : 1 };
}

/** A component on the grid: its facets with vertices in the order of first use, and their steps. */
function pieceOf(mesh: Mesh, { origin, step }: Grid): { triangles: Uint32Array; steps: Uint16Array } {
  const { triangles: split, from } = splitCreases(mesh);
  const steps = new Uint16Array(from.length * 3);
  for (let index = 0; index < from.length; index++) {
    const at = (from[index] ?? 0) * 3;
    for (let axis = 0; axis < 3; axis++) {
      steps[index * 3 + axis] = Math.round(((mesh.positions[at + axis] ?? 0) - (origin[axis] ?? 0)) / step);
    }
  }
  const triangles = withoutFlat(split, steps);
  if (triangles.length === 0) return { triangles, steps: new Uint16Array(0) };
  const [order, used] = MeshoptEncoder.reorderMesh(triangles, true, true);
  const ordered = new Uint16Array(used * 3);
  for (let vertex = 0; vertex < order.length; vertex++) {
    const to = order[vertex] ?? 0;
    if (to >= used) continue;
    ordered[to * 3] = steps[vertex * 3] ?? 0;
    ordered[to * 3 + 1] = steps[vertex * 3 + 1] ?? 0;
    ordered[to * 3 + 2] = steps[vertex * 3 + 2] ?? 0;
  }
  return { triangles, steps: ordered };
}

/** Drops facets with two corners at the same point of the grid. */
function withoutFlat(triangles: Uint32Array, steps: Uint16Array): Uint32Array {
  const same = (a: number, b: number) =>
    steps[a * 3] === steps[b * 3] && steps[a * 3 + 1] === steps[b * 3 + 1] && steps[a * 3 + 2] === steps[b * 3 + 2];
  const kept = new Uint32Array(triangles.length);
  let at = 0;
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const a = triangles[corner] ?? 0;
    const b = triangles[corner + 1] ?? 0;
    const c = triangles[corner + 2] ?? 0;
    if (same(a, b) || same(b, c) || same(c, a)) continue;
    kept[at++] = a;
    kept[at++] = b;
    kept[at++] = c;
  }
  return kept.slice(0, at);
}

/** Whole numbers, seven bits to the byte, lowest first. */
class Codes {
  #buffer: Uint8Array;
  #length = 0;

  constructor(expected: number) {
    this.#buffer = new Uint8Array(Math.max(16, expected * 2));
  }

  push(value: number): void {
    if (this.#length + 5 > this.#buffer.length) {
      const grown = new Uint8Array(this.#buffer.length * 2);
      grown.set(this.#buffer);
      this.#buffer = grown;
    }
    let rest = value;
    while (rest > 0x7f) {
      this.#buffer[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#buffer[this.#length++] = rest;
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }
}

async function deflated(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const compressed = new Blob(parts.map((part) => part.slice()))
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}
