import type { Candidate, Lattice, Triple } from './candidates.ts';
import { Chamber, type Cursor, type Spot } from './chamber.ts';

/** A part that was put down. */
export interface PutDown {
  candidate: Candidate;
  /** Lowest corner of the turned part in the box, mm. */
  corner: Triple;
}

/** One box that is filled part by part, lowest first. Nothing is moved again. */
export class Fill {
  readonly #lattice: Lattice;
  readonly #chamber: Chamber;
  readonly #cursors = new Map<Candidate, Cursor>();
  /** Height of the voxels in use. */
  top = 0;
  /** How far the voxels in use reach along y. */
  reach = 0;

  constructor(lattice: Lattice) {
    this.#lattice = lattice;
    this.#chamber = new Chamber(lattice.size);
  }

  /** Puts a part where its top is lowest, then where it reaches least far in y, then in x. `null`: there is no room. */
  put(candidates: readonly Candidate[]): PutDown | null {
    const best = this.#lowest(candidates);
    if (!best) return null;
    const { candidate, spot, ends } = best;
    const { shape, slack } = candidate;
    this.#chamber.put(shape, spot);
    this.top = Math.max(this.top, spot[2] + shape.size[2]);
    this.reach = Math.max(this.reach, ends);
    const along = (axis: 0 | 1 | 2): number => this.#lattice.position(axis, spot[axis], slack[axis]);
    return { candidate, corner: [along(0), along(1), along(2)] };
  }

  #lowest(candidates: readonly Candidate[]): { candidate: Candidate; spot: Spot; ends: number } | null {
    let best: { candidate: Candidate; spot: Spot; ends: number } | null = null;
    let ceiling = this.#lattice.size[2];
    for (const candidate of candidates) {
      const { shape, last } = candidate;
      const spot = this.#chamber.find(shape, this.#cursorOf(candidate), last, ceiling);
      if (!spot) continue;
      const top = spot[2] + shape.size[2];
      const ends = spot[1] + shape.size[1];
      if (best && top === ceiling && (ends > best.ends || (ends === best.ends && spot[0] >= best.spot[0]))) continue;
      best = { candidate, spot, ends };
      ceiling = top;
    }
    return best;
  }

  #cursorOf(candidate: Candidate): Cursor {
    let cursor = this.#cursors.get(candidate);
    if (!cursor) this.#cursors.set(candidate, (cursor = { y: 0, z: 0 }));
    return cursor;
  }
}

/** Number of voxels of one copy. */
export const bulkOf = (candidate: Candidate | undefined): number =>
  candidate ? candidate.shape.runs.reduce((sum, length, i) => (i % 2 === 1 ? sum + length : sum), 0) : 0;
