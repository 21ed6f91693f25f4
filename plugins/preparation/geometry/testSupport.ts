import { deflateRawSync } from 'node:zlib';
import { GeometryError, type GeometryErrorCode } from './errors.ts';

/** A zip archive of these files, written by hand so that tests can also make wrong ones. */
export function zip(files: Record<string, string>, declaredSize?: number): Uint8Array {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = encoder.encode(path);
    const content = encoder.encode(text);
    const packed = deflateRawSync(content);
    const local = new Uint8Array(30 + name.length);
    const localView = new DataView(local.buffer);
    localView.setUint32(0, 0x04034b50, true);
    localView.setUint16(8, 8, true);
    localView.setUint16(26, name.length, true);
    local.set(name, 30);
    const entry = new Uint8Array(46 + name.length);
    const view = new DataView(entry.buffer);
    view.setUint32(0, 0x02014b50, true);
    view.setUint16(10, 8, true);
    view.setUint32(20, packed.length, true);
    view.setUint32(24, declaredSize ?? content.length, true);
    view.setUint16(28, name.length, true);
    view.setUint32(42, offset, true);
    entry.set(name, 46);
    parts.push(local, packed);
    directory.push(entry);
    offset += local.length + packed.length;
  }
  const end = new Uint8Array(22);
  const view = new DataView(end.buffer);
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(10, directory.length, true);
  view.setUint32(
    12,
    directory.reduce((sum, entry) => sum + entry.length, 0),
    true,
  );
  view.setUint32(16, offset, true);
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]));
}

/** A 3MF package around the children of its model element. */
export function threeMf(model: string, unit = 'millimeter', prolog = ''): Uint8Array {
  const namespace = 'http://schemas.microsoft.com/3dmanufacturing/core/2015/02';
  return zip({
    '_rels/.rels': `<Relationships><Relationship Target="/3D/3dmodel.model" Id="r" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`,
    '3D/3dmodel.model': `<?xml version="1.0"?>${prolog}<model unit="${unit}" xmlns="${namespace}">${model}</model>`,
  });
}

/** The mesh element of a cube of edge 10, for 3MF. */
export const cubeMesh = `<mesh><vertices>${[0, 1, 2, 3, 4, 5, 6, 7]
  .map((i) => `<vertex x="${i & 1 ? 10 : 0}" y="${i & 2 ? 10 : 0}" z="${i & 4 ? 10 : 0}"/>`)
  .join('')}</vertices><triangles>${[
  [0, 2, 1],
  [1, 2, 3],
  [4, 5, 6],
  [5, 7, 6],
  [0, 1, 4],
  [1, 5, 4],
  [2, 6, 3],
  [3, 6, 7],
  [0, 4, 2],
  [2, 4, 6],
  [1, 3, 5],
  [3, 7, 5],
]
  .map(([a, b, c]) => `<triangle v1="${a}" v2="${b}" v3="${c}"/>`)
  .join('')}</triangles></mesh>`;

/** The code of the GeometryError that a call ends in; anything else it throws passes on. */
export async function codeOf(call: () => unknown): Promise<GeometryErrorCode | undefined> {
  try {
    await call();
  } catch (error) {
    if (error instanceof GeometryError) return error.code;
    throw error;
  }
  return undefined;
}

/** Random numbers from 0 to 1 that are the same in every run. */
export function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
