import type { OperationDetails, OperationInput } from '@sinter/sdk/contract/operations';
import { GeometryError } from '../../errors.ts';
import { evenDirections, extremePoints } from '../../hull/extremes.ts';
import { convexHull, hullSides, type HullSide } from '../../hull.ts';
import { boundsOf, facetCount, type Mesh } from '../../mesh.ts';
import { placeMesh, placementOf, turnedBounds, UNTURNED, type Rotation } from '../../placement.ts';
import { frameOf, type Vector } from '../fit/poses.ts';
import type { Outcome, Progress } from '../operation.ts';
import { smallestRectangle } from './footprint.ts';
import { Overhangs } from './overhang.ts';

type Objective = OperationInput<'MINIMUM_ORIENTATION'>['objective'];

/** So many sides of the hull are tried as the base; of more, those that point alike stand for each other at first. */
const MOST_BASES = 300;
/** Around so many of the best of them, the sides they stood for are tried too, each so many. */
const BEST = 8;
const NEAR_EACH = 12;
/** So many are judged on every corner. */
const FINALISTS = 32;
/** Corners of the hull that a first look takes. */
const FIRST_LOOK = 600;
/** Directions tried for the least overhang, whether the part can stand on them or not. */
const LEAST_DIRECTIONS = 150;
const MOST_DIRECTIONS = 1500;
/** Facets looked at for them, which is what takes the time. */
const FACET_LOOKS = 20_000_000;
/** The best of them are looked around, so often, each time half as far. */
const REFINED = 6;
const REFINEMENTS = 5;
/** A gain smaller than this, relatively, is none: rounding would decide. */
const GAIN = 1e-6;

/** Turns a part so that it stands on the side of its convex hull that serves the objective best. */
export function minimumOrientation(
  mesh: Mesh,
  { objective }: OperationInput<'MINIMUM_ORIENTATION'>,
  onProgress: Progress,
): Outcome<OperationDetails<'MINIMUM_ORIENTATION'>> {
  if (facetCount(mesh) === 0) throw new GeometryError('NO_TRIANGLES', 'The part has no surface to turn.');
  const hull = convexHull(mesh);
  const sides = hullSides(hull);
  onProgress(0.2);
  const overhangs = new Overhangs(mesh);
  const search = new Search(extremePoints(hull.positions, FIRST_LOOK), hull.positions, overhangs, objective);
  const { bases, cosine } = clustered(sides);
  search.tryAll(bases, (share) => onProgress(0.2 + 0.5 * share));
  if (bases.length < sides.length) {
    const near = search
      .best(BEST)
      .flatMap(({ down }) => sides.filter(({ normal }) => dot(normal, down) >= cosine).slice(0, NEAR_EACH));
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

/** Sides that stand for all: the largest of those within an angle that leaves few enough. */
function clustered(sides: readonly HullSide[]): { bases: readonly HullSide[]; cosine: number } {
  if (sides.length <= MOST_BASES) return { bases: sides, cosine: 1 };
  for (let degrees = 1; ; degrees *= 2) {
    const cosine = Math.cos((degrees * Math.PI) / 180);
    const bases: HullSide[] = [];
    for (const side of sides) {
      if (bases.some((base) => dot(base.normal, side.normal) >= cosine)) continue;
      bases.push(side);
      if (bases.length > MOST_BASES) break;
    }
    if (bases.length <= MOST_BASES) return { bases, cosine };
  }
}

interface Candidate {
  /** The direction of the file that becomes down. */
  down: Vector;
  rotation: Rotation;
  cost: number;
}

/** Judges bases on few corners of the hull first; the best of all on every corner, beside how the part lay. */
class Search {
  private readonly candidates: Candidate[] = [];
  private readonly few: Float32Array;
  private readonly all: Float32Array;
  private readonly overhangs: Overhangs;
  private readonly objective: Objective;

  constructor(few: Float32Array, all: Float32Array, overhangs: Overhangs, objective: Objective) {
    this.few = few;
    this.all = all;
    this.overhangs = overhangs;
    this.objective = objective;
  }

  tryAll(bases: readonly HullSide[], onProgress: Progress): void {
    bases.forEach(({ normal }, i) => {
      this.tryDown(normal);
      if (i % 20 === 0) onProgress(i / bases.length);
    });
  }

  /**
   * Overhang is often least when the part stands on no side of its hull: even directions, and finer ones around the
   * best, as many as the size of the part leaves time for.
   */
  tryDirections(onProgress: Progress): void {
    const count = Math.max(
      LEAST_DIRECTIONS,
      Math.min(MOST_DIRECTIONS, Math.round(FACET_LOOKS / this.overhangs.facets)),
    );
    const directions = evenDirections(count);
    for (let at = 0; at < directions.length; at += 3) {
      this.tryDown([directions[at] ?? 0, directions[at + 1] ?? 0, directions[at + 2] ?? 0]);
      if (at % 60 === 0) onProgress((0.7 * at) / directions.length);
    }
    // The even directions lie about this far apart.
    let reach = Math.sqrt((4 * Math.PI) / count);
    for (let round = 0; round < REFINEMENTS; round++) {
      reach /= 2;
      for (const { down } of this.best(REFINED)) {
        const { a, b } = frameOf(down);
        for (let way = 0; way < 6; way++) {
          const [c, s] = [Math.cos((way * Math.PI) / 3) * reach, Math.sin((way * Math.PI) / 3) * reach];
          const near = [0, 1, 2].map((k) => (down[k] ?? 0) + c * (a[k] ?? 0) + s * (b[k] ?? 0));
          const length = Math.hypot(...near);
          const [x = 0, y = 0, z = 0] = near.map((part) => part / length);
          this.tryDown([x, y, z]);
        }
      }
      onProgress(0.7 + (0.3 * (round + 1)) / REFINEMENTS);
    }
  }

  private tryDown(down: Vector): void {
    const rotation = onBase(down, this.few);
    this.candidates.push({ down, rotation, cost: this.cost(this.objective, rotation, this.few) });
  }

  best(count: number): readonly Candidate[] {
    return this.candidates.toSorted((a, b) => a.cost - b.cost).slice(0, count);
  }

  /** Where the objective is met equally well, the other two decide. */
  winner(): Rotation {
    const order = [this.objective, ...(['HEIGHT', 'BOX', 'OVERHANG'] as const)];
    const rotations = [UNTURNED, ...this.best(FINALISTS).map(({ rotation }) => rotation)];
    return rotations.reduce((best, next) => {
      for (const objective of order) {
        const [cost, least] = [this.cost(objective, next, this.all), this.cost(objective, best, this.all)];
        if (Math.abs(cost - least) > GAIN * Math.max(cost, least)) return cost < least ? next : best;
      }
      return best;
    });
  }

  private cost(objective: Objective, rotation: Rotation, points: Float32Array): number {
    const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = turnedBounds(points, rotation);
    const height = z1 - z0;
    switch (objective) {
      case 'HEIGHT':
        return height;
      case 'BOX':
        return (x1 - x0) * (y1 - y0) * height;
      case 'OVERHANG':
        return this.overhangs.areaMm2([rotation[6], rotation[7], rotation[8]], z0, height);
    }
  }
}

/** The rotation that lays a side down and turns the part on it into the smallest rectangle, the longer side along x. */
function onBase(normal: Vector, points: Float32Array): Rotation {
  const [zx, zy, zz] = [-normal[0], -normal[1], -normal[2]] as const;
  // Any direction on the plate: across the axis that the normal points along least.
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
