import type { OperationDetails, OperationInput } from '@sinter/sdk/contract/preparation/operations';
import { GeometryError } from '../../errors.ts';
import { say } from '../../say.ts';
import { boundsOf, type Mesh } from '../../mesh.ts';
import type { Outcome } from '../operation.ts';

const largestMm = 1_000_000;
/** Single precision ends at 1e-38. A thousand million steps above it, every shape is still exact. */
const smallestMm = 1e-29;

type Factors = [x: number, y: number, z: number];

/** Scales by one factor, or to a size, about the origin of the file. */
export function scale(mesh: Mesh, input: OperationInput<'SCALE'>): Outcome<OperationDetails<'SCALE'>> {
  const { factor } = input;
  return scaleBy(mesh, factor === undefined ? factorsForSize(mesh, input.sizeMm ?? {}) : [factor, factor, factor]);
}

/** Scales each axis by its own percentage, about the origin of the file. */
export function scaleByPercent(
  mesh: Mesh,
  { percent: [x, y, z] }: OperationInput<'SCALE_BY_PERCENT'>,
): Outcome<OperationDetails<'SCALE_BY_PERCENT'>> {
  return scaleBy(mesh, [x / 100, y / 100, z / 100]);
}

/** Axes without a size use the factor of the others, or the geometric mean of two different ones. */
function factorsForSize(mesh: Mesh, size: { x?: number; y?: number; z?: number }): Factors {
  const box = boundsOf(mesh);
  const factors = [size.x, size.y, size.z].map((wanted, axis) => {
    if (wanted === undefined) return undefined;
    const side = (box[axis + 3] ?? 0) - (box[axis] ?? 0);
    if (side > 0) return wanted / side;
    throw new GeometryError('NOT_POSSIBLE', say('noExtent', { axis: 'XYZ'.charAt(axis) }));
  });
  const given = factors.filter((factor) => factor !== undefined);
  const others = given.every((factor) => factor === given[0])
    ? (given[0] ?? 1)
    : Math.exp(given.reduce((sum, factor) => sum + Math.log(factor), 0) / given.length);
  const [x = others, y = others, z = others] = factors;
  return [x, y, z];
}

function scaleBy(mesh: Mesh, factors: Factors): Outcome<{ factors: Factors }> {
  const box = boundsOf(mesh);
  factors.forEach((factor, axis) => checkAxis(box[axis] ?? 0, box[axis + 3] ?? 0, factor));
  const positions = mesh.positions.map((value, i) => value * (factors[i % 3] ?? 1));
  return {
    meshes: [{ suffix: '', mesh: { positions, triangles: mesh.triangles } }],
    details: { factors },
    warnings: [],
  };
}

/** Refuses a result that is too large, or so small that single precision would change its shape. */
function checkAxis(low: number, high: number, factor: number): void {
  if (!(Math.max(Math.abs(low), Math.abs(high)) * factor <= largestMm)) {
    throw new GeometryError('NOT_POSSIBLE', say('scaledTooLarge'));
  }
  const size = (high - low) * factor;
  if (size > 0 && size < smallestMm) {
    throw new GeometryError('NOT_POSSIBLE', say('scaledTooSmall'));
  }
}
