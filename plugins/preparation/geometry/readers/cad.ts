import type { OcctModule } from 'occt-import-js';
import * as z from 'zod';
import { GeometryError } from '../errors.ts';
import { say } from '../say.ts';
import { facetCount, filterFacets, joinMeshes, type Mesh } from '../mesh.ts';
import { Welder } from '../welder.ts';
import { stitch, repair } from '../repair.ts';
import { noChanges } from '../repairs/changes.ts';
import { Edges } from '../edges.ts';
import { noEdge, shellsOf } from '../shells.ts';
import { estimateOf, type CadFormat } from './cadEstimate.ts';
import { warning, type Reading } from './reading.ts';

/**
 * Largest distance between the true surface and its facets, as a share of the diagonal: 0.05 mm at 250 mm. The importer
 * expects a share of the mean side of the box, which is at most the diagonal / √3.
 */
const deflectionShare = 2e-4 * Math.sqrt(3);
const angleRad = 0.2;
/** The importer's memory only grows, so it is replaced after this many files, and after any exception. */
const filesPerInstance = 20;
/** More would take longer than a task may, and more memory. */
const mostFacets = 5_000_000;

// Only checked to be arrays, because they hold millions of numbers that the importer itself wrote.
const numbers = z.custom<readonly number[]>((value) => Array.isArray(value));
const importResult = z.object({
  success: z.boolean(),
  meshes: z
    .array(
      z.object({
        attributes: z.object({ position: z.object({ array: numbers }) }),
        index: z.object({ array: numbers }),
      }),
    )
    .optional(),
});

let instance: { importer: OcctModule; files: number } | undefined;

async function importer(): Promise<OcctModule> {
  if (!instance || instance.files >= filesPerInstance) {
    const { default: load } = await import('occt-import-js');
    instance = { importer: await load({ print() {}, printErr() {} }), files: 0 };
  }
  instance.files++;
  return instance.importer;
}

/** The importer is silent until it has ended; about so many seconds from now. */
export type Silence = (seconds: number) => void;

/** How much longer the importer takes on this machine than was estimated; found out file by file. */
let slowness = 1;

/**
 * Tessellates a STEP, IGES or BREP file into closed bodies in millimetres. Each body is stitched and repaired by
 * itself. Open sheets beside solids are left out and reported; a file with only sheets gives open bodies. Throws
 * TOO_LARGE where it would have too many facets.
 */
export async function readCad(bytes: Uint8Array, format: CadFormat, onSilence?: Silence): Promise<Reading> {
  const { facets, seconds } = estimateOf(bytes, format);
  if (facets > mostFacets) {
    throw new GeometryError('TOO_LARGE', say('cadTooManyFacets', { facets, most: mostFacets }));
  }
  onSilence?.(seconds * slowness);
  const begun = performance.now();
  const meshes = await tessellate(bytes, format);
  const took = (performance.now() - begun) / 1000;
  slowness = (slowness + Math.min(took / seconds, 20)) / 2;
  const { bodies, sheets } = closedBodies(meshes);
  if (bodies.every((body) => facetCount(body) === 0)) {
    throw new GeometryError('NO_TRIANGLES', say('cadEmpty', { format }));
  }
  const warnings = sheets === 0 ? [] : [warning('SHEETS_LEFT_OUT', say('sheetsLeftOut', { sheets }))];
  return { bodies, unitKnown: true, nonFinite: 0, truncated: false, warnings };
}

async function tessellate(bytes: Uint8Array, format: CadFormat): Promise<Mesh[]> {
  const occt = await importer();
  const parameters = {
    linearUnit: 'millimeter',
    linearDeflectionType: 'bounding_box_ratio',
    linearDeflection: deflectionShare,
    angularDeflection: angleRad,
  };
  let raw: unknown;
  try {
    if (format === 'STEP') raw = occt.ReadStepFile(bytes, parameters);
    else if (format === 'IGES') raw = occt.ReadIgesFile(bytes, parameters);
    else raw = occt.ReadBrepFile(bytes, parameters);
  } catch {
    // A WebAssembly exception carries no message and leaves the importer's memory in an unknown state.
    instance = undefined;
    throw new GeometryError('NOT_READABLE', say('cadUnreadable', { format }));
  }
  const result = importResult.safeParse(raw);
  if (!result.success || !result.data.success || !result.data.meshes) {
    throw new GeometryError('NOT_READABLE', say('cadIncomplete', { format }));
  }
  return result.data.meshes.map(({ attributes, index }) => weld(attributes.position.array, index.array));
}

