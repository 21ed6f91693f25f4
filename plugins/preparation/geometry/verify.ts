import { boundsOf, facetCount, type Mesh } from './mesh.ts';
import { nestingDepths, type ShellFacts } from './nesting.ts';
import { warning, type Warning } from './readers/reading.ts';
import { say } from './say.ts';
import { duplicateFacets } from './duplicates.ts';
import { Edges } from './edges.ts';
import { noEdge, releaseShells, shellsOf, type Shells } from './shells.ts';
import { unitWarning } from './units.ts';

/** What VERIFY says about a mesh. Lengths in mm, areas in mm², volumes in mm³. */
export interface GeometryReport {
  facets: number;
  vertices: number;
  /** Groups of facets joined through edges. */
  shells: number;
  /** Every edge has as many facets on one side as on the other, and there is no flipped pair. */
  watertight: boolean;
  /** Signed volume of all shells together; it only means something when the mesh is watertight. */
  volumeMm3: number;
  areaMm2: number;
  bbox: { min: Triple; max: Triple; size: Triple };
  defects: Defects;
  warnings: Warning[];
  /** True when a repair would change something. */
  needsRepair: boolean;
}

export type Triple = [x: number, y: number, z: number];

export interface Defects {
  /** Edges of one facet only. */
  openEdges: number;
  /** Edges of three or more facets, unbalanced. */
  nonManifoldEdges: number;
  /** Edges of four or more facets, balanced: solids that touch along an edge. Not a fault. */
  touchingEdges: number;
  /** Edges of two facets that disagree on the outside. */
  flippedEdges: number;
  /** Facets without area. */
  degenerate: number;
  /** Facets that repeat another one, either way round. */
  duplicate: number;
  /** Facets with a coordinate that is not a finite number. */
  nonFinite: number;
}

/** What the reader knows that the mesh cannot tell. */
export interface ReadingNotes {
  nonFinite: number;
  truncated: boolean;
  /** False when nobody said what the coordinates are in. */
  unitKnown?: boolean;
  warnings: readonly Warning[];
}

/** Squared height over length of a facet below which it counts as having no area (exactly collinear corners). */
const flatArea = 1e-20;

/** True when the three corners lie on one line. `twiceAreaSquared` is the squared length of the cross product. */
export function isFlat(twiceAreaSquared: number, longestSquared: number): boolean {
  return twiceAreaSquared <= longestSquared * longestSquared * flatArea;
}

/** Facts of each shell, and the box, surface and facets without area of all. */
export function measureShells(
  mesh: Mesh,
  edges: Edges,
  shells: Shells,
): { facts: ShellFacts; box: Float64Array; area: number; degenerate: number } {
  const { positions, triangles } = mesh;
  const single = shells.count === 1;
  const volumes = new Float64Array(shells.count);
  const largest = new Float64Array(shells.count);
  const largestFacet = new Uint32Array(shells.count);
  const bounds = new Float64Array(shells.count * 6);
  for (let at = 0; at < bounds.length; at += 6) {
    bounds.fill(Infinity, at, at + 3);
    bounds.fill(-Infinity, at + 3, at + 6);
  }
  // Far from the origin the volume would drown in rounding: it is summed from the middle of the box.
  const box = boundsOf(mesh);
  const ox = ((box[0] ?? 0) + (box[3] ?? 0)) / 2;
  const oy = ((box[1] ?? 0) + (box[4] ?? 0)) / 2;
  const oz = ((box[2] ?? 0) + (box[5] ?? 0)) / 2;
  let area = 0;
  let volume = 0;
  let degenerate = 0;

  for (let corner = 0, facet = 0; corner < triangles.length; corner += 3, facet++) {
    const a = (triangles[corner] ?? 0) * 3;
    const b = (triangles[corner + 1] ?? 0) * 3;
    const c = (triangles[corner + 2] ?? 0) * 3;
    const ax = (positions[a] ?? 0) - ox;
    const ay = (positions[a + 1] ?? 0) - oy;
    const az = (positions[a + 2] ?? 0) - oz;
    const bx = (positions[b] ?? 0) - ox;
    const by = (positions[b + 1] ?? 0) - oy;
    const bz = (positions[b + 2] ?? 0) - oz;
    const cx = (positions[c] ?? 0) - ox;
    const cy = (positions[c + 1] ?? 0) - oy;
    const cz = (positions[c + 2] ?? 0) - oz;
    const ux = bx - ax;
    const uy = by - ay;
    const uz = bz - az;
    const vx = cx - ax;
    const vy = cy - ay;
    const vz = cz - az;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const cross = nx * nx + ny * ny + nz * nz;
    const uu = ux * ux + uy * uy + uz * uz;
    const vv = vx * vx + vy * vy + vz * vz;
    if (isFlat(cross, uu > vv ? uu : vv)) degenerate++;
    const twice = Math.sqrt(cross);
    area += twice;
    const six = ax * nx + ay * ny + az * nz;
    if (single) {
      volume += six;
      continue;
    }
    const shell = shells.ofFacet[facet] ?? noEdge;
    if (shell === noEdge) continue;
    volumes[shell] = (volumes[shell] ?? 0) + six;
    if (twice > (largest[shell] ?? 0)) {
      largest[shell] = twice;
      largestFacet[shell] = facet;
    }
    widen(bounds, shell * 6, ax + ox, ay + oy, az + oz);
    widen(bounds, shell * 6, bx + ox, by + oy, bz + oz);
    widen(bounds, shell * 6, cx + ox, cy + oy, cz + oz);
  }
  // The box of an only shell is compared with no other.
  if (single) volumes[0] = volume;
  for (let shell = 0; shell < volumes.length; shell++) volumes[shell] = (volumes[shell] ?? 0) / 6;

  const closed = new Uint8Array(shells.count).fill(1);
  for (const half of edges.irregular()) {
    if (edges.imbalance(edges.ofHalfEdge(half)) !== 0) closed[shells.ofFacet[(half / 3) | 0] ?? 0] = 0;
  }
  return { facts: { closed, volumes, bounds, largestFacet }, box, area: area / 2, degenerate };
}

