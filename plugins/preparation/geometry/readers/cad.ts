import type { OcctModule } from 'occt-import-js';
import * as z from 'zod';
import { GeometryError } from '../errors.ts';
import { facetCount, filterFacets, joinMeshes, type Mesh } from '../mesh.ts';
import { Welder } from '../welder.ts';
import { stitch, repair } from '../repair.ts';
import { noChanges } from '../repairs/changes.ts';
import { Edges } from '../edges.ts';
import { noEdge, shellsOf } from '../shells.ts';
import type { Reading, Warning } from './reading.ts';

export type CadFormat = 'STEP' | 'IGES' | 'BREP';

/** Largest distance between the true surface and its facets, mm; on small parts a share of the diagonal is finer. */
const deflectionMm = 0.05;
/**
 * The importer expects a share of the mean side of the box, which is at most the diagonal / √3. With this share the
 * result is never coarser than 2e-4 of the diagonal.
 */
const deflectionShare = 2e-4 * Math.sqrt(3);
const angleRad = 0.2;
/** The importer's memory only grows, so it is replaced after this many files, and after any exception. */
const filesPerInstance = 20;

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

/**
 * Tessellates a STEP, IGES or BREP file into closed bodies in millimetres. Each body is stitched and repaired by
 * itself. Open sheets beside solids are left out and reported; a file with only sheets gives open bodies.
 */
export async function readCad(bytes: Uint8Array, format: CadFormat): Promise<Reading> {
  let meshes = await tessellate(bytes, format, {
    linearDeflectionType: 'bounding_box_ratio',
    linearDeflection: deflectionShare,
  });
  if (meanSide(meshes) * deflectionShare > deflectionMm * 1.02) {
    meshes = await tessellate(bytes, format, {
      linearDeflectionType: 'absolute_value',
      linearDeflection: deflectionMm,
    });
  }
  const { bodies, sheets } = closedBodies(meshes);
  if (bodies.every((body) => facetCount(body) === 0)) {
    throw new GeometryError('NO_TRIANGLES', `The ${format} file holds no solids or surfaces.`);
  }
  const warnings: Warning[] =
    sheets === 0
      ? []
      : [
          {
            code: 'SHEETS_LEFT_OUT',
            text: `${sheets} open sheets beside the solids have no volume and were left out.`,
          },
        ];
  return { bodies, unitKnown: true, nonFinite: 0, truncated: false, warnings };
}

async function tessellate(bytes: Uint8Array, format: CadFormat, deflection: object): Promise<Mesh[]> {
  const occt = await importer();
  const parameters = { linearUnit: 'millimeter', angularDeflection: angleRad, ...deflection };
  let raw: unknown;
  try {
    if (format === 'STEP') raw = occt.ReadStepFile(bytes, parameters);
    else if (format === 'IGES') raw = occt.ReadIgesFile(bytes, parameters);
    else raw = occt.ReadBrepFile(bytes, parameters);
  } catch {
    // A WebAssembly exception carries no message and leaves the importer's memory in an unknown state.
    instance = undefined;
    throw new GeometryError('NOT_READABLE', `The ${format} file is damaged or uses geometry that cannot be read.`);
  }
  const result = importResult.safeParse(raw);
  if (!result.success || !result.data.success || !result.data.meshes) {
    throw new GeometryError('NOT_READABLE', `The ${format} file is damaged or incomplete. Export it again.`);
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

function meanSide(meshes: readonly Mesh[]): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of meshes) {
    for (let i = 0; i < positions.length; i++) {
      const value = positions[i] ?? 0;
      if (value < (low[i % 3] ?? 0)) low[i % 3] = value;
      if (value > (high[i % 3] ?? 0)) high[i % 3] = value;
    }
  }
  const sum = high.reduce((total, value, axis) => total + value - (low[axis] ?? 0), 0);
  return Number.isFinite(sum) ? sum / 3 : 0;
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
