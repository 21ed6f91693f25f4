import type { OperationDetails, OperationInput } from '@sinter/sdk/contract/preparation/operations';
import { buildBvh } from '../../bvh/tree.ts';
import { GeometryError } from '../../errors.ts';
import { warning } from '../../readers/reading.ts';
import { figure, say } from '../../say.ts';
import { joinMeshes, type Mesh } from '../../mesh.ts';
import { verify } from '../../verify.ts';
import type { Outcome, Progress } from '../operation.ts';
import { requireSolid } from '../solid.ts';
import { depthField, stepFor, type DepthField } from './field.ts';
import { keepLarge } from './islands.ts';
import { moveToDepth, placed, settleWall, simplifyCavity, tidy } from './shell.ts';
import { surfaceAtDepth } from './tetrahedra.ts';

/** Cells wider than this share of the wall would lose the wall between two of them. */
const coarsestCell = 0.75;
/** A cavity of fewer cells than this comes from the grid, not from the part. */
const smallestCells = 27;
/**
 * Beside a large cavity, one that is smaller than a cube of the wall and than this share of the large one is dropped.
 */
const smallShare = 0.01;

/** Removes the inside of a closed part and leaves a wall. */
export async function hollow(
  mesh: Mesh,
  input: OperationInput<'HOLLOW'>,
  onProgress: Progress,
): Promise<Outcome<OperationDetails<'HOLLOW'>>> {
  const wall = input.wallMm;
  const sides = requireSolid(mesh, 'needsSolidToHollow').bbox.size;
  if (Math.min(...sides) <= 2 * wall) throw noRoom(wall);
  const step = stepFor(sides, wall);
  if (step > wall * coarsestCell) {
    const least = Math.ceil((step / coarsestCell) * 10) / 10;
    throw new GeometryError('NOT_POSSIBLE', say('wallTooThin', { wall: figure(wall), least }));
  }
  onProgress(0.05);

  const bvh = buildBvh(mesh);
  onProgress(0.1);
  const field = depthField(bvh, wall, step, (share) => onProgress(0.1 + 0.5 * share));
  // At most the cube of the wall: the wall around an existing cavity of the part is larger and must stay.
  const smallest = Math.min(smallestCells * step ** 3, wall ** 3);
  const found = keepLarge(surfaceAtDepth(field, wall), smallest, wall ** 3, smallShare);
  if (found.cavities === 0) throw noRoom(wall);
  onProgress(0.7);

  const middle = middleOf(field);
  const exact = moveToDepth(bvh, found.mesh, middle, wall, step);
  onProgress(0.75);
  const simple = await simplifyCavity(exact, wall);
  onProgress(0.9);
  const settled = placed(moveToDepth(bvh, simple, middle, wall, step), middle);
  const { mean, min } = settleWall(bvh, settled, wall);
  const cavity = tidy(settled);
  onProgress(1);
  return {
    meshes: [{ suffix: '', mesh: joinMeshes([mesh, cavity]) }],
    details: {
      cavities: found.cavities,
      savedVolumeMm3: -verify(cavity).volumeMm3,
      wallMeanMm: mean,
      wallMinMm: min,
    },
    warnings: [warning('CLOSED_CAVITY', say('closedCavity'))],
  };
}

const noRoom = (wall: number): GeometryError =>
  new GeometryError('NOT_POSSIBLE', say('noRoom', { wall: figure(wall) }));

function middleOf({ origin, counts, step }: DepthField): [number, number, number] {
  const at = (axis: 0 | 1 | 2): number => origin[axis] + ((counts[axis] - 1) / 2) * step;
  return [at(0), at(1), at(2)];
}