function widen(bounds: Float64Array, at: number, x: number, y: number, z: number): void {
  if (x < (bounds[at] ?? 0)) bounds[at] = x;
  if (y < (bounds[at + 1] ?? 0)) bounds[at + 1] = y;
  if (z < (bounds[at + 2] ?? 0)) bounds[at + 2] = z;
  if (x > (bounds[at + 3] ?? 0)) bounds[at + 3] = x;
  if (y > (bounds[at + 4] ?? 0)) bounds[at + 4] = y;
  if (z > (bounds[at + 5] ?? 0)) bounds[at + 5] = z;
}

/** Checks a mesh in millimetres. Does not change it. */
export function verify(
  mesh: Mesh,
  notes: ReadingNotes = { nonFinite: 0, truncated: false, warnings: [] },
): GeometryReport {
  const edges = new Edges(mesh);
  const shells = shellsOf(edges);
  const { facts, box, area, degenerate } = measureShells(mesh, edges, shells);
  const defects = countDefects(edges);
  defects.degenerate = degenerate;
  defects.nonFinite = notes.nonFinite;
  const suspicious = defects.nonManifoldEdges + defects.touchingEdges + defects.flippedEdges > 0;
  if (suspicious) for (const group of duplicateFacets(edges)) defects.duplicate += group.length - 1;
  edges.release();

  const warnings = [...notes.warnings];
  if (notes.nonFinite > 0) {
    warnings.push(warning('NON_FINITE_FACETS', say('impossibleFacets', { facets: notes.nonFinite })));
  }
  if (defects.openEdges > 0) {
    warnings.push(warning('OPEN_SURFACE', say('openSurface', { edges: defects.openEdges })));
  }
  if (defects.touchingEdges > 0) {
    warnings.push(warning('TOUCHING_EDGES', say('touching', { edges: defects.touchingEdges })));
  }
  const inverted = invertedShells(mesh, shells, facts);
  releaseShells(shells);
  if (inverted.insideOut > 0) {
    warnings.push(warning('INVERTED_SHELLS', say('insideOut', { shells: inverted.insideOut })));
  }
  if (inverted.nestedSolids > 0) {
    warnings.push(warning('NESTED_SOLIDS', say('nested', { solids: inverted.nestedSolids })));
  }

  const bbox = boxReport(box);
  const doubt = unitWarning(Math.max(...bbox.size), notes.unitKnown ?? true);
  if (doubt) warnings.push(doubt);

  const broken = defects.openEdges + defects.nonManifoldEdges + defects.flippedEdges;
  return {
    facets: facetCount(mesh),
    vertices: mesh.positions.length / 3,
    shells: shells.count,
    watertight: broken === 0 && shells.count > 0,
    volumeMm3: facts.volumes.reduce((sum, volume) => sum + volume, 0),
    areaMm2: area,
    bbox,
    defects,
    warnings,
    needsRepair: broken + degenerate + defects.duplicate + notes.nonFinite + inverted.insideOut > 0 || notes.truncated,
  };
}

function countDefects(edges: Edges): Defects {
  const defects: Defects = {
    openEdges: 0,
    nonManifoldEdges: 0,
    touchingEdges: 0,
    flippedEdges: 0,
    degenerate: 0,
    duplicate: 0,
    nonFinite: 0,
  };
  for (const half of edges.irregular()) {
    const edge = edges.ofHalfEdge(half);
    const uses = edges.uses(edge);
    if (uses === 1) defects.openEdges++;
    else if (uses === 2) defects.flippedEdges++;
    else if (edges.imbalance(edge) === 0) defects.touchingEdges++;
    else defects.nonManifoldEdges++;
  }
  return defects;
}

function invertedShells(mesh: Mesh, shells: Shells, facts: ShellFacts): { insideOut: number; nestedSolids: number } {
  const result = { insideOut: 0, nestedSolids: 0 };
  const depths = nestingDepths(mesh, shells, facts);
  facts.volumes.forEach((volume, shell) => {
    if (facts.closed[shell] === 0) return;
    const inside = (depths[shell] ?? 0) % 2 === 1;
    if (volume < 0 && !inside) result.insideOut++;
    if (volume > 0 && inside) result.nestedSolids++;
  });
  return result;
}

function boxReport(box: Float64Array): { min: Triple; max: Triple; size: Triple } {
  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = box;
  if (x0 > x1) return { min: [0, 0, 0], max: [0, 0, 0], size: [0, 0, 0] };
  return { min: [x0, y0, z0], max: [x1, y1, z1], size: [x1 - x0, y1 - y0, z1 - z0] };
}
