import type { OperationDetails, OperationInput } from '@sinter/sdk/contract/preparation/operations';
import { GeometryError } from '../../errors.ts';
import { say } from '../../say.ts';
import { volumeOf, type Mesh } from '../../mesh.ts';
import { repair } from '../../repair.ts';
import { isFlat } from '../../verify.ts';
import type { Outcome } from '../operation.ts';
import { requireSolid } from '../solid.ts';
import { capRim, type Cap } from './cap.ts';
import { clip, type HalfSurface, type Plane } from './clip.ts';

/** Cuts a closed part along a plane and closes both sides. */
export function section(
  mesh: Mesh,
  { normal, offsetMm, keep }: OperationInput<'SOLID_SECTION'>,
): Outcome<OperationDetails<'SOLID_SECTION'>> {
  requireSolid(mesh, 'needsSolidToCut');
  const length = Math.hypot(...normal);
  const [x, y, z] = normal;
  const plane: Plane = { normal: [x / length, y / length, z / length], offset: offsetMm };
  const { above, below, cuts, touches, flushArea } = clip(mesh, plane);
  if (above.triangles.length === 0 || below.triangles.length === 0) {
    throw new GeometryError('NOT_POSSIBLE', say('notThroughPart'));
  }
  const vertices = mesh.positions.length / 3;
  const pointOf = (vertex: number): [number, number, number] => {
    const source = vertex < vertices ? mesh.positions : cuts;
    const at = (vertex < vertices ? vertex : vertex - vertices) * 3;
    return [source[at] ?? 0, source[at + 1] ?? 0, source[at + 2] ?? 0];
  };
  const lower = capRim(below.rim, pointOf, plane.normal);
  // Both sides use the same facets where their rims are equal, so that the two volumes add up.
  const upper = touches
    ? capRim(above.rim, pointOf, [-plane.normal[0], -plane.normal[1], -plane.normal[2]])
    : { ...lower, triangles: lower.triangles.toReversed() };

  const sides = [
    { suffix: 'above', half: above, cap: upper },
    { suffix: 'below', half: below, cap: lower },
  ].filter(({ suffix }) => keep === 'BOTH' || keep.toLowerCase() === suffix);
  const meshes = sides.map(({ suffix, half, cap }) => ({
    suffix: sides.length > 1 ? suffix : '',
    mesh: closedSide(mesh, cuts, half, cap),
  }));
  return {
    meshes,
    details: {
      sectionAreaMm2: Math.max(0, lower.area - flushArea),
      volumesMm3: meshes.map((side) => volumeOf(side.mesh)),
    },
    warnings: [],
  };
}

function closedSide(source: Mesh, cuts: Float32Array, half: HalfSurface, cap: Cap): Mesh {
  const triangles = new Uint32Array(half.triangles.length + cap.triangles.length);
  triangles.set(half.triangles);
  triangles.set(cap.triangles, half.triangles.length);
  const side = compact(source, cuts, triangles);
  // Facets without area are flipped into their neighbours, which keeps the surface closed.
  return hasFlatFacet(side, half.divided) ? repair(side).mesh : side;
}

/** Only the used vertices, in the order in which facets use them. */
function compact(source: Mesh, cuts: Float32Array, triangles: Uint32Array): Mesh {
  const vertices = source.positions.length / 3;
  const target = new Int32Array(vertices + cuts.length / 3).fill(-1);
  const positions = new Float32Array(target.length * 3);
  let count = 0;
  for (let i = 0; i < triangles.length; i++) {
    const vertex = triangles[i] ?? 0;
    let to = target[vertex] ?? -1;
    if (to < 0) {
      to = count++;
      target[vertex] = to;
      const from = vertex < vertices ? source.positions : cuts;
      const at = (vertex < vertices ? vertex : vertex - vertices) * 3;
      positions[to * 3] = from[at] ?? 0;
      positions[to * 3 + 1] = from[at + 1] ?? 0;
      positions[to * 3 + 2] = from[at + 2] ?? 0;
    }
    triangles[i] = to;
  }
  return { positions: positions.slice(0, count * 3), triangles };
}

function hasFlatFacet({ positions, triangles }: Mesh, from: number): boolean {
  for (let corner = from; corner < triangles.length; corner += 3) {
    const [a = 0, b = 0, c = 0] = triangles.subarray(corner, corner + 3);
    const [ux = 0, uy = 0, uz = 0] = [0, 1, 2].map((k) => (positions[b * 3 + k] ?? 0) - (positions[a * 3 + k] ?? 0));
    const [vx = 0, vy = 0, vz = 0] = [0, 1, 2].map((k) => (positions[c * 3 + k] ?? 0) - (positions[a * 3 + k] ?? 0));
    const cross = (uy * vz - uz * vy) ** 2 + (uz * vx - ux * vz) ** 2 + (ux * vy - uy * vx) ** 2;
    if (isFlat(cross, Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz))) return true;
  }
  return false;
}
