import { likelyInchesMm } from '@sinter/sdk/contract/preparation/partSizes';
import { GeometryError } from './errors.ts';
import type { Mesh } from './mesh.ts';
import { warning, type Warning } from './readers/reading.ts';
import { figure, say } from './say.ts';

/** Unit of the coordinates in a file whose format carries none (STL, OBJ, VRML). */
export type LengthUnit = 'MM' | 'IN' | 'CM';

export type UnitGuess = 'MM' | 'IN_OR_M' | 'UM';

/** No part is built this small, its longest side in mm. */
const tinyMm = 1;
const largeMm = 2000;
/** Past this size micrometres are likelier. */
const hugeMm = 5000;
/** A kilometre: sums of areas and volumes stay exact far below it, and nothing is built of it. */
const mostMm = 1_000_000;

const round = (length: number): number | string => figure(Number(length.toPrecision(3)));

/** What the longest side of a part, in mm, says against its unit. `isKnown`: the file or a person named the unit. */
export function unitWarning(longest: number, isKnown: boolean): Warning | undefined {
  const size = round(longest);
  if (longest < tinyMm) return warning('UNIT_SMALL', say('unitSmall', { size }));
  if (longest > largeMm) return warning('UNIT_LARGE', say('unitLarge', { size }));
  if (longest > likelyInchesMm || isKnown) return undefined;
  return warning('UNIT_INCHES', say('unitInches', { size, inches: round(longest * 25.4) }));
}

/** The unit that a size, taken for mm, was most likely meant in. */
export function guessUnit(longest: number): UnitGuess {
  if (longest <= likelyInchesMm) return 'IN_OR_M';
  return longest > hugeMm ? 'UM' : 'MM';
}

/** Of the longest side: a coarser step between neighbouring coordinates shows in the shape. */
const coarseShare = 1e-5;
/** Between neighbouring single-precision numbers around 1. */
const floatStep = 2 ** -23;

/**
 * Looks at the box of the bodies, in mm: throws INVALID_CONTENT for a part longer than a kilometre, and warns of one so far
 * from the origin that single precision no longer holds its shape.
 */
export function placeWarning(bodies: readonly Mesh[]): Warning | undefined {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of bodies) {
    for (let axis = 0; axis < 3; axis++) {
      let least = low[axis] ?? 0;
      let most = high[axis] ?? 0;
      for (let at = axis; at < positions.length; at += 3) {
        const value = positions[at] ?? 0;
        if (value < least) least = value;
        if (value > most) most = value;
      }
      low[axis] = least;
      high[axis] = most;
    }
  }
  const longest = Math.max(...high.map((most, axis) => most - (low[axis] ?? 0)));
  if (longest > mostMm) {
    throw new GeometryError('INVALID_CONTENT', say('tooLong'));
  }
  const farthest = Math.max(...low.map(Math.abs), ...high.map(Math.abs));
  if (!(longest > 0 && farthest * floatStep > longest * coarseShare)) return undefined;
  const exact = round(farthest * floatStep);
  return warning('FAR_FROM_ORIGIN', say('farAway', { distance: round(farthest), exact }));
}
