import { facetCount, type Mesh } from '../mesh.ts';

/**
 * A tree of boxes over the facets of a mesh, for questions about space: what a ray hits first, which point of the
 * surface is nearest, what lies above and below. Building takes about a microsecond for each facet; queries allocate
 * nothing. A tree answers one query at a time, because its queries share a stack.
 */
export interface Bvh {
  readonly mesh: Mesh;
  /** Smallest and largest x, y, z of each node; node 0 is the root. */
  readonly boxes: Float32Array;
  /** The first slot of a leaf, or the first child of any other node; the second child follows it. */
  readonly first: Uint32Array;
  /** Number of slots of a leaf, 0 for any other node. */
  readonly size: Uint8Array;
  /** The facet in each slot. */
  readonly facets: Uint32Array;
  /** The nine coordinates of the facet in each slot. */
  readonly corners: Float32Array;
  /** Working memory of the queries. */
  readonly stack: Uint32Array;
  readonly stackKeys: Float64Array;
}

const leafFacets = 4;
const mostBins = 16;
/** Nodes deeper than this are split in halves by number, which limits the stack for any mesh. */
const mostDepth = 64;
const stackSize = mostDepth + 40;

/** Builds the tree by binned surface-area heuristic. Facets must have finite coordinates. */
export function buildBvh(mesh: Mesh): Bvh {
  return new Builder(mesh).build();
}

class Builder {
  readonly #mesh: Mesh;
  readonly #count: number;
  readonly #order: Uint32Array;
  /** Box of each facet, in the order of the file. */
  readonly #facetBoxes: Float32Array;
  #boxes: Float32Array;
  #first: Uint32Array;
  #size: Uint8Array;
  #nodes = 0;
  readonly #binCounts = new Uint32Array(mostBins);
  readonly #binBoxes = new Float64Array(mostBins * 6);
  readonly #costs = new Float64Array(mostBins);

  constructor(mesh: Mesh) {
    this.#mesh = mesh;
    this.#count = facetCount(mesh);
    this.#order = new Uint32Array(this.#count);
    this.#facetBoxes = new Float32Array(this.#count * 6);
    const expected = Math.max(4, this.#count);
    this.#boxes = new Float32Array(expected * 6);
    this.#first = new Uint32Array(expected);
    this.#size = new Uint8Array(expected);
  }

  build(): Bvh {
    if (this.#count > 0) {
      this.#boxFacets();
      this.#splitAll();
    }
    const mesh = this.#mesh;
    const count = this.#count;
    const order = this.#order;
    const nodes = this.#nodes;
    const { positions, triangles } = mesh;
    const corners = new Float32Array(count * 9);
    for (let slot = 0, at = 0; slot < count; slot++) {
      const corner = (order[slot] ?? 0) * 3;
      for (let k = 0; k < 3; k++) {
        const vertex = (triangles[corner + k] ?? 0) * 3;
        corners[at++] = positions[vertex] ?? 0;
        corners[at++] = positions[vertex + 1] ?? 0;
        corners[at++] = positions[vertex + 2] ?? 0;
      }
    }
    return {
      mesh,
      boxes: this.#boxes.slice(0, nodes * 6),
      first: this.#first.slice(0, nodes),
      size: this.#size.slice(0, nodes),
      facets: order,
      corners,
      stack: new Uint32Array(stackSize),
      stackKeys: new Float64Array(stackSize),
    };
  }

  #boxFacets(): void {
    const count = this.#count;
    const order = this.#order;
    const facetBoxes = this.#facetBoxes;
    const { positions, triangles } = this.#mesh;
    for (let facet = 0; facet < count; facet++) {
      order[facet] = facet;
      const a = (triangles[facet * 3] ?? 0) * 3;
      const b = (triangles[facet * 3 + 1] ?? 0) * 3;
      const c = (triangles[facet * 3 + 2] ?? 0) * 3;
      const at = facet * 6;
      for (let axis = 0; axis < 3; axis++) {
        const p = positions[a + axis] ?? 0;
        const q = positions[b + axis] ?? 0;
        const r = positions[c + axis] ?? 0;
        const low = p < q ? p : q;
        const high = p < q ? q : p;
        facetBoxes[at + axis] = low < r ? low : r;
        facetBoxes[at + 3 + axis] = high > r ? high : r;
      }
    }
  }

