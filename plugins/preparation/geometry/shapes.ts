import type { Mesh } from './mesh.ts';
import { writeBinaryStl } from './readers/stl.ts';
import { impeller, spurGear, turbineBlade } from './shapes/bladed.ts';
import { bracket, heatSink, hinge, housing, manifoldBlock } from './shapes/prismatic.ts';
import { flange, nozzle, pipeElbow, sensorCapsule } from './shapes/turned.ts';

export { impeller, spurGear, turbineBlade } from './shapes/bladed.ts';
export { bracket, heatSink, hinge, housing, manifoldBlock } from './shapes/prismatic.ts';
export { flange, nozzle, pipeElbow, sensorCapsule } from './shapes/turned.ts';

/** The made-up parts by file name, without extension. Each call builds the same closed mesh, in mm, z up. */
export const SHAPES = {
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

export type ShapeName = keyof typeof SHAPES;

export const SHAPE_NAMES: readonly ShapeName[] = Object.keys(SHAPES).filter(
  (name): name is ShapeName => name in SHAPES,
);

/** A made-up part as binary STL in mm. */
export function shapeStl(name: ShapeName): Uint8Array {
  return writeBinaryStl(SHAPES[name](), name);
}
