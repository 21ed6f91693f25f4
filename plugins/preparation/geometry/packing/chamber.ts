import type { Shape } from './shape.ts';

const fullWord = 0xffffffff;

/** Where the next try of a shape starts. All positions before it are known to be taken, and stay taken. */
export interface Cursor {
  y: number;
  z: number;
}

export type Spot = readonly [x: number, y: number, z: number];

/** The box as voxels, one bit each, in rows along x. */
export class Chamber {
  readonly #size: readonly [number, number, number];
  /** Number of words of 32 voxels in a row. */
  readonly #words: number;
  readonly #taken: Uint32Array;
  /** The longest free stretch of each row. */
  readonly #longestFree: Int32Array;
  readonly #hits: Uint32Array;
  readonly #widened: Uint32Array;

  constructor(size: readonly [x: number, y: number, z: number]) {
    this.#size = size;
    this.#words = Math.ceil(size[0] / 32);
    this.#taken = new Uint32Array(this.#words * size[1] * size[2]);
    this.#longestFree = new Int32Array(size[1] * size[2]).fill(size[0]);
    this.#hits = new Uint32Array(this.#words);
    // Words beyond the end stay empty, because shifting reads them.
    this.#widened = new Uint32Array(this.#words * 2 + 2);
  }

  /**
   * The first free position from the cursor on, lowest first, then by y, then by x, with corner indices up to `last`.
   * Moves the cursor. `undefined` when the top of the shape would be above `ceiling`.
   */
  find(shape: Shape, cursor: Cursor, last: readonly [number, number, number], ceiling: number): Spot | undefined {
    const [lastX, lastY, lastZ] = last;
    for (; cursor.z <= lastZ && cursor.z + shape.size[2] <= ceiling; cursor.z++, cursor.y = 0) {
      for (; cursor.y <= lastY; cursor.y++) {
        const x = this.#firstFree(shape, cursor.y, cursor.z, lastX);
        if (x >= 0) return [x, cursor.y, cursor.z];
      }
    }
    return undefined;
  }

  put(shape: Shape, [x, y, z]: Spot): void {
    const { rows, firstRun, runs } = shape;
    for (let i = 0; i * 2 < rows.length; i++) {
      const row = (z + (rows[i * 2 + 1] ?? 0)) * this.#size[1] + y + (rows[i * 2] ?? 0);
      for (let run = firstRun[i] ?? 0; run < (firstRun[i + 1] ?? 0); run++) {
        const from = x + (runs[run * 2] ?? 0);
        for (let bit = from; bit < from + (runs[run * 2 + 1] ?? 0); bit++) {
          const word = row * this.#words + (bit >>> 5);
          this.#taken[word] = (this.#taken[word] ?? 0) | (1 << (bit & 31));
        }
      }
      this.#longestFree[row] = this.#measureFree(row);
    }
  }

  /** The lowest x up to `lastX` at which no voxel of the shape is taken, or -1. */
  #firstFree(shape: Shape, y: number, z: number, lastX: number): number {
    const { rows, firstRun, runs, longest } = shape;
    const words = this.#words;
    const taken = this.#taken;
    const longestFree = this.#longestFree;
    const hits = this.#hits;
    const widened = this.#widened;
    const [width, depth] = this.#size;
    // This check alone rules out most positions.
    for (let i = 0; i < longest.length; i++) {
      const row = (z + (rows[i * 2 + 1] ?? 0)) * depth + y + (rows[i * 2] ?? 0);
      if ((longestFree[row] ?? 0) < (longest[i] ?? 0)) return -1;
    }
    // Positions after the last one count as taken.
    for (let word = 0; word < words; word++) {
      const inside = lastX + 1 - word * 32;
      hits[word] = inside >= 32 ? 0 : inside <= 0 ? fullWord : fullWord << inside;
    }
    for (let i = 0; i < longest.length; i++) {
      const row = (z + (rows[i * 2 + 1] ?? 0)) * depth + y + (rows[i * 2] ?? 0);
      if (longestFree[row] === width) continue;
      const end = firstRun[i + 1] ?? 0;
      for (let run = firstRun[i] ?? 0; run < end; run++) {
        const begin = runs[run * 2] ?? 0;
        const length = runs[run * 2 + 1] ?? 0;
        for (let word = 0; word < words; word++) widened[word] = taken[row * words + word] ?? 0;
        // Sets each bit when one of the next `length` bits is set, by doubling.
        for (let covered = 1; covered < length;) {
          const step = Math.min(covered, length - covered);
          const skip = step >>> 5;
          const bits = step & 31;
          if (bits === 0) {
            for (let word = 0; word < words; word++) widened[word] = (widened[word] ?? 0) | (widened[word + skip] ?? 0);
          } else {
            for (let word = 0; word < words; word++) {
              widened[word] =
                (widened[word] ?? 0) |
                ((widened[word + skip] ?? 0) >>> bits) |
                ((widened[word + skip + 1] ?? 0) << (32 - bits));
            }
          }
          covered += step;
        }
        const skip = begin >>> 5;
        const bits = begin & 31;
        let all = -1;
        for (let word = 0; word < words; word++) {
          const low = (widened[word + skip] ?? 0) >>> bits;
          const high = bits === 0 ? 0 : (widened[word + skip + 1] ?? 0) << (32 - bits);
          const hit = (hits[word] ?? 0) | low | high;
          hits[word] = hit;
          all &= hit;
        }
        if (all === -1) return -1;
      }
    }
    for (let word = 0; word < words; word++) {
      const free = ~(hits[word] ?? 0);
      if (free !== 0) return word * 32 + 31 - Math.clz32(free & -free);
    }
    return -1;
  }

  #measureFree(row: number): number {
    let longest = 0;
    let stretch = 0;
    for (let x = 0; x < this.#size[0]; x++) {
      const full = ((this.#taken[row * this.#words + (x >>> 5)] ?? 0) >>> (x & 31)) & 1;
      stretch = full === 1 ? 0 : stretch + 1;
      if (stretch > longest) longest = stretch;
    }
    return longest;
  }
}