  /** Splits nodes depth first. The stack holds nodes with their range of slots and their depth. */
  #splitAll(): void {
    const waiting: number[] = [];
    const root = this.#addNodes(1);
    this.#boxOf(root, 0, this.#count);
    waiting.push(root, 0, this.#count, 0);
    for (;;) {
      const depth = waiting.pop();
      const end = waiting.pop();
      const start = waiting.pop();
      const node = waiting.pop();
      if (depth === undefined || end === undefined || start === undefined || node === undefined) return;
      if (end - start <= leafFacets) {
        this.#first[node] = start;
        this.#size[node] = end - start;
        continue;
      }
      const middle = (depth < mostDepth ? this.#partition(start, end) : 0) || (start + end) >>> 1;
      const child = this.#addNodes(2);
      this.#first[node] = child;
      this.#boxOf(child, start, middle);
      this.#boxOf(child + 1, middle, end);
      waiting.push(child + 1, middle, end, depth + 1, child, start, middle, depth + 1);
    }
  }

  #addNodes(count: number): number {
    const node = this.#nodes;
    this.#nodes += count;
    if (this.#nodes > this.#first.length) {
      const grown = this.#first.length * 2;
      const boxes = new Float32Array(grown * 6);
      boxes.set(this.#boxes);
      this.#boxes = boxes;
      const first = new Uint32Array(grown);
      first.set(this.#first);
      this.#first = first;
      const size = new Uint8Array(grown);
      size.set(this.#size);
      this.#size = size;
    }
    return node;
  }

  #boxOf(node: number, start: number, end: number): void {
    const order = this.#order;
    const facetBoxes = this.#facetBoxes;
    const boxes = this.#boxes;
    let x0 = Infinity;
    let y0 = Infinity;
    let z0 = Infinity;
    let x1 = -Infinity;
    let y1 = -Infinity;
    let z1 = -Infinity;
    for (let slot = start; slot < end; slot++) {
      const at = (order[slot] ?? 0) * 6;
      const ax = facetBoxes[at] ?? 0;
      const ay = facetBoxes[at + 1] ?? 0;
      const az = facetBoxes[at + 2] ?? 0;
      const bx = facetBoxes[at + 3] ?? 0;
      const by = facetBoxes[at + 4] ?? 0;
      const bz = facetBoxes[at + 5] ?? 0;
      if (ax < x0) x0 = ax;
      if (ay < y0) y0 = ay;
      if (az < z0) z0 = az;
      if (bx > x1) x1 = bx;
      if (by > y1) y1 = by;
      if (bz > z1) z1 = bz;
    }
    const at = node * 6;
    boxes[at] = x0;
    boxes[at + 1] = y0;
    boxes[at + 2] = z0;
    boxes[at + 3] = x1;
    boxes[at + 4] = y1;
    boxes[at + 5] = z1;
  }

  /** Divides a range of facets along the longest side of the box of their middles; 0 when all middles are the same. */
  #partition(start: number, end: number): number {
    const order = this.#order;
    const facetBoxes = this.#facetBoxes;
    const binCounts = this.#binCounts;
    const binBoxes = this.#binBoxes;
    const costs = this.#costs;
    let x0 = Infinity;
    let y0 = Infinity;
    let z0 = Infinity;
    let x1 = -Infinity;
    let y1 = -Infinity;
    let z1 = -Infinity;
    for (let slot = start; slot < end; slot++) {
      const at = (order[slot] ?? 0) * 6;
      const x = (facetBoxes[at] ?? 0) + (facetBoxes[at + 3] ?? 0);
      const y = (facetBoxes[at + 1] ?? 0) + (facetBoxes[at + 4] ?? 0);
      const z = (facetBoxes[at + 2] ?? 0) + (facetBoxes[at + 5] ?? 0);
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
      if (z < z0) z0 = z;
      if (z > z1) z1 = z;
    }
    let axis = x1 - x0 >= y1 - y0 ? 0 : 1;
    if (z1 - z0 > (axis === 0 ? x1 - x0 : y1 - y0)) axis = 2;
    const from = axis === 0 ? x0 : axis === 1 ? y0 : z0;
    const extent = (axis === 0 ? x1 : axis === 1 ? y1 : z1) - from;
    if (!(extent > 0)) return 0;

    const bins = end - start >= 64 ? mostBins : 8;
    const scale = (bins * (1 - 1e-7)) / extent;
    for (let bin = 0; bin < bins; bin++) {
      binCounts[bin] = 0;
      const at = bin * 6;
      binBoxes[at] = Infinity;
      binBoxes[at + 1] = Infinity;
      binBoxes[at + 2] = Infinity;
      binBoxes[at + 3] = -Infinity;
      binBoxes[at + 4] = -Infinity;
      binBoxes[at + 5] = -Infinity;
    }
    for (let slot = start; slot < end; slot++) {
      const at = (order[slot] ?? 0) * 6;
      const bin = (((facetBoxes[at + axis] ?? 0) + (facetBoxes[at + axis + 3] ?? 0) - from) * scale) | 0;
      binCounts[bin] = (binCounts[bin] ?? 0) + 1;
      grow(binBoxes, bin * 6, facetBoxes, at);
    }

    const best = cheapestSplit(bins, binCounts, binBoxes, costs);
    let low = start;
    let high = end - 1;
    while (low <= high) {
      const facet = order[low] ?? 0;
      const at = facet * 6;
      const bin = (((facetBoxes[at + axis] ?? 0) + (facetBoxes[at + axis + 3] ?? 0) - from) * scale) | 0;
      if (bin < best) {
        low++;
      } else {
        order[low] = order[high] ?? 0;
        order[high] = facet;
        high--;
      }
    }
    return low;
  }
}

function grow(target: Float64Array, to: number, source: Float32Array | Float64Array, from: number): void {
  const ax = source[from] ?? 0;
  const ay = source[from + 1] ?? 0;
  const az = source[from + 2] ?? 0;
  const bx = source[from + 3] ?? 0;
  const by = source[from + 4] ?? 0;
  const bz = source[from + 5] ?? 0;
  if (ax < (target[to] ?? 0)) target[to] = ax;
  if (ay < (target[to + 1] ?? 0)) target[to + 1] = ay;
  if (az < (target[to + 2] ?? 0)) target[to + 2] = az;
  if (bx > (target[to + 3] ?? 0)) target[to + 3] = bx;
  if (by > (target[to + 4] ?? 0)) target[to + 4] = by;
  if (bz > (target[to + 5] ?? 0)) target[to + 5] = bz;
}

const swept = new Float64Array(6);

function resetSwept(): void {
  swept[0] = swept[1] = swept[2] = Infinity;
  swept[3] = swept[4] = swept[5] = -Infinity;
}

function halfArea(): number {
  const x = (swept[3] ?? 0) - (swept[0] ?? 0);
  const y = (swept[4] ?? 0) - (swept[1] ?? 0);
  const z = (swept[5] ?? 0) - (swept[2] ?? 0);
  return x * y + y * z + z * x;
}

/** The number of bins on the left of the cheapest split. The first and last bin are never empty. */
function cheapestSplit(bins: number, counts: Uint32Array, boxes: Float64Array, costs: Float64Array): number {
  resetSwept();
  let onRight = 0;
  for (let bin = bins - 1; bin > 0; bin--) {
    const count = counts[bin] ?? 0;
    if (count > 0) grow(swept, 0, boxes, bin * 6);
    onRight += count;
    costs[bin] = onRight * halfArea();
  }
  resetSwept();
  let onLeft = 0;
  let best = 1;
  let least = Infinity;
  for (let bin = 0; bin < bins - 1; bin++) {
    const count = counts[bin] ?? 0;
    if (count > 0) grow(swept, 0, boxes, bin * 6);
    onLeft += count;
    const cost = onLeft * halfArea() + (costs[bin + 1] ?? 0);
    if (cost < least) {
      least = cost;
      best = bin + 1;
    }
  }
  return best;
}
