import type { OperationDetails, OperationInput } from '@sinter/sdk/contract/preparation/operations';
import { GeometryError } from '../../errors.ts';
import { say } from '../../say.ts';
import { evenDirections, extremePoints } from '../../hull/extremes.ts';
import { convexHull, hullSides } from '../../hull.ts';
import { facetCount, type Mesh } from '../../mesh.ts';
import { placeMesh, placementOf, turnedBounds, unturned, type Rotation } from '../../placement.ts';
import type { Outcome, Progress } from '../operation.ts';
import { frameOf, turnedAbout, turnedBy, type Vector } from './poses.ts';
import { Widths } from './widths.ts';

/**
 * Number of directions of the file that are tried as up, 2 degrees apart on half the sphere, and of the largest sides
 * of the hull.
 */
const directionCount = 12_000;
const sideCount = 300;
const resolutionDegrees = 2;
const angleCount = 180 / resolutionDegrees;
/** Number of corners of the hull that the search uses. */
const firstCornerCount = 600;
/**
 * Number of best poses that are turned further until the margin no longer grows, and of those that are then refined
 * on every corner.
 */
const refinedPoses = 24;
const polishedPoses = 2;
/** Where two sides limit the margin at once, each step gains less than the one before. This limit ends the search. */
const mostSteps = 100;
/** A smaller turn moves no corner of a part of one metre by more than a hundred thousandth of a millimetre. */
const smallestTurn = 1e-8;

interface Pose {
  rotation: Rotation;
  margin: number;
}

/** Looks for the pose in which a part fits into a box with the most room left. */
export function exhaustiveFit(
  mesh: Mesh,
  { boxMm, clearanceMm }: OperationInput<'EXHAUSTIVE_FIT'>,
  onProgress: Progress,
): Outcome<OperationDetails<'EXHAUSTIVE_FIT'>> {
  if (facetCount(mesh) === 0) throw new GeometryError('NO_TRIANGLES', say('nothingToFit'));
  const hull = convexHull(mesh);
  const all = hull.positions;
  const few = extremePoints(all, firstCornerCount);
  onProgress(0.2);
  const room = boxMm.map((side) => side - 2 * clearanceMm);
  const [roomX = 0, roomY = 0, roomZ = 0] = room;
  const marginOf = (points: Float32Array, rotation: Rotation): number => {
    const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = turnedBounds(points, rotation);
    return Math.min(roomX - (x1 - x0), roomY - (y1 - y0), roomZ - (z1 - z0));
  };

  const widths = new Widths(few);
  onProgress(0.3);
  const sides = hullSides(hull).slice(0, sideCount);
  const half = evenDirections(directionCount).subarray(0, (directionCount / 2) * 3);
  const found: Pose[] = [];
  let tried = 0;
  /** Finds the best angle with one direction of the file along the given axis of the box. */
  const tryDirection = (direction: Vector, axis: 0 | 1 | 2): void => {
    const { a, b } = frameOf(direction);
    const [along, next, after] = [room[axis] ?? 0, room[(axis + 1) % 3] ?? 0, room[(axis + 2) % 3] ?? 0];
    const upright = along - widths.along(...direction);
    let best = -Infinity;
    let bestAngle = 0;
    for (let i = 0; i < angleCount; i++) {
      const angle = (Math.PI * i) / angleCount;
      const c = Math.cos(angle);
      const s = Math.sin(angle);
      const one = next - widths.along(c * a[0] + s * b[0], c * a[1] + s * b[1], c * a[2] + s * b[2]);
      const other = after - widths.along(c * b[0] - s * a[0], c * b[1] - s * a[1], c * b[2] - s * a[2]);
      const margin = Math.min(upright, one, other);
      if (margin > best) {
        best = margin;
        bestAngle = angle;
      }
    }
    tried += angleCount;
    found.push({ rotation: turnedBy(direction, a, b, bestAngle, axis), margin: best });
  };
  for (let at = 0; at < half.length; at += 3) {
    tryDirection([half[at] ?? 0, half[at + 1] ?? 0, half[at + 2] ?? 0], 2);
    if (at % 1500 === 0) onProgress(0.3 + (0.3 * at) / half.length);
  }
  for (const { normal } of sides) for (const axis of [0, 1, 2] as const) tryDirection(normal, axis);

  const byMargin = (one: Pose, other: Pose): number => other.margin - one.margin;
  const refined = found
    .sort(byMargin)
    .slice(0, refinedPoses)
    .map((pose, i) => {
      onProgress(0.6 + (0.2 * i) / refinedPoses);
      return refine(pose.rotation, (resolutionDegrees * Math.PI) / 180, (rotation) => marginOf(few, rotation));
    });
  onProgress(0.8);
  const start = few === all ? smallestTurn : 1e-3;
  const polished = refined
    .sort(byMargin)
    .slice(0, polishedPoses)
    .map((pose) => refine(pose.rotation, start, (rotation) => marginOf(all, rotation)));
  const straight = axisTurns.map((rotation): Pose => ({ rotation, margin: marginOf(all, rotation) }));
  // A part that fits as well in its present pose keeps it.
  const best = [...straight, ...polished].reduce((one, other) => (other.margin > one.margin + 1e-9 ? other : one));

  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = turnedBounds(all, best.rotation);
  const size: [number, number, number] = [x1 - x0, y1 - y0, z1 - z0];
  const placement = placementOf(best.rotation, [
    (boxMm[0] - size[0]) / 2 - x0,
    (boxMm[1] - size[1]) / 2 - y0,
    clearanceMm - z0,
  ]);
  const fits = best.margin >= 0;
  const meshes = fits ? [{ suffix: '', mesh: placeMesh(mesh, placement) }] : [];
  onProgress(1);
  return {
    meshes,
    details: {
      fits,
      marginMm: best.margin,
      placement,
      boxMm: size,
      tried: tried + axisTurns.length,
      resolutionDegrees: resolutionDegrees,
    },
    warnings: [],
  };
}

/** The six ways to map the axes of the file to those of the box, as far as widths differ. */
const axisTurns: readonly Rotation[] = [
  unturned,
  [0, 1, 0, -1, 0, 0, 0, 0, 1],
  [1, 0, 0, 0, 0, -1, 0, 1, 0],
  [0, 0, 1, 0, 1, 0, -1, 0, 0],
  [0, 1, 0, 0, 0, 1, 1, 0, 0],
  [0, 0, 1, 1, 0, 0, 0, 1, 0],
];

/** Axes for turning: those of the cube, of its edges and of its corners, in both directions. */
const turnAxes: readonly Vector[] = [-1, 0, 1].flatMap((x) =>
  [-1, 0, 1].flatMap((y) =>
    [-1, 0, 1].flatMap((z): Vector[] => {
      const length = Math.hypot(x, y, z);
      return length === 0 ? [] : [[x / length, y / length, z / length]];
    }),
  ),
);

/** Turns a pose in smaller and smaller steps while the margin grows. */
function refine(from: Rotation, step: number, marginOf: (rotation: Rotation) => number): Pose {
  let best: Pose = { rotation: from, margin: marginOf(from) };
  let angle = step;
  for (let steps = 0; steps < mostSteps && angle >= smallestTurn; steps++) {
    let next = best;
    for (const axis of turnAxes) {
      const rotation = turnedAbout(best.rotation, axis, angle);
      const margin = marginOf(rotation);
      if (margin > next.margin) next = { rotation, margin };
    }
    if (next === best) angle /= 2;
    else best = next;
  }
  return best;
}
