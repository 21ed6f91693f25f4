import type { Mesh } from './mesh.ts';
import { hashOf, spread, withoutSign } from './pointHash.ts';
import { returnBuffer, takeInts } from './bufferPool.ts';

const scratch = new Float32Array(3);
const scratchBits = new Int32Array(scratch.buffer);

/** Collects facets and merges vertices whose coordinates are equal bit by bit (negative zero counts as zero). */
export class Welder {
  #bits: Int32Array<ArrayBuffer>;
  /** Open addressing: a vertex number plus one, or 0. */
  #table: Int32Array<ArrayBuffer>;
  #count = 0;
  #triangles: Uint32Array<ArrayBuffer>;
  #corners = 0;

  /** `facets` is a hint: the arrays grow as needed. */
  constructor(facets: number) {
    const vertices = Math.max(64, Math.ceil(facets * 0.55));
    this.#bits = takeInts('vertices', vertices * 3);
    this.#table = takeInts('vertex table', 2 ** Math.ceil(Math.log2(vertices * 1.6))).fill(0);
    this.#triangles = new Uint32Array(takeInts('facets', Math.max(64, facets) * 3).buffer);
  }

  /** The index of the vertex at this point, rounded to single precision. */
  addPoint(x: number, y: number, z: number): number {
    scratch[0] = x;
    scratch[1] = y;
    scratch[2] = z;
    this.#reserve(1, 0);
    const at = this.#count * 3;
    this.#bits[at] = withoutSign(scratchBits[0] ?? 0);
    this.#bits[at + 1] = withoutSign(scratchBits[1] ?? 0);
    this.#bits[at + 2] = withoutSign(scratchBits[2] ?? 0);
    const index = this.#enter(this.#count);
    if (index === this.#count) this.#count++;
    return index;
  }

  addTriangle(a: number, b: number, c: number): void {
    this.#reserve(0, 1);
    this.#triangles[this.#corners++] = a;
    this.#triangles[this.#corners++] = b;
    this.#triangles[this.#corners++] = c;
  }

  get facets(): number {
    return this.#corners / 3;
  }

  /** The mesh so far. The welder must not be used afterwards. */
  mesh(): Mesh {
    returnBuffer('vertex table', this.#table.buffer);
    return {
      positions: new Float32Array(this.#bits.buffer, 0, this.#count * 3),
      triangles: this.#triangles.subarray(0, this.#corners),
    };
  }

  /** The vertex with the coordinates of vertex `index`: an earlier one, or itself, which is then in the table. */
  #enter(index: number): number {
    const bits = this.#bits;
    const table = this.#table;
    const mask = table.length - 1;
    const at = index * 3;
    const x = bits[at] ?? 0;
    const y = bits[at + 1] ?? 0;
    const z = bits[at + 2] ?? 0;
    let slot = spread(hashOf(x, y, z)) & mask;
    for (;;) {
      const entry = table[slot] ?? 0;
      if (entry === 0) break;
      const other = (entry - 1) * 3;
      if (bits[other] === x && bits[other + 1] === y && bits[other + 2] === z) return entry - 1;
      slot = (slot + 1) & mask;
    }
    table[slot] = index + 1;
    return index;
  }

  /** Makes room for so many more vertices and facets. */
  #reserve(vertices: number, facets: number): void {
    const words = (this.#count + vertices) * 3;
    if (words > this.#bits.length) {
      const grown = new Int32Array(Math.max(words, this.#bits.length * 2));
      grown.set(this.#bits);
      this.#bits = grown;
    }
    const corners = this.#corners + facets * 3;
    if (corners > this.#triangles.length) {
      const grown = new Uint32Array(Math.max(corners, this.#triangles.length * 2));
      grown.set(this.#triangles);
      this.#triangles = grown;
    }
    let capacity = this.#table.length;
    while (this.#count + vertices > capacity * 0.65) capacity *= 2;
    if (capacity === this.#table.length) return;
    this.#table = new Int32Array(capacity);
    for (let index = 0; index < this.#count; index++) this.#enter(index);
  }
}

/** Gives the memory of a welded mesh to the next one. The mesh may not be used any more. */
export function releaseMesh({ positions, triangles }: Mesh): void {
  if (positions.buffer instanceof ArrayBuffer) returnBuffer('vertices', positions.buffer);
  if (triangles.buffer instanceof ArrayBuffer) returnBuffer('facets', triangles.buffer);
}
