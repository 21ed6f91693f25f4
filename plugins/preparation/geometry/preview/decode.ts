import { headerSchema, previewMagic, prefixBytes, type Header, type Preview } from './format.ts';

/** Number of elements between two pauses: a few milliseconds of work. */
const sliceElements = 400_000;

/**
 * Reads a preview. Throws an Error when the bytes are not a preview. `pause` is awaited every few milliseconds, so
 * that the page stays responsive.
 */
export async function decodePreview(bytes: Uint8Array, pause?: () => Promise<void>): Promise<Preview> {
  const { header, body } = opened(bytes);
  const { vertices, facets, cornerBytes, sourceFacets } = header;
  const expected = cornerBytes[0] + cornerBytes[1] + cornerBytes[2] + vertices * 6;
  const payload = await inflated(body, expected);
  await pause?.();
  const triangles = await readTriangles(payload, header, pause);
  const positions = await readPositions(payload.subarray(expected - vertices * 6), header, pause);
  const normals = await vertexNormals(positions, triangles, pause);
  let first = 0;
  const components = header.components.map((count) => {
    first += count;
    return { first: first - count, count };
  });
  if (first !== facets) throw broken();
  return { positions, normals, triangles, sourceFacets, components };
}

const broken = () => new Error('These bytes are not a whole preview.');

function opened(bytes: Uint8Array): { header: Header; body: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < prefixBytes || view.getUint32(0, true) !== previewMagic) throw broken();
  const end = prefixBytes + view.getUint32(4, true);
  if (end > bytes.length) throw broken();
  const header = headerSchema.parse(JSON.parse(new TextDecoder().decode(bytes.subarray(prefixBytes, end))));
  return { header, body: bytes.subarray(end) };
}

async function inflated(body: Uint8Array, expected: number): Promise<Uint8Array> {
  const payload = new Uint8Array(expected);
  const reader = new Blob([body.slice()]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  let at = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (at + value.length > expected) {
      await reader.cancel();
      throw broken();
    }
    payload.set(value, at);
    at += value.length;
  }
  if (at !== expected) throw broken();
  return payload;
}

async function readTriangles(
  payload: Uint8Array,
  { vertices, facets, components, cornerBytes }: Header,
  pause: (() => Promise<void>) | undefined,
): Promise<Uint32Array> {
  const triangles = new Uint32Array(facets * 3);
  let first = 0;
  let second = cornerBytes[0];
  let third = second + cornerBytes[1];
  let next = 0;
  let at = 0;
  for (const count of components) {
    // A component never refers to the one before it.
    for (const end = at + count * 3; at < end && at < triangles.length;) {
      for (const slice = Math.min(end, at + sliceElements * 3); at < slice;) {
        let code = payload[first++] ?? 0;
        if (code > 0x7f) [code, first] = longCode(payload, code, first);
        triangles[at++] = next - code;
        if (code === 0) next++;
        code = payload[second++] ?? 0;
        if (code > 0x7f) [code, second] = longCode(payload, code, second);
        triangles[at++] = next - code;
        if (code === 0) next++;
        code = payload[third++] ?? 0;
        if (code > 0x7f) [code, third] = longCode(payload, code, third);
        triangles[at++] = next - code;
        if (code === 0) next++;
      }
      await pause?.();
    }
  }
  if (next !== vertices) throw broken();
  // A code that refers to before the first vertex has become a very large number.
  for (const vertex of triangles) if (vertex >= vertices) throw broken();
  return triangles;
}

function longCode(payload: Uint8Array, head: number, start: number): [code: number, next: number] {
  let code = head & 0x7f;
  let at = start;
  for (let shift = 7; shift < 32; shift += 7) {
    const byte = payload[at++] ?? 0;
    code |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return [code >>> 0, at];
}

async function readPositions(
  planes: Uint8Array,
  { vertices, origin, step }: Header,
  pause: (() => Promise<void>) | undefined,
): Promise<Float32Array> {
  const positions = new Float32Array(vertices * 3);
  for (let axis = 0; axis < 3; axis++) {
    const start = origin[axis] ?? 0;
    const low = axis * vertices;
    const high = low + 3 * vertices;
    let value = 0;
    for (let vertex = 0; vertex < vertices;) {
      for (const slice = Math.min(vertices, vertex + sliceElements * 3); vertex < slice; vertex++) {
        const folded = (planes[low + vertex] ?? 0) | ((planes[high + vertex] ?? 0) << 8);
        value = (value + ((folded >>> 1) ^ -(folded & 1))) & 0xffff;
        positions[vertex * 3 + axis] = start + value * step;
      }
      await pause?.();
    }
  }
  return positions;
}

/** The sum of the normals of the facets around each vertex, weighted by area. */
async function vertexNormals(
  positions: Float32Array,
  triangles: Uint32Array,
  pause: (() => Promise<void>) | undefined,
): Promise<Float32Array> {
  const normals = new Float32Array(positions.length);
  for (let corner = 0; corner < triangles.length;) {
    for (const slice = Math.min(triangles.length, corner + sliceElements); corner < slice; corner += 3) {
      const a = (triangles[corner] ?? 0) * 3;
      const b = (triangles[corner + 1] ?? 0) * 3;
      const c = (triangles[corner + 2] ?? 0) * 3;
      const ax = positions[a] ?? 0;
      const ay = positions[a + 1] ?? 0;
      const az = positions[a + 2] ?? 0;
      const ux = (positions[b] ?? 0) - ax;
      const uy = (positions[b + 1] ?? 0) - ay;
      const uz = (positions[b + 2] ?? 0) - az;
      const vx = (positions[c] ?? 0) - ax;
      const vy = (positions[c + 1] ?? 0) - ay;
      const vz = (positions[c + 2] ?? 0) - az;
      const x = uy * vz - uz * vy;
      const y = uz * vx - ux * vz;
      const z = ux * vy - uy * vx;
      normals[a] = (normals[a] ?? 0) + x;
      normals[a + 1] = (normals[a + 1] ?? 0) + y;
      normals[a + 2] = (normals[a + 2] ?? 0) + z;
      normals[b] = (normals[b] ?? 0) + x;
      normals[b + 1] = (normals[b + 1] ?? 0) + y;
      normals[b + 2] = (normals[b + 2] ?? 0) + z;
      normals[c] = (normals[c] ?? 0) + x;
      normals[c + 1] = (normals[c + 1] ?? 0) + y;
      normals[c + 2] = (normals[c + 2] ?? 0) + z;
    }
    await pause?.();
  }
  for (let at = 0; at < normals.length; at += 3) {
    const x = normals[at] ?? 0;
    const y = normals[at + 1] ?? 0;
    const z = normals[at + 2] ?? 0;
    const length = Math.sqrt(x * x + y * y + z * z);
    // A folded surface may add up to zero; it needs some direction.
    if (length > 0) {
      normals[at] = x / length;
      normals[at + 1] = y / length;
      normals[at + 2] = z / length;
    } else normals[at + 2] = 1;
  }
  return normals;
}
