import type { OperationDetails, OperationInput } from '@sinter/sdk/contract/preparation/operations';
import { GeometryError } from '../../errors.ts';
import { say } from '../../say.ts';
import { evenDirections, extremePoints } from '../../hull/extremes.ts';
import { convexHull, hullSides, type HullSide } from '../../hull.ts';
import { boundsOf, facetCount, type Mesh } from '../../mesh.ts';
import { placeMesh, placementOf, turnedBounds, unturned, type Rotation } from '../../placement.ts';
import { frameOf, type Vector } from '../fit/poses.ts';
import type { Outcome, Progress } from '../operation.ts';
import { smallestRectangle } from './footprint.ts';
import { Overhangs } from './overhang.ts';

type Objective = OperationInput<'MINIMUM_ORIENTATION'>['objective'];

/**
 * Number of sides of the hull that are tried as the base. When there are more, one side first represents those of a
 * similar direction.
 */
const mostBases = 300;
/** Number of best sides whose represented sides are tried too, and how many of each. */
const bestBases = 8;
const neighboursOfBest = 12;
/** Number of candidates that are judged on every corner. */
const finalistCount = 32;
/** Number of corners of the hull for the first judgement. */
const firstCornerCount = 600;
/** Number of directions that are tried for the least overhang, whether the part can stand on them or not. */
const leastDirections = 150;
const mostDirections = 1500;
/** Number of facets that may be examined for them, which takes most of the time. */
const facetLooks = 20_000_000;
/** Number of best directions that are refined, and of steps, each half as large as the one before. */
const refinedDirections = 6;
const refinements = 5;
/** A smaller relative gain is ignored, because rounding would decide it. */
const smallestGain = 1e-6;

/** Turns a part onto the side of its convex hull that is best for the objective. */
export function minimumOrientation(
  mesh: Mesh,
  { objective }: OperationInput<'MINIMUM_ORIENTATION'>,
  onProgress: Progress,
): Outcome<OperationDetails<'MINIMUM_ORIENTATION'>> {
  if (facetCount(mesh) === 0) throw new GeometryError('NO_TRIANGLES', say('nothingToTurn'));
  const hull = convexHull(mesh);
  const sides = hullSides(hull);
  onProgress(0.2);
  const overhangs = new Overhangs(mesh);
  const search = new Search(extremePoints(hull.positions, firstCornerCount), hull.positions, overhangs, objective);
  const { bases, cosine } = clustered(sides);
  search.tryAll(bases, (share) => onProgress(0.2 + 0.5 * share));
  if (bases.length < sides.length) {
    const near = search
      .best(bestBases)
      .flatMap(({ down }) => sides.filter(({ normal }) => dot(normal, down) >= cosine).slice(0, neighboursOfBest));
    search.tryAll(near, (share) => onProgress(0.7 + 0.2 * share));
  }
  if (objective === 'OVERHANG') search.tryDirections((share) => onProgress(0.9 + 0.08 * share));
  const rotation = search.winner();
  const bounds = turnedBounds(hull.positions, rotation);
  const [x = 0, y = 0, z = 0] = bounds;
  const placement = placementOf(rotation, [-x, -y, -z]);
  const turned = placeMesh(mesh, placement);
  onProgress(1);
  return {
    meshes: [{ suffix: '', mesh: turned }],
    details: { placement, ...figures(turned, new Overhangs(turned)), before: figures(mesh, overhangs) },
    warnings: [],
  };
}

