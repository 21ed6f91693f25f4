import type { Mesh } from './mesh.ts';
import { hashOf, spread, withoutSign } from './pointHash.ts';
import { returnBuffer, takeInts } from './bufferPool.ts';

// Why const enums: see `edges.ts`.

const enum Exponent {
  /** Bits of the exponent of a single-precision number; all of them set mean infinity or not a number. */
  mask = 0x7f800000,
  /** Adding one to an exponent of all ones carries into the sign. */
  step = 0x00800000,
}

/** Where the recent points are kept. */
const enum Recent {
  /** Of a place, after the coordinates, bit by bit as in the file: the number of the point. */
  number = 3,
  fields = 4,
  /** As many places as two rows of a fine mesh need, and few enough for the processor's cache. */
  bits = 13,
}

/** Stands for the point asked about. */
const enum Earlier {
  none = -1,
}

/** Facets between two looks at whether the arrays suffice. */
const batchFacets = 4096;
/** Points that are compared with each other at a time, about: their table stays in the processor's cache. */
const bucketPoints = 1024;
const mostBucketBits = 12;

/**
 * Welds the facets of a file: nine little-endian single-precision numbers each, the first at `start`, the next `stride`
 * bytes on. Corners at the same point become one vertex; vertices are numbered in the order in which they come. Leaves
 * out facets with a coordinate that is not a finite number, and says how many.
 */
export function weldFacets(
  view: DataView,
  start: number,
  stride: number,
  facets: number,
): { mesh: Mesh; nonFinite: number } {
  const gathered = new Gathering(facets);
  for (let done = 0; done < facets; done += batchFacets) {
    gathered.add(view, start + done * stride, stride, Math.min(batchFacets, facets - done));
  }
  return { mesh: gathered.mesh(), nonFinite: gathered.nonFinite };
}

/**
 * First, every corner is looked for among the recent points only; what is not there passes for a new point. At the end
 * equal points are merged, all at once: looking each of them up in a large table at its time would wait for memory half a
 * million times.
 */
class Gathering {
  nonFinite = 0;
  readonly #recent = new Int32Array(Recent.fields << Recent.bits);
  readonly #triangles: Uint32Array<ArrayBuffer>;
  #corners = 0;
  /** Coordinates of the points, bit by bit. */
  #bits: Int32Array<ArrayBuffer>;
  #count = 0;

