import type {
  FileOperationType,
  OperationDetails,
  OperationInput,
  operationDetailsSchemas,
} from '@sinter/sdk/contract/preparation/operations';
import type { Mesh } from '../mesh.ts';
import type { Outcome, Progress } from './operation.ts';

/** Operations that change or measure one mesh. */
export type MeshOperationType = Exclude<FileOperationType, 'VERIFY' | 'REPAIR' | 'CONVERT' | 'analyze' | 'PACK3D'>;

type DetailsOf<T> = T extends keyof typeof operationDetailsSchemas ? OperationDetails<T> : unknown;
type MeshOperation<T extends MeshOperationType> = (
  mesh: Mesh,
  input: OperationInput<T>,
  onProgress: Progress,
) => Outcome<DetailsOf<T>> | Promise<Outcome<DetailsOf<T>>>;

/** Each operation is loaded at its first use, because most threads need only a few. */
const meshOperations: { [T in MeshOperationType]: () => Promise<MeshOperation<T>> } = {
  TRIANGLE_REDUCTION: async () => (await import('./reduction/index.ts')).reduce,
  SUPPORT_GENERATION: async () => (await import('./supports/index.ts')).supports,
  WALL_THICKNESS: async () => (await import('./wall-thickness/index.ts')).wallThickness,
  SCALE: async () => (await import('./scale/index.ts')).scale,
  SCALE_BY_PERCENT: async () => (await import('./scale/index.ts')).scaleByPercent,
  MINIMUM_ORIENTATION: async () => (await import('./orientation/index.ts')).minimumOrientation,
  EXHAUSTIVE_FIT: async () => (await import('./fit/index.ts')).exhaustiveFit,
  SOLID_SECTION: async () => (await import('./section/index.ts')).section,
  SOLID_MIRROR: async () => (await import('./mirror/index.ts')).mirror,
  HOLLOW: async () => (await import('./hollow/index.ts')).hollow,
};

/** Runs one operation on a mesh in millimetres. Throws GeometryError, for example with NOT_POSSIBLE or NEEDS_REPAIR. */
export async function runOnMesh<T extends MeshOperationType>(
  type: T,
  mesh: Mesh,
  input: OperationInput<T>,
  onProgress: Progress,
): Promise<Outcome<unknown>> {
  const operation = await meshOperations[type]();
  return operation(mesh, input, onProgress);
}
