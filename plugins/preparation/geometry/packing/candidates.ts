import { boundsOf, type Mesh } from '../mesh.ts';
import { turnedBounds, unturned, type Rotation } from '../placement.ts';
import { shapesOf, type Shape } from './shape.ts';
import { rotationOf, type Turn } from './turns.ts';
import { slackAround, voxelise, voxelsAlong, type Alignment } from './voxels.ts';

/** One way to put a part down. */
export interface Candidate {
  readonly shape: Shape;
  /** Largest index along each axis, in voxels. */
  readonly last: readonly [x: number, y: number, z: number];
  /** Distance from the first voxel to the start of the part without its margin, mm. */
  readonly slack: readonly [x: number, y: number, z: number];
  /** Of the file. */
  readonly rotation: Rotation;
  /** Where the turned part begins when it is not moved, and its sides, mm. */
  readonly low: Triple;
  readonly size: Triple;
}

export type Triple = readonly [x: number, y: number, z: number];

/** The box in voxels; where parts stand beside each other only, one layer of them. */
export class Lattice {
  readonly boxMm: Triple;
  readonly flat: boolean;
  readonly margin: number;
  readonly voxel: number;
  readonly size: Triple;
  /** Distance between voxels along each axis for placing parts, mm. */
  readonly #pitch: Triple;

  /** `sides`: those of all parts. `grain`: the share of the margin that rounding may use. */
  constructor(boxMm: Triple, margin: number, voxel: number, sides: readonly number[], grain: number, flat = false) {
    this.boxMm = boxMm;
    this.margin = margin;
    this.voxel = voxel;
    this.flat = flat;
    const along = (count: (axis: number) => number): [number, number, number] => [count(0), count(1), count(2)];
    // One more than needed, because a smaller pitch may allow one more position.
    this.size = along((axis) => (flat && axis === 2 ? 1 : voxelsAlong(boxMm[axis] ?? 0, margin, voxel) + 1));
    // Parts that fill the box exactly would lose a row to the grain around each. So the pitch is reduced by as much as
    // the grain separates the longest part from the next; then they touch at most.
    const tight = voxel * (1 - (2 * grain) / Math.max(...sides, 4 * grain));
    this.#pitch = along((axis) => {
      const rows = (pitch: number): number =>
        sides.reduce((sum, side) => sum + Math.max(0, this.#lastAlong(axis, side, 0, pitch)), 0);
      return rows(tight) > rows(voxel) ? tight : voxel;
    });
  }

  /** `mesh`: the part of the file after `before` has turned it. */
  candidates(mesh: Mesh, turns: readonly Turn[], before: Rotation = unturned): Candidate[] {
    const bounds = boundsOf(mesh);
    const ends = Float32Array.from(bounds);
    const size = [0, 1, 2].map((axis) => (bounds[axis + 3] ?? 0) - (bounds[axis] ?? 0));
    // A part as wide as the box must stand at the low end of its voxels. Other parts stand in the middle of theirs, so
    // that symmetric parts stay symmetric.
    const groups = new Map<string, { alignment: [Alignment, Alignment, Alignment]; turns: Turn[]; tight: boolean[] }>();
    for (const turn of turns) {
      const sides = turn.from.map((source) => size[source] ?? 0);
      if (sides.some((side, axis) => side > (this.boxMm[axis] ?? 0))) continue;
      const tight = sides.map((side, axis) => this.#lastAlong(axis, side, 0) < 0);
      const alignment: [Alignment, Alignment, Alignment] = [0, 0, 0];
      turn.from.forEach((source, axis) => (alignment[source] = tight[axis] ? (turn.sign[axis] === 1 ? -1 : 1) : 0));
      const key = `${alignment.join()};${tight.join()}`;
      const group = groups.get(key);
      if (group) group.turns.push(turn);
      else groups.set(key, { alignment, turns: [turn], tight });
    }
    return [...groups.values()].flatMap(({ alignment, turns: alike, tight }) =>
      shapesOf(voxelise(mesh, this.margin, this.voxel, alignment, this.flat), alike).map((shape): Candidate => {
        const { from } = shape.turn;
        const sides: Triple = [size[from[0]] ?? 0, size[from[1]] ?? 0, size[from[2]] ?? 0];
        const of = (axis: 0 | 1 | 2): { last: number; slack: number } => {
          const side = sides[axis];
          if (this.flat && axis === 2) return { last: 0, slack: 0 };
          if (tight[axis]) return { last: this.#lastAlong(axis, side, 1), slack: 0 };
          return { last: this.#lastAlong(axis, side, 0), slack: slackAround(side, this.margin, this.voxel) };
        };
        const [x, y, z] = [of(0), of(1), of(2)] as const;
        const turn = rotationOf(shape.turn);
        // Two corners of a box are enough, because axes map to axes.
        const [lowX = 0, lowY = 0, lowZ = 0] = turnedBounds(ends, turn);
        return {
          shape,
          last: [x.last, y.last, z.last],
          slack: [x.slack, y.slack, z.slack],
          rotation: turnedAfter(turn, before),
          low: [lowX, lowY, lowZ],
          size: sides,
        };
      }),
    );
  }

  /** Where a part begins along an axis when its voxels begin at an index, mm from the wall. */
  position(axis: 0 | 1 | 2, index: number, slack: number): number {
    return index * this.#pitch[axis] + slack;
  }

  /** The last index at which a part of this width stays in the box; negative when there is none. */
  #lastAlong(axis: number, side: number, lowEnd: 0 | 1, pitch = this.#pitch[axis] ?? this.voxel): number {
    const slack = lowEnd === 1 ? 0 : slackAround(side, this.margin, this.voxel);
    if (this.flat && axis === 2) return side > (this.boxMm[2] ?? 0) ? -1 : 0;
    // Compensates rounding in double precision; not a tolerance.
    return Math.floor(((this.boxMm[axis] ?? 0) - side - slack) / pitch + 1e-9);
  }
}

/** First `one`, then `next`. */
function turnedAfter(next: Rotation, one: Rotation): Rotation {
  const cell = (row: number, column: number): number =>
    [0, 1, 2].reduce((sum, k) => sum + (next[row * 3 + k] ?? 0) * (one[k * 3 + column] ?? 0), 0);
  const row = (at: number): [number, number, number] => [cell(at, 0), cell(at, 1), cell(at, 2)];
  return [...row(0), ...row(1), ...row(2)];
}
