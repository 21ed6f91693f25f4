import { GeometryError } from '../errors.ts';
import { say } from '../say.ts';
import { facetCount, type Mesh } from '../mesh.ts';
import { Welder } from '../welder.ts';
import { binaryStlCounts } from '../sniff.ts';
import { weldFacets } from '../weldFacets.ts';
import { warning, type Reading, type Warning } from './reading.ts';
import { ByteCursor, utf8Bytes } from './text.ts';

const headerBytes = 84;
const facetBytes = 50;
const normalBytes = 12;

const solidStart = /^\s*solid/i;

/** The start of the header of an STL whose coordinates are known to be in millimetres. */
export const millimetresHeader = 'Sinter, millimetres';

/** Reads a binary or ASCII STL in the unit of the file, which only files written here tell. */
export function readStl(bytes: Uint8Array): Reading {
  if (bytes.length === 0) throw new GeometryError('EMPTY_FILE', say('emptyFile'));
  const counts = binaryStlCounts(bytes);
  const text = counts.exact ? undefined : textOf(bytes);
  const reading = text ? readAscii(text) : readBinary(bytes, counts);
  const facets = reading.bodies.reduce((sum, body) => sum + facetCount(body), 0);
  if (facets === 0) {
    throw new GeometryError('NO_TRIANGLES', reading.nonFinite > 0 ? say('notNumbers') : say('stlEmpty'));
  }
  return reading;
}

/** The file as text; undefined when it is binary. Text may be followed by NULs; in a binary file they are content. */
function textOf(bytes: Uint8Array): Uint8Array | undefined {
  const text = utf8Bytes(bytes);
  const head = text.subarray(0, 1024);
  if (head.includes(0)) return undefined;
  return bytes.subarray(0, 1024).includes(0) && !solidStart.test(String.fromCharCode(...head)) ? undefined : text;
}

function readBinary(
  bytes: Uint8Array,
  { declared, fitting, exact }: { declared: number; fitting: number; exact: boolean },
): Reading {
  if (bytes.length < headerBytes) throw new GeometryError('NOT_READABLE', say('stlTooShort'));
  const rest = (bytes.length - headerBytes) % facetBytes;
  const warnings: Warning[] = [];
  let facets = fitting;
  let truncated = false;
  if (!exact) {
    if (fitting > 0 && valuesAreWild(bytes, fitting)) {
      throw new GeometryError('NOT_READABLE', say('notStl'));
    }
    if (declared <= fitting && declared > 0 && rest !== 0) {
      facets = declared;
      const ignored = bytes.length - headerBytes - declared * facetBytes;
      warnings.push(warning('TRAILING_BYTES', say('trailingBytes', { bytes: ignored })));
    } else if (rest !== 0) {
      truncated = true;
      warnings.push(warning('TRUNCATED', say('cutOff', { announced: declared, found: fitting })));
    } else if (fitting > 0) {
      warnings.push(warning('COUNT_MISMATCH', say('otherCount', { announced: declared, found: fitting })));
    }
  }

  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { mesh, nonFinite } = weldFacets(view, headerBytes + normalBytes, facetBytes, facets);
  const unitKnown = String.fromCharCode(...bytes.subarray(0, millimetresHeader.length)) === millimetresHeader;
  return { bodies: [mesh], unitKnown, nonFinite, truncated, warnings };
}

/** When the facet count does not fit, coordinates that no part could have mean that this is not a binary STL. */
function valuesAreWild(bytes: Uint8Array, facets: number): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sample = Math.min(facets, 500);
  let wild = 0;
  for (let facet = 0; facet < sample; facet++) {
    for (let value = 3; value < 12; value++) {
      const size = Math.abs(view.getFloat32(headerBytes + facet * facetBytes + value * 4, true));
      if (!(size < 1e12) || (size > 0 && size < 1e-30)) {
        wild++;
        break;
      }
    }
  }
  return wild > sample * 0.1;
}

const V = 118;
const E = 101;
const F = 102;
const S = 115;
const lowerCaseBit = 32;