function figures(mesh: Mesh, overhangs: Overhangs): OperationDetails<'MINIMUM_ORIENTATION'>['before'] {
  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = boundsOf(mesh);
  const heightMm = z1 - z0;
  return {
    heightMm,
    boxMm: [x1 - x0, y1 - y0, heightMm],
    overhangAreaMm2: overhangs.areaMm2([0, 0, 1], z0, heightMm),
  };
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Sides that represent all others: the largest within an angle that leaves few enough. */
function clustered(sides: readonly HullSide[]): { bases: readonly HullSide[]; cosine: number } {
  if (sides.length <= mostBases) return { bases: sides, cosine: 1 };
  for (let degrees = 1; ; degrees *= 2) {
    const cosine = Math.cos((degrees * Math.PI) / 180);
    const bases: HullSide[] = [];
    for (const side of sides) {
      if (bases.some((base) => dot(base.normal, side.normal) >= cosine)) continue;
      bases.push(side);
      if (bases.length > mostBases) break;
    }
    if (bases.length <= mostBases) return { bases, cosine };
  }
}

interface Candidate {
  /** The direction of the file that becomes down. */
  down: Vector;
  rotation: Rotation;
  cost: number;
}

/** Judges bases on few corners of the hull first, then the best of them and the original position on every corner. */
class Search {
  readonly #candidates: Candidate[] = [];
  readonly #few: Float32Array;
  readonly #all: Float32Array;
  readonly #overhangs: Overhangs;
  readonly #objective: Objective;

  constructor(few: Float32Array, all: Float32Array, overhangs: Overhangs, objective: Objective) {
    this.#few = few;
    this.#all = all;
    this.#overhangs = overhangs;
    this.#objective = objective;
  }

  tryAll(bases: readonly HullSide[], onProgress: Progress): void {
    bases.forEach(({ normal }, i) => {
      this.#tryDown(normal);
      if (i % 20 === 0) onProgress(i / bases.length);
    });
  }

  /**
   * The overhang is often smallest when the part stands on no side of its hull. So this tries evenly spread
   * directions, and finer ones around the best, as many as the size of the part allows.
   */
  tryDirections(onProgress: Progress): void {
    const count = Math.max(leastDirections, Math.min(mostDirections, Math.round(facetLooks / this.#overhangs.facets)));
    const directions = evenDirections(count);
    for (let at = 0; at < directions.length; at += 3) {
      this.#tryDown([directions[at] ?? 0, directions[at + 1] ?? 0, directions[at + 2] ?? 0]);
      if (at % 60 === 0) onProgress((0.7 * at) / directions.length);
    }
    // Approximate distance of the evenly spread directions.
    let reach = Math.sqrt((4 * Math.PI) / count);
    for (let round = 0; round < refinements; round++) {
      reach /= 2;
      for (const { down } of this.best(refinedDirections)) {
        const { a, b } = frameOf(down);
        for (let way = 0; way < 6; way++) {
          const [c, s] = [Math.cos((way * Math.PI) / 3) * reach, Math.sin((way * Math.PI) / 3) * reach];
          const near = [0, 1, 2].map((k) => (down[k] ?? 0) + c * (a[k] ?? 0) + s * (b[k] ?? 0));
          const length = Math.hypot(...near);
          const [x = 0, y = 0, z = 0] = near.map((part) => part / length);
          this.#tryDown([x, y, z]);
        }
      }
      onProgress(0.7 + (0.3 * (round + 1)) / refinements);
    }
  }

  #tryDown(down: Vector): void {
    const rotation = onBase(down, this.#few);
    this.#candidates.push({ down, rotation, cost: this.#cost(this.#objective, rotation, this.#few) });
  }

  best(count: number): readonly Candidate[] {
    return this.#candidates.toSorted((a, b) => a.cost - b.cost).slice(0, count);
  }

  /** When several positions are equal for the objective, the other two objectives decide. */
  winner(): Rotation {
    const order = [this.#objective, ...(['HEIGHT', 'BOX', 'OVERHANG'] as const)];
    const rotations = [unturned, ...this.best(finalistCount).map(({ rotation }) => rotation)];
    return rotations.reduce((best, next) => {
      for (const objective of order) {
        const [cost, least] = [this.#cost(objective, next, this.#all), this.#cost(objective, best, this.#all)];
        if (Math.abs(cost - least) > smallestGain * Math.max(cost, least)) return cost < least ? next : best;
      }
      return best;
    });
  }

  #cost(objective: Objective, rotation: Rotation, points: Float32Array): number {
    const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = turnedBounds(points, rotation);
    const height = z1 - z0;
    switch (objective) {
      case 'HEIGHT':
        return height;
      case 'BOX':
        return (x1 - x0) * (y1 - y0) * height;
      case 'OVERHANG':
        return this.#overhangs.areaMm2([rotation[6], rotation[7], rotation[8]], z0, height);
    }
  }
}

/**
 * The rotation that puts a side down and turns the part on it into the smallest rectangle, with the longer side along
 * x.
 */
function onBase(normal: Vector, points: Float32Array): Rotation {
  const [zx, zy, zz] = [-normal[0], -normal[1], -normal[2]] as const;
  // Any direction on the plate: perpendicular to the axis that the normal follows least.
  const least = [zx, zy, zz].map(Math.abs);
  const [x = 0, y = 0, z = 0] = least;
  const helper: Vector = x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1];
  const cross = [helper[1] * zz - helper[2] * zy, helper[2] * zx - helper[0] * zz, helper[0] * zy - helper[1] * zx];
  const length = Math.hypot(...cross);
  const [ax = 0, ay = 0, az = 0] = cross.map((part) => part / length);
  const [bx, by, bz] = [zy * az - zz * ay, zz * ax - zx * az, zx * ay - zy * ax] as const;
  const flat = new Float64Array((points.length / 3) * 2);
  for (let at = 0, to = 0; at < points.length; at += 3) {
    const px = points[at] ?? 0;
    const py = points[at + 1] ?? 0;
    const pz = points[at + 2] ?? 0;
    flat[to++] = ax * px + ay * py + az * pz;
    flat[to++] = bx * px + by * py + bz * pz;
  }
  const { angle } = smallestRectangle(flat);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [
    c * ax + s * bx,
    c * ay + s * by,
    c * az + s * bz,
    c * bx - s * ax,
    c * by - s * ay,
    c * bz - s * az,
    zx,
    zy,
    zz,
  ];
}
