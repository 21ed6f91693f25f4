import type { OperationDetails, OperationInput } from '@sinter/sdk/contract/preparation/operations';
import { buildBvh } from '../../bvh/tree.ts';
import { GeometryError } from '../../errors.ts';
import { joinMeshes, type Mesh } from '../../mesh.ts';
import { warning, type Warning } from '../../readers/reading.ts';
import { figure, say } from '../../say.ts';
import type { Outcome, Progress } from '../operation.ts';
import { requireSolid } from '../solid.ts';
import { buildColumns } from './columns.ts';
import { findPlaces } from './places.ts';

/** Puts columns under overhanging surface. Returns the part with the columns, and the columns alone. */
export function supports(
  mesh: Mesh,
  input: OperationInput<'SUPPORT_GENERATION'>,
  onProgress: Progress,
): Outcome<OperationDetails<'SUPPORT_GENERATION'>> {
  if (mesh.triangles.length === 0) throw new GeometryError('NO_TRIANGLES', say('nothingToSupport'));
  const plate = requireSolid(mesh, 'needsSolidToSupport').bbox.min[2];
  const part = input.liftMm === 0 ? mesh : lifted(mesh, input.liftMm);
  const bvh = buildBvh(part);
  onProgress(0.2);
  const found = findPlaces(bvh, plate, input.overhangDegrees, input, (share) => onProgress(0.2 + 0.7 * share));
  const { overhangAreaMm2, unheldAreaMm2 } = found;
  const { mesh: columns, count, onPart, volumeMm3 } = buildColumns(found.columns);
  onProgress(1);
  return {
    meshes:
      count === 0
        ? []
        : [
            { suffix: 'supported', mesh: joinMeshes([part, columns]) },
            { suffix: 'supports', mesh: columns },
          ],
    details: {
      columns: count,
      columnsOnPart: onPart,
      supportVolumeMm3: volumeMm3,
      overhangAreaMm2,
    },
    warnings: warningsOf(count, overhangAreaMm2, unheldAreaMm2 > input.spacingMm ** 2 ? unheldAreaMm2 : 0),
  };
}

function warningsOf(columns: number, overhang: number, unheld: number): Warning[] {
  if (unheld > 0) {
    const areas = { unheld: figure(Number(unheld.toPrecision(2))), overhang: figure(Number(overhang.toPrecision(3))) };
    return [warning('UNHELD_OVERHANG', say('unheld', areas))];
  }
  if (columns > 0) return [];
  return [warning('NO_OVERHANG', say('noOverhang'))];
}

function lifted(mesh: Mesh, by: number): Mesh {
  return { positions: mesh.positions.map((value, i) => (i % 3 === 2 ? value + by : value)), triangles: mesh.triangles };
}