function readAscii(bytes: Uint8Array): Reading {
  const cursor = new ByteCursor(bytes);
  cursor.skipSpace();
  if (!solidStart.test(cursor.word())) {
    throw new GeometryError('NOT_READABLE', say('notStlText'));
  }
  const welder = new Welder(Math.ceil(bytes.length / 260));
  const corners = new Float64Array(9);
  let held = 0;
  let insideFacet = false;
  let nonFinite = 0;
  let truncated = false;

  for (;;) {
    cursor.skipSpace();
    if (cursor.atEnd) {
      truncated = insideFacet;
      break;
    }
    const letter = cursor.peek() | lowerCaseBit;
    if (letter === V) {
      cursor.skipWord();
      for (let axis = 0; axis < 3; axis++) {
        cursor.skipSpace();
        const value = cursor.number();
        if (cursor.atEnd) {
          truncated = true;
          break;
        }
        if (value === undefined || !endsWord(cursor)) throw cursor.badNumber('coordinateExpected');
        if (held < 9) corners[held] = value;
        held++;
      }
      if (truncated) break;
      if (held > 9) {
        throw new GeometryError('INVALID_CONTENT', say('moreVertices', { line: String(cursor.line()) }));
      }
    } else if (letter === E) {
      const fourth = (bytes[cursor.at + 3] ?? 0) | lowerCaseBit;
      cursor.skipWord();
      if (fourth === S) {
        skipName(cursor);
        continue;
      }
      if (fourth !== F) continue;
      insideFacet = false;
      if (held !== 9) {
        throw new GeometryError('INVALID_CONTENT', say('fewerVertices', { line: String(cursor.line()) }));
      }
      held = 0;
      if (isFinite9(corners)) {
        const a = welder.addPoint(corners[0] ?? 0, corners[1] ?? 0, corners[2] ?? 0);
        const b = welder.addPoint(corners[3] ?? 0, corners[4] ?? 0, corners[5] ?? 0);
        const c = welder.addPoint(corners[6] ?? 0, corners[7] ?? 0, corners[8] ?? 0);
        welder.addTriangle(a, b, c);
      } else {
        nonFinite++;
      }
    } else if (letter === S) {
      cursor.skipWord();
      skipName(cursor);
    } else if (isFacetWord(letter) || isNumberByte(cursor.peek())) {
      // `facet`, `outer loop`, and the numbers of the normal, which follow from the corners.
      if (letter === F) insideFacet = true;
      cursor.skipWord();
    } else {
      throw cursor.badNumber('keywordExpected');
    }
  }
  const warnings: Warning[] = truncated ? [warning('TRUNCATED', say('cutOffAfter', { facets: welder.facets }))] : [];
  return { bodies: [welder.mesh()], unitKnown: false, nonFinite, truncated, warnings };
}

/** Moves past the name after `solid` or `endsolid`: to the next line, or to the first facet on the same line. */
function skipName(cursor: ByteCursor): void {
  for (;;) {
    cursor.skipBlanks();
    const byte = cursor.peek();
    if (cursor.atEnd || byte === 10 || byte === 13) return;
    const start = cursor.at;
    const word = cursor.word();
    cursor.skipWord();
    if (!/^facet$/i.test(word)) continue;
    cursor.skipBlanks();
    if (!/^normal$/i.test(cursor.word())) continue;
    cursor.at = start;
    return;
  }
}

function isFinite9(corners: Float64Array): boolean {
  for (let i = 0; i < 9; i++) if (!(Math.abs(corners[i] ?? 0) <= 3.4e38)) return false;
  return true;
}

/**
 * Tests the first letters of facet, normal, outer, loop, nan and inf; comparing whole words would double the reading
 * time.
 */
function isFacetWord(letter: number): boolean {
  return letter === F || letter === 110 || letter === 111 || letter === 108 || letter === 105;
}

function isNumberByte(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || byte === 45 || byte === 43 || byte === 46;
}

function endsWord(cursor: ByteCursor): boolean {
  const byte = cursor.peek();
  return byte === 32 || (byte >= 9 && byte <= 13);
}

/** Writes a binary STL with facet normals. */
export function writeBinaryStl(mesh: Mesh, header = 'Sinter'): Uint8Array {
  const { positions, triangles } = mesh;
  const facets = facetCount(mesh);
  const bytes = new Uint8Array(headerBytes + facets * facetBytes);
  // Careless readers take a header that begins with "solid" for ASCII.
  bytes.set(new TextEncoder().encode(header.replace(/^solid/i, 'mesh')).subarray(0, 80));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, facets, true);
  for (let facet = 0, at = headerBytes; facet < facets; facet++, at += facetBytes) {
    const a = (triangles[facet * 3] ?? 0) * 3;
    const b = (triangles[facet * 3 + 1] ?? 0) * 3;
    const c = (triangles[facet * 3 + 2] ?? 0) * 3;
    const ax = positions[a] ?? 0;
    const ay = positions[a + 1] ?? 0;
    const az = positions[a + 2] ?? 0;
    const bx = positions[b] ?? 0;
    const by = positions[b + 1] ?? 0;
    const bz = positions[b + 2] ?? 0;
    const cx = positions[c] ?? 0;
    const cy = positions[c + 1] ?? 0;
    const cz = positions[c + 2] ?? 0;
    const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    view.setFloat32(at, nx / length, true);
    view.setFloat32(at + 4, ny / length, true);
    view.setFloat32(at + 8, nz / length, true);
    view.setFloat32(at + 12, ax, true);
    view.setFloat32(at + 16, ay, true);
    view.setFloat32(at + 20, az, true);
    view.setFloat32(at + 24, bx, true);
    view.setFloat32(at + 28, by, true);
    view.setFloat32(at + 32, bz, true);
    view.setFloat32(at + 36, cx, true);
    view.setFloat32(at + 40, cy, true);
    view.setFloat32(at + 44, cz, true);
  }
  return bytes;
}
