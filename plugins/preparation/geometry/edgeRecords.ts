// Const enums, here and in welding: the compiler writes their values into the code. Loops over a million facets run a
// quarter faster than with constants, which a bundle looks up each time.

/**
 * A record for each edge: the higher vertex, the next edge of the lower vertex, and the two half-edges of an ordinary
 * edge.
 */
export const enum Field {
  next = 1,
  one,
  two,
  /** Number of fields of a record, and the same as a shift. */
  count,
  shift = 2,
}

/** Special values instead of a half-edge. */
export const enum Mark {
  none = 0x7fffffff,
  /** Replaces the first half-edge of an edge with three or more; the second is then the index of its crowd. */
  crowded = 0x7ffffffe,
}

/** The chain of edges with the same lower vertex. */
export const enum Chain {
  end = -1,
  /** Replaces a chain: the edges are in a Map. */
  inMap = -2,
  /** A longer chain becomes a Map: with chains of thousands of edges, pairing would take quadratic time. */
  limit = 48,
}

const enum Paired {
  not = -1,
}

/**
 * Adds the half-edges of a mesh. Leaves those that are neither the first half-edge of an edge nor a second one in the
 * opposite direction to a slower function, so that this one stays short and fast.
 */
export function pairUp(
  triangles: Uint32Array,
  records: Int32Array,
  head: Int32Array,
  unusual: number[],
): { count: number; irregular: number } {
  let count = 0;
  let entered = 0;
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const a = triangles[corner] ?? 0;
    const b = triangles[corner + 1] ?? 0;
    const c = triangles[corner + 2] ?? 0;
    if (a === b || b === c || c === a) continue;
    // Not a loop: this makes the whole function a tenth faster.
    const one = pairSide(records, head, a, b, corner, count);
    if (one === Paired.not) unusual.push(corner);
    else count = one;
    const two = pairSide(records, head, b, c, corner + 1, count);
    if (two === Paired.not) unusual.push(corner + 1);
    else count = two;
    const three = pairSide(records, head, c, a, corner + 2, count);
    if (three === Paired.not) unusual.push(corner + 2);
    else count = three;
    entered += 3;
  }
  // Each edge was irregular until its second half-edge came.
  return { count, irregular: 2 * count - entered + unusual.length };
}

/** Adds a half-edge and returns the number of edges; does nothing when it is unusual. */
function pairSide(
  records: Int32Array,
  head: Int32Array,
  from: number,
  to: number,
  half: number,
  count: number,
): number {
  const forward = from < to;
  const low = forward ? from : to;
  const high = forward ? to : from;
  const code = forward ? half : ~half;
  const start = head[low] ?? Chain.end;
  let at = start << Field.shift;
  let steps = 0;
  while (at >= 0 && records[at] !== high) {
    at = (records[at + Field.next] ?? Chain.end) << Field.shift;
    steps++;
  }
  if (at >= 0) {
    if (records[at + Field.two] !== Mark.none || ((records[at + Field.one] ?? Mark.none) ^ code) >= 0)
      return Paired.not;
    records[at + Field.two] = code;
    return count;
  }
  if (start === Chain.inMap || steps >= Chain.limit) return Paired.not;
  at = count << Field.shift;
  records[at] = high;
  records[at + Field.next] = start;
  records[at + Field.one] = code;
  records[at + Field.two] = Mark.none;
  head[low] = count;
  return count + 1;
}
