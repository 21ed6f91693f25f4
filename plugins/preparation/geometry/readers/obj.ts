import { GeometryError } from '../errors.ts';
import { say } from '../say.ts';
import { maxFaceCorners, facesToMesh, outOfRange, tooManyCorners } from './faces.ts';
import type { Reading } from './reading.ts';
import { ByteCursor, isSpace, utf8Bytes } from './text.ts';

const limitCorners = 60_000_000;
const limitCoordinates = 60_000_000;
const backslash = 92;
const newline = 10;

/**
 * Reads the polygons of a Wavefront OBJ in the unit of the file; materials, texture coordinates, lines and points are
 * ignored.
 */
export function readObj(bytes: Uint8Array): Reading {
  if (bytes.length === 0) throw new GeometryError('EMPTY_FILE', say('emptyFile'));
  const cursor = new ByteCursor(utf8Bytes(bytes));
  const vertices: number[] = [];
  const corners: number[] = [];
  const faceEnds: number[] = [];
  let freeForm = false;

  while (!cursor.atEnd) {
    cursor.skipSpace();
    const word = keyword(cursor);
    if (word === 'v') readVertex(cursor, vertices);
    else if (word === 'f' || word === 'fo') readFace(cursor, vertices.length / 3, corners, faceEnds);
    else if (word === 'curv' || word === 'surf') freeForm = true;
    if (corners.length > limitCorners) throw new GeometryError('TOO_LARGE', say('tooManyFacets', { format: 'OBJ' }));
    if (vertices.length > limitCoordinates)
      throw new GeometryError('TOO_LARGE', say('tooManyVertices', { format: 'OBJ' }));
    skipLogicalLine(cursor);
  }

  if (faceEnds.length === 0) {
    throw new GeometryError('NO_TRIANGLES', freeForm ? say('objFreeForm') : say('objNoFaces'));
  }
  const { welder, nonFinite } = facesToMesh(vertices, corners, faceEnds);
  if (welder.facets === 0) throw new GeometryError('NO_TRIANGLES', say('objNoSurface'));
  return { bodies: [welder.mesh()], unitKnown: false, nonFinite, truncated: false, warnings: [] };
}

/** The keyword at the start of a line; moves past it. Only its first letters matter. */
function keyword(cursor: ByteCursor): string {
  const start = cursor.at;
  cursor.skipWord();
  const length = Math.min(cursor.at - start, 5);
  return String.fromCharCode(...cursor.bytes.subarray(start, start + length));
}

function skipLogicalLine(cursor: ByteCursor): void {
  for (;;) {
    const start = cursor.at;
    cursor.skipLine();
    let last = cursor.at - 2;
    if (cursor.bytes[last] === 13) last--;
    if (last < start || cursor.bytes[last] !== backslash || cursor.atEnd) return;
  }
}

/** Skips blanks and continued line ends; false at the end of the line. */
function moreOnLine(cursor: ByteCursor): boolean {
  for (;;) {
    cursor.skipBlanks();
    const byte = cursor.peek();
    if (byte === backslash && isSpace(cursor.bytes[cursor.at + 1] ?? 0)) {
      cursor.skipLine();
      continue;
    }
    return !cursor.atEnd && byte !== newline && byte !== 13 && byte !== 35;
  }
}

function readVertex(cursor: ByteCursor, vertices: number[]): void {
  for (let axis = 0; axis < 3; axis++) {
    const value = moreOnLine(cursor) ? cursor.number() : undefined;
    if (value === undefined) throw cursor.badNumber('coordinateExpected');
    vertices.push(value);
  }
}

function readFace(cursor: ByteCursor, vertexCount: number, corners: number[], faceEnds: number[]): void {
  const start = corners.length;
  while (moreOnLine(cursor)) {
    const index = cursor.number();
    if (index === undefined || !Number.isInteger(index) || index === 0) throw cursor.badNumber('indexExpected');
    // Texture and normal references follow after slashes.
    cursor.skipWord();
    const vertex = index > 0 ? index - 1 : vertexCount + index;
    if (vertex < 0) throw outOfRange(index, vertexCount);
    corners.push(vertex);
    if (corners.length - start > maxFaceCorners) throw tooManyCorners();
  }
  if (corners.length - start < 3) corners.length = start;
  else faceEnds.push(corners.length);
}