  constructor(facets: number) {
    const points = Math.ceil(facets * 0.55) + batchFacets * 3;
    this.#triangles = new Uint32Array(takeInts('facets', facets * 3).buffer);
    this.#bits = takeInts('vertices', points * 3);
    forget(this.#recent, 0);
  }

  add(view: DataView, start: number, stride: number, facets: number): void {
    this.#reserve(facets * 3);
    const recent = this.#recent;
    const triangles = this.#triangles;
    const bits = this.#bits;
    let count = this.#count;
    let corners = this.#corners;
    const end = start + facets * stride;
    for (let at = start; at < end; at += stride) {
      const countBefore = count;
      let lost = 0;
      for (let corner = at; corner < at + 36; corner += 12) {
        const x = view.getInt32(corner, true);
        const y = view.getInt32(corner + 4, true);
        const z = view.getInt32(corner + 8, true);
        const place = placeOf(x, y, z);
        let index = recent[place + Recent.number] ?? 0;
        if ((((recent[place] ?? 0) ^ x) | ((recent[place + 1] ?? 0) ^ y) | ((recent[place + 2] ?? 0) ^ z)) !== 0) {
          lost |=
            ((x & Exponent.mask) + Exponent.step) |
            ((y & Exponent.mask) + Exponent.step) |
            ((z & Exponent.mask) + Exponent.step);
          index = count++;
          recent[place] = x;
          recent[place + 1] = y;
          recent[place + 2] = z;
          recent[place + Recent.number] = index;
          const own = index * 3;
          bits[own] = x;
          bits[own + 1] = y;
          bits[own + 2] = z;
        }
        triangles[corners++] = index;
      }
      if (lost < 0) {
        this.nonFinite++;
        corners -= 3;
        count = countBefore;
        for (let corner = at; corner < at + 36; corner += 12) {
          const place = placeOf(
            view.getInt32(corner, true),
            view.getInt32(corner + 4, true),
            view.getInt32(corner + 8, true),
          );
          if ((recent[place + Recent.number] ?? 0) >= count) forget(recent, place);
        }
      }
    }
    this.#count = count;
    this.#corners = corners;
  }

  /** The mesh of what was added. */
  mesh(): Mesh {
    const bits = this.#bits;
    const count = this.#count;
    const triangles = this.#triangles.subarray(0, this.#corners);
    // At first for each point an earlier equal one, then the vertex that it becomes.
    const vertexOf = earliestEqual(bits, count);
    let vertices = 0;
    for (let point = 0; point < count; point++) {
      const first = vertexOf[point] ?? Earlier.none;
      if (first !== Earlier.none) {
        vertexOf[point] = vertexOf[first] ?? 0;
        continue;
      }
      vertexOf[point] = vertices;
      bits[vertices * 3] = bits[point * 3] ?? 0;
      bits[vertices * 3 + 1] = bits[point * 3 + 1] ?? 0;
      bits[vertices * 3 + 2] = bits[point * 3 + 2] ?? 0;
      vertices++;
    }
    if (vertices < count) {
      for (let corner = 0; corner < triangles.length; corner++) {
        triangles[corner] = vertexOf[triangles[corner] ?? 0] ?? 0;
      }
    }
    returnBuffer('point vertices', vertexOf.buffer);
    const positions = new Float32Array(bits.buffer, 0, vertices * 3);
    // Where a file jumps about, most points were there before: their memory is not kept for the life of the mesh.
    return { positions: vertices * 2 < count ? positions.slice() : positions, triangles };
  }

  #reserve(points: number): void {
    const needed = (this.#count + points) * 3;
    if (needed <= this.#bits.length) return;
    const larger = new Int32Array(Math.max(needed, this.#bits.length * 2));
    larger.set(this.#bits);
    this.#bits = larger;
  }
}

const placeOf = (x: number, y: number, z: number): number => (hashOf(x, y, z) >>> (32 - Recent.bits)) * Recent.fields;

/** Empties a place: it then holds a point that is looked for elsewhere. */
function forget(recent: Int32Array, place: number): void {
  recent[place] = place === 0 ? 1 : 0;
  recent[place + 1] = 0;
  recent[place + 2] = 0;
}

/**
 * For each point the first one with its coordinates, where that is another. The points are first sorted into buckets by their
 * hashes: within a bucket everything is near in memory.
 */
function earliestEqual(bits: Int32Array, count: number): Int32Array<ArrayBuffer> {
  const bucketBits = Math.min(mostBucketBits, Math.max(1, Math.ceil(Math.log2(count / bucketPoints + 1))));
  const shift = 32 - bucketBits;
  const ends = new Int32Array(1 << bucketBits);
  const hashes = takeInts('point hashes', count);
  for (let point = 0; point < count; point++) {
    const hash = hashOfPoint(bits, point * 3);
    hashes[point] = hash;
    const bucket = hash >>> shift;
    ends[bucket] = (ends[bucket] ?? 0) + 1;
  }
  let most = 0;
  let before = 0;
  for (let bucket = 0; bucket < ends.length; bucket++) {
    const size = ends[bucket] ?? 0;
    if (size > most) most = size;
    ends[bucket] = before;
    before += size;
  }
  // A hash and its point, one after the other.
  const sorted = takeInts('sorted points', count * 2);
  for (let point = 0; point < count; point++) {
    const hash = hashes[point] ?? 0;
    const bucket = hash >>> shift;
    const at = ends[bucket] ?? 0;
    ends[bucket] = at + 1;
    sorted[at * 2] = hash;
    sorted[at * 2 + 1] = point;
  }

  returnBuffer('point hashes', hashes.buffer);
  const earliest = takeInts('point vertices', count).fill(Earlier.none);
  const table = new Int32Array(2 ** Math.ceil(Math.log2(most * 2 + 1)));
  let from = 0;
  for (const end of ends) {
    // Open addressing: one more than where in `sorted` a point is, or 0.
    const mask = 2 ** Math.ceil(Math.log2((end - from) * 2 + 1)) - 1;
    table.fill(0, 0, mask + 1);
    for (let at = from; at < end; at++) {
      const hash = sorted[at * 2] ?? 0;
      const point = sorted[at * 2 + 1] ?? 0;
      let slot = hash & mask;
      for (;;) {
        const entry = table[slot] ?? 0;
        if (entry === 0) {
          table[slot] = at + 1;
          break;
        }
        if (sorted[entry * 2 - 2] === hash) {
          const other = sorted[entry * 2 - 1] ?? 0;
          if (samePoint(bits, point * 3, other * 3)) {
            earliest[point] = other;
            break;
          }
        }
        slot = (slot + 1) & mask;
      }
    }
    from = end;
  }
  returnBuffer('sorted points', sorted.buffer);
  return earliest;
}

/** Also makes zero of negative zero. */
function hashOfPoint(bits: Int32Array, at: number): number {
  const x = withoutSign(bits[at] ?? 0);
  const y = withoutSign(bits[at + 1] ?? 0);
  const z = withoutSign(bits[at + 2] ?? 0);
  bits[at] = x;
  bits[at + 1] = y;
  bits[at + 2] = z;
  return spread(hashOf(x, y, z));
}

const samePoint = (bits: Int32Array, a: number, b: number): boolean =>
  bits[a] === bits[b] && bits[a + 1] === bits[b + 1] && bits[a + 2] === bits[b + 2];
