import type { Mesh } from './mesh.ts';
import { writeBinaryStl } from './readers/stl.ts';
import { impeller, spurGear, turbineBlade } from './shapes/bladed.ts';
import { bracket, heatSink, hinge, housing, manifoldBlock } from './shapes/prismatic.ts';
import { flange, nozzle, pipeElbow, sensorCapsule } from './shapes/turned.ts';

export { impeller, spurGear, turbineBlade } from './shapes/bladed.ts';
export { bracket, heatSink, hinge, housing, manifoldBlock } from './shapes/prismatic.ts';
export { flange, nozzle, pipeElbow, sensorCapsule } from './shapes/turned.ts';

/** The sample parts by file name without extension. Each call builds the same closed mesh, in mm, z up. */
export const shapes = {
  'angle-bracket': bracket,
  'spur-gear': spurGear,
  impeller,
  'electronics-housing': housing,
  'pipe-elbow': pipeElbow,
  'heat-sink': heatSink,
  'turbine-blade': turbineBlade,
  'weld-neck-flange': flange,
  'hinge-leaf': hinge,
  'rocket-nozzle': nozzle,
  'manifold-block': manifoldBlock,
  'sensor-capsule': sensorCapsule,
} as const satisfies Record<string, () => Mesh>;

export type ShapeName = keyof typeof shapes;

export const shapeNames: readonly ShapeName[] = Object.keys(shapes).filter((name): name is ShapeName => name in shapes);

/** A sample part as binary STL in mm. */
export function shapeStl(name: ShapeName): Uint8Array {
  return writeBinaryStl(shapes[name](), name);
}