function weld(positions: readonly number[], index: readonly number[]): Mesh {
  const welder = new Welder(index.length / 3);
  const welded = new Int32Array(positions.length / 3);
  for (let i = 0; i < welded.length; i++) {
    const x = positions[i * 3] ?? 0;
    const y = positions[i * 3 + 1] ?? 0;
    const z = positions[i * 3 + 2] ?? 0;
    // Damaged surfaces can leave the importer with coordinates that are not numbers.
    welded[i] = Math.abs(x) + Math.abs(y) + Math.abs(z) < 3e38 ? welder.addPoint(x, y, z) : -1;
  }
  for (let i = 0; i + 2 < index.length; i += 3) {
    const a = welded[index[i] ?? 0] ?? -1;
    const b = welded[index[i + 1] ?? 0] ?? -1;
    const c = welded[index[i + 2] ?? 0] ?? -1;
    if (a >= 0 && b >= 0 && c >= 0) welder.addTriangle(a, b, c);
  }
  return welder.mesh();
}

function closedBodies(meshes: readonly Mesh[]): { bodies: Mesh[]; sheets: number } {
  const bodies: Mesh[] = [];
  const open: Mesh[] = [];
  for (const mesh of meshes) {
    const { solid, sheets } = partSheets(stitch(mesh, noChanges()));
    if (facetCount(solid) > 0) bodies.push(repair(solid).mesh);
    if (facetCount(sheets.mesh) > 0) open.push(sheets.mesh);
  }
  if (open.length === 0) return { bodies, sheets: 0 };

  // Faces that the file does not connect (IGES) may still form solids once their seams are closed.
  const together = stitch(weldAcross(open), noChanges());
  const { solid, sheets } = partSheets(together);
  if (facetCount(solid) > 0) bodies.push(repair(solid).mesh);
  if (bodies.length === 0) return { bodies: [together], sheets: 0 };
  return { bodies, sheets: sheets.count };
}

function weldAcross(meshes: readonly Mesh[]): Mesh {
  const all = joinMeshes(meshes);
  const welder = new Welder(facetCount(all));
  const welded = new Uint32Array(all.positions.length / 3);
  for (let i = 0; i < welded.length; i++) {
    welded[i] = welder.addPoint(
      all.positions[i * 3] ?? 0,
      all.positions[i * 3 + 1] ?? 0,
      all.positions[i * 3 + 2] ?? 0,
    );
  }
  for (let i = 0; i < all.triangles.length; i += 3) {
    const [a = 0, b = 0, c = 0] = all.triangles.subarray(i, i + 3);
    welder.addTriangle(welded[a] ?? 0, welded[b] ?? 0, welded[c] ?? 0);
  }
  return welder.mesh();
}

/**
 * A shell whose open border is shorter than the square root of its area has cracks; one with a longer border is a
 * sheet.
 */
function partSheets(mesh: Mesh): { solid: Mesh; sheets: { mesh: Mesh; count: number } } {
  const edges = new Edges(mesh);
  const shells = shellsOf(edges);
  const border = new Float64Array(shells.count);
  const area = new Float64Array(shells.count);
  const { positions, triangles } = mesh;
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const shell = shells.ofFacet[corner / 3] ?? noEdge;
    if (shell === noEdge) continue;
    const a = (triangles[corner] ?? 0) * 3;
    const b = (triangles[corner + 1] ?? 0) * 3;
    const c = (triangles[corner + 2] ?? 0) * 3;
    const ux = (positions[b] ?? 0) - (positions[a] ?? 0);
    const uy = (positions[b + 1] ?? 0) - (positions[a + 1] ?? 0);
    const uz = (positions[b + 2] ?? 0) - (positions[a + 2] ?? 0);
    const vx = (positions[c] ?? 0) - (positions[a] ?? 0);
    const vy = (positions[c + 1] ?? 0) - (positions[a + 1] ?? 0);
    const vz = (positions[c + 2] ?? 0) - (positions[a + 2] ?? 0);
    area[shell] = (area[shell] ?? 0) + Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
  }
  for (let edge = 0; edge < edges.count; edge++) {
    if (edges.uses(edge) !== 1) continue;
    const half = edges.firstHalfEdge(edge);
    const a = (triangles[half] ?? 0) * 3;
    const b = (triangles[half % 3 === 2 ? half - 2 : half + 1] ?? 0) * 3;
    const shell = shells.ofFacet[(half / 3) | 0] ?? 0;
    const length = Math.hypot(
      (positions[a] ?? 0) - (positions[b] ?? 0),
      (positions[a + 1] ?? 0) - (positions[b + 1] ?? 0),
      (positions[a + 2] ?? 0) - (positions[b + 2] ?? 0),
    );
    border[shell] = (border[shell] ?? 0) + length;
  }
  const isSheet = Array.from(border, (length, shell) => length > Math.sqrt(area[shell] ?? 0));
  const count = isSheet.filter(Boolean).length;
  if (count === 0) return { solid: mesh, sheets: { mesh: filterFacets(mesh, () => false), count } };
  const inSheet = (facet: number): boolean => isSheet[shells.ofFacet[facet] ?? noEdge] ?? true;
  return {
    solid: filterFacets(mesh, (facet) => !inSheet(facet)),
    sheets: { mesh: filterFacets(mesh, inSheet), count },
  };
}
