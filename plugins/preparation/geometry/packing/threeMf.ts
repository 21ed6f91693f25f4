import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { Mesh } from '../mesh.ts';

/** An arranged build as a 3MF (core specification): each part once, and an item for each copy. */
export interface ArrangedBuild {
  title: string;
  parts: readonly { id: number; name: string; mesh: Mesh }[];
  instances: readonly { id: number; copy: number; placement: readonly number[] }[];
}

const core = 'http://schemas.microsoft.com/3dmanufacturing/core/2015/02';
/** Of the ids at each item: `sinter:partId` and `sinter:copy`. */
const own = 'urn:sinter:nesting';
const contentTypes = `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>`;
const relations = `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`;
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** What is written at once: the text of a large part never lies in memory as a whole. */
const chunkLength = 1 << 18;

/** Without signs that XML cannot hold. */
const escaped = (text: string): string =>
  // eslint-disable-next-line no-control-regex
  text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
/** Finer than single precision holds it. */
const millimetres = (value: number): number => Math.round(value * 1e7) / 1e7;

export function writeThreeMf(build: ArrangedBuild): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const [path, text] of [
    ['[Content_Types].xml', [contentTypes]],
    ['_rels/.rels', [relations]],
    ['3D/3dmodel.model', modelOf(build)],
  ] as const) {
    const file = new ZipDeflate(path, { level: 6 });
    archive.add(file);
    let waiting = '';
    for (const piece of text) {
      waiting += piece;
      if (waiting.length < chunkLength) continue;
      file.push(strToU8(waiting));
      waiting = '';
    }
    file.push(strToU8(waiting), true);
  }
  archive.end();
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function* modelOf({ title, parts, instances }: ArrangedBuild): Generator<string> {
  const used = parts.filter(({ id }) => instances.some((each) => each.id === id));
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<model unit="millimeter" xml:lang="en-US" xmlns="${core}" xmlns:sinter="${own}">`;
  yield `<metadata name="Title">${escaped(title)}</metadata><metadata name="Application">Sinter</metadata><resources>`;
  for (const [index, { id, name, mesh }] of used.entries()) {
    yield `\n<object id="${index + 1}" type="model" name="${escaped(name)}" partnumber="${id}"><mesh><vertices>`;
    const { positions, triangles } = mesh;
    for (let i = 0; i < positions.length; i += 3) {
      const [x = 0, y = 0, z = 0] = [positions[i], positions[i + 1], positions[i + 2]];
      yield `<vertex x="${millimetres(x)}" y="${millimetres(y)}" z="${millimetres(z)}"/>`;
    }
    yield '</vertices><triangles>';
    for (let i = 0; i < triangles.length; i += 3) {
      yield `<triangle v1="${triangles[i] ?? 0}" v2="${triangles[i + 1] ?? 0}" v3="${triangles[i + 2] ?? 0}"/>`;
    }
    yield '</triangles></mesh></object>';
  }
  yield '</resources><build>';
  const objectOf = new Map(used.map(({ id }, index) => [id, index + 1]));
  for (const { id, copy, placement } of instances) {
    const transform = placement.filter((_, i) => i % 4 !== 3).join(' ');
    yield `\n<item objectid="${objectOf.get(id) ?? 0}" transform="${transform}" partnumber="${id}-${copy}"><metadatagroup>`;
    yield `<metadata name="sinter:partId" type="xs:integer">${id}</metadata>`;
    yield `<metadata name="sinter:copy" type="xs:integer">${copy}</metadata></metadatagroup></item>`;
  }
  yield '</build></model>';
}
