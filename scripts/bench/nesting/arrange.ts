import {
  boxBound,
  firstFitHeight,
  firstFitPlates,
  rectangleBound,
  utilisationAt,
} from '../../../plugins/preparation/geometry/packing/boxes.testSupport.ts';
import { Checker } from '../../../plugins/preparation/geometry/packing/check.ts';
import { nest, type NestOptions } from '../../../plugins/preparation/geometry/packing/nest.ts';
import { fifteenShapes } from '../../../plugins/preparation/geometry/packing/scene.testSupport.ts';
import type { Found } from './found.ts';

const isFlat = process.argv[2] === 'PLATE';
const options: NestOptions = {
  boxMm: [340, 340, 600],
  wallMm: 5,
  spacingMm: 2,
  space: isFlat ? 'PLATE' : 'BED',
  turning: isFlat ? 'ABOUT_Z' : 'ANY',
  seed: 1,
  passes: 24,
  mostBuilds: isFlat ? 20 : 1,
};

const parts = await fifteenShapes(200);
const beforeMb = process.memoryUsage.rss() / 2 ** 20;
const began = performance.now();
let firstMs = 0;
const { builds, left, passes } = nest(parts, {
  ...options,
  enough: (first) => {
    if (!first && firstMs === 0) firstMs = performance.now() - began;
    return false;
  },
});
const ms = performance.now() - began;
const checking = performance.now();
const checker = new Checker(parts);
const conflicts = builds.filter(({ instances }) => checker.conflictIn(instances, options) !== null).length;
const checkMs = performance.now() - checking;
if (left.length > 0) throw new Error('All parts have room in the builds allowed.');

const { boxMm, wallMm, spacingMm } = options;
const fill = (heightMm: number): number => 100 * utilisationAt(parts, boxMm, heightMm);
const found: Found = {
  parts: parts.reduce((sum, { quantity }) => sum + quantity, 0),
  shapes: parts.length,
  ...{ passes, conflicts, firstMs, ms, checkMs },
  ...(isFlat
    ? {
        result: builds.length,
        firstFit: firstFitPlates(parts, boxMm, wallMm, spacingMm),
        bound: rectangleBound(parts, boxMm, wallMm, spacingMm),
      }
    : {
        result: fill(builds[0]?.heightMm ?? Infinity),
        firstFit: fill(firstFitHeight(parts, boxMm, wallMm, spacingMm)),
        bound: fill(boxBound(parts, boxMm, wallMm, spacingMm)),
      }),
  grownMb: process.resourceUsage().maxRSS / 1024 - beforeMb,
};
process.send?.(found, () => process.exit());
