import { boundsOf, type Mesh } from '../mesh.ts';
import { minimumOrientation } from '../operations/orientation/index.ts';
import { placeMesh, placementOf, unturned, type Rotation } from '../placement.ts';
import type { Candidate, Lattice } from './candidates.ts';
import { anyTurns, asItIs, uprightTurns, type Turn } from './turns.ts';

/** `ANY`: laid on any side. `ABOUT_Z`: turned about the vertical. `KEPT`: as it lies in the file. */
export type Turning = 'ANY' | 'ABOUT_Z' | 'KEPT';

/** Steps of the angles between two quarter turns. */
const steps = 6;
/** A part that lies askew in its file is laid straight when its box gets smaller by this share. */
const worthLaying = 0.9;

type Axis = 0 | 1 | 2;

/**
 * The ways in which a part may lie, all of which have room in the box: quarter turns of the part as it lies in its file, and as its
 * box is smallest. On a plate, and for a part that no quarter turn brings into the box, also the angles in between.
 */
export function orientationsOf(lattice: Lattice, mesh: Mesh, turning: Turning): Candidate[] {
  if (turning === 'KEPT') return lattice.candidates(mesh, asItIs);
  if (turning === 'ABOUT_Z') {
    const straight = lattice.candidates(mesh, uprightTurns);
    if (!lattice.flat && straight.length > 0) return straight;
    return [...straight, ...between(lattice, mesh, uprightTurns, [2])];
  }
  const bases = [unturned, ...laidStraight(mesh)];
  const straight = bases.flatMap((base) => turned(lattice, mesh, anyTurns, base));
  return straight.length > 0 ? straight : between(lattice, mesh, anyTurns, [2, 0, 1]);
}

const turned = (lattice: Lattice, mesh: Mesh, turns: readonly Turn[], base: Rotation): Candidate[] =>
  base === unturned
    ? lattice.candidates(mesh, turns)
    : lattice.candidates(placeMesh(mesh, placementOf(base, [0, 0, 0])), turns, base);

function between(lattice: Lattice, mesh: Mesh, turns: readonly Turn[], axes: readonly Axis[]): Candidate[] {
  return axes.flatMap((axis) =>
    Array.from({ length: steps - 1 }, (_, i) => about(axis, ((i + 1) * Math.PI) / 2 / steps)).flatMap((base) =>
      turned(lattice, mesh, turns, base),
    ),
  );
}

function laidStraight(mesh: Mesh): Rotation[] {
  const { placement, boxMm } = minimumOrientation(mesh, { objective: 'BOX' }, () => undefined).details;
  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = boundsOf(mesh);
  if (boxMm[0] * boxMm[1] * boxMm[2] > worthLaying * (x1 - x0) * (y1 - y0) * (z1 - z0)) return [];
  const [xx = 1, yx = 0, zx = 0, , xy = 0, yy = 1, zy = 0, , xz = 0, yz = 0, zz = 1] = placement;
  return [[xx, xy, xz, yx, yy, yz, zx, zy, zz]];
}

function about(axis: Axis, angle: number): Rotation {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  if (axis === 2) return [c, -s, 0, s, c, 0, 0, 0, 1];
  return axis === 0 ? [1, 0, 0, 0, c, -s, 0, s, c] : [c, 0, s, 0, 1, 0, -s, 0, c];
}
