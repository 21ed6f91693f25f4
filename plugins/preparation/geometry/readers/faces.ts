import { GeometryError } from '../errors.ts';
import { say } from '../say.ts';
import { Welder } from '../welder.ts';
import { projectLoop, triangulatePolygon, type Work } from '../polygon.ts';

/** Maximum number of corners of a single face. */
export const maxFaceCorners = 100_000;
/** Maximum steps of splitting faces for the whole file; ordinary faces take about ten for each corner. */
const maxWork = 5e7;

export const tooManyCorners = (): GeometryError => new GeometryError('TOO_LARGE', say('tooManyCorners'));

/** The work that a reader may do on a file, for readers that weld it in several pieces. */
export const workOnFaces = (): Work => ({ left: maxWork });

/** The error for a face that uses a vertex (counted from 1) that the file does not have. */
export function outOfRange(index: number, count: number): GeometryError {
  return new GeometryError('INVALID_CONTENT', say('noSuchVertex', { index: String(index), vertices: count }));
}

/**
 * Welds a list of polygons: `vertices` holds x, y, z; `corners` vertex indices from 0, face after face; `faceEnds`
 * the end of each face in it. Faces with a coordinate that is not a finite number are counted and left out.
 */
export function facesToMesh(
  vertices: readonly number[],
  corners: readonly number[],
  faceEnds: readonly number[],
  work: Work = workOnFaces(),
): { welder: Welder; nonFinite: number } {
  const vertexCount = vertices.length / 3;
  const welder = new Welder(Math.max(0, corners.length - 2 * faceEnds.length));
  const welded = new Int32Array(vertexCount).fill(-1);
  let nonFinite = 0;
  const weldedIndex = (vertex: number): number => {
    const known = welded[vertex] ?? -1;
    if (known >= 0) return known;
    const index = welder.addPoint(
      vertices[vertex * 3] ?? 0,
      vertices[vertex * 3 + 1] ?? 0,
      vertices[vertex * 3 + 2] ?? 0,
    );
    welded[vertex] = index;
    return index;
  };

  let start = 0;
  for (const end of faceEnds) {
    let finite = true;
    for (let i = start; i < end; i++) {
      const vertex = corners[i] ?? 0;
      if (vertex >= vertexCount) throw outOfRange(vertex + 1, vertexCount);
      for (let axis = 0; axis < 3; axis++) {
        if (!(Math.abs(vertices[vertex * 3 + axis] ?? Number.NaN) <= 3.4e38)) finite = false;
      }
    }
    if (!finite) {
      nonFinite++;
    } else if (end - start === 3) {
      const a = weldedIndex(corners[start] ?? 0);
      const b = weldedIndex(corners[start + 1] ?? 0);
      welder.addTriangle(a, b, weldedIndex(corners[start + 2] ?? 0));
    } else {
      if (end - start > maxFaceCorners) throw tooManyCorners();
      const loop = corners.slice(start, end);
      const triangles = splitPolygon(loop, vertices, work);
      for (let i = 0; i < triangles.length; i += 3) {
        const a = weldedIndex(loop[triangles[i] ?? 0] ?? 0);
        const b = weldedIndex(loop[triangles[i + 1] ?? 0] ?? 0);
        welder.addTriangle(a, b, weldedIndex(loop[triangles[i + 2] ?? 0] ?? 0));
      }
    }
    start = end;
  }
  return { welder, nonFinite };
}

/** Splits a face of four or more corners; the triples index into `loop`. */
function splitPolygon(loop: readonly number[], vertices: readonly number[], work: Work): number[] {
  const coordinates = new Float64Array(loop.length * 3);
  loop.forEach((vertex, i) => {
    for (let axis = 0; axis < 3; axis++) coordinates[i * 3 + axis] = vertices[vertex * 3 + axis] ?? 0;
  });
  const points = projectLoop(coordinates);
  const triangles = fan(points) ?? triangulatePolygon(points, [loop.map((_, i) => i)], work) ?? [];
  if (work.left <= 0) throw tooManyCorners();
  return triangles;
}

/**
 * The fan from the first corner, which is how other readers split a face; undefined when one of its triangles would
 * face the wrong way.
 */
function fan(points: Float64Array): number[] | undefined {
  const triangles: number[] = [];
  const [x0 = 0, y0 = 0] = points;
  for (let i = 1; i + 1 < points.length / 2; i++) {
    const [bx = 0, by = 0, cx = 0, cy = 0] = points.subarray(i * 2, i * 2 + 4);
    if ((bx - x0) * (cy - y0) - (by - y0) * (cx - x0) <= 0) return undefined;
    triangles.push(0, i, i + 1);
  }
  return triangles;
}
