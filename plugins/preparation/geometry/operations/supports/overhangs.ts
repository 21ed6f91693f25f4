import type { Mesh } from '../../mesh.ts';
import { Edges } from '../../edges.ts';
import { shellsOf } from '../../shells.ts';

interface Point {
  x: number;
  y: number;
  z: number;
}

/** Overhanging surface. Heights in mm, areas in mm². */
export interface Overhangs {
  areaMm2: number;
  /** For each facet the region of overhang it belongs to, or -1. */
  regionOf: Int32Array;
  /** Area of each region, mm². */
  regionAreas: Float64Array;
  /** A point in the largest facet of each region. */
  middles: Point[];
  /** Points lower than all points around them. */
  lowest: Point[];
}

/** Surface this near to the plate, as a share of the part's height, lies on it. */
const onPlateShare = 1e-4;
/** A lean that may come from rounding alone. */
const roundingLean = 1e-6;

/** Finds the facets that lean more than `degrees` from the vertical and look down, and the points where printing starts. */
export function overhangs(mesh: Mesh, plate: number, degrees: number): Overhangs {
  const { positions, triangles } = mesh;
  const facets = triangles.length / 3;
  const sine = Math.sin((degrees * Math.PI) / 180) + roundingLean;
  const areas = new Float64Array(facets);
  let highest = plate;
  for (let at = 2; at < positions.length; at += 3) highest = Math.max(highest, positions[at] ?? 0);
  const onPlate = plate + (highest - plate) * onPlateShare;

  const lower = new Uint8Array(positions.length / 3).fill(1);
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const a = triangles[corner] ?? 0;
    const b = triangles[corner + 1] ?? 0;
    const c = triangles[corner + 2] ?? 0;
    const [ax, ay, az] = [positions[a * 3] ?? 0, positions[a * 3 + 1] ?? 0, positions[a * 3 + 2] ?? 0];
    const [bx, by, bz] = [positions[b * 3] ?? 0, positions[b * 3 + 1] ?? 0, positions[b * 3 + 2] ?? 0];
    const [cx, cy, cz] = [positions[c * 3] ?? 0, positions[c * 3 + 1] ?? 0, positions[c * 3 + 2] ?? 0];
    if (az >= bz || az >= cz) lower[a] = 0;
    if (bz >= az || bz >= cz) lower[b] = 0;
    if (cz >= az || cz >= bz) lower[c] = 0;
    if (Math.max(az, bz, cz) <= onPlate) continue;
    const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    const twice = Math.hypot(nx, ny, nz);
    if (-nz > sine * twice) areas[corner / 3] = twice / 2;
  }

  const { regionOf, regionAreas, middles } = regionsOf(mesh, areas);
  const lowest: Point[] = [];
  const used = new Uint8Array(lower.length);
  const looksDown = new Uint8Array(lower.length);
  triangles.forEach((vertex, corner) => {
    used[vertex] = 1;
    if (regionOf[(corner / 3) | 0] !== -1) looksDown[vertex] = 1;
  });
  lower.forEach((isLower, vertex) => {
    const z = positions[vertex * 3 + 2] ?? 0;
    if (isLower === 0 || used[vertex] === 0 || looksDown[vertex] === 0 || z <= onPlate) return;
    lowest.push({ x: positions[vertex * 3] ?? 0, y: positions[vertex * 3 + 1] ?? 0, z });
  });
  return { areaMm2: areas.reduce((sum, area) => sum + area, 0), regionOf, regionAreas, middles, lowest };
}

/** Groups connected overhanging facets. `areas` is 0 for all other facets. */
function regionsOf(mesh: Mesh, areas: Float64Array): Pick<Overhangs, 'regionOf' | 'regionAreas' | 'middles'> {
  const { positions, triangles } = mesh;
  const hanging: number[] = [];
  areas.forEach((area, facet) => {
    if (area > 0) hanging.push(facet);
  });
  const corners = new Uint32Array(hanging.length * 3);
  hanging.forEach((facet, i) => corners.set(triangles.subarray(facet * 3, facet * 3 + 3), i * 3));
  const shells = shellsOf(new Edges({ positions, triangles: corners }));
  const regionOf = new Int32Array(areas.length).fill(-1);
  const regionAreas = new Float64Array(shells.count);
  const largest = new Int32Array(shells.count).fill(-1);
  hanging.forEach((facet, i) => {
    const region = shells.ofFacet[i] ?? 0;
    regionOf[facet] = region;
    regionAreas[region] = (regionAreas[region] ?? 0) + (areas[facet] ?? 0);
    const best = largest[region] ?? -1;
    if (best < 0 || (areas[facet] ?? 0) > (areas[best] ?? 0)) largest[region] = facet;
  });
  const middles = [...largest].map((facet): Point => {
    const at = (axis: number): number =>
      [0, 1, 2].reduce((sum, k) => sum + (positions[(triangles[facet * 3 + k] ?? 0) * 3 + axis] ?? 0) / 3, 0);
    return { x: at(0), y: at(1), z: at(2) };
  });
  return { regionOf, regionAreas, middles };
}
