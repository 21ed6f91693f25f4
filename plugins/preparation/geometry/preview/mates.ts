/** Half-edge `3 f + k` runs from corner k of facet f to the next corner. */
export const nextCorner = (half: number): number => (half % 3 === 2 ? half - 2 : half + 1);

/** For each half-edge the opposite one, where exactly two facets meet; -1 elsewhere. */
export function halfEdgeMates(triangles: Uint32Array): Int32Array {
  let capacity = 64;
  while (capacity < triangles.length) capacity *= 2;
  const mask = capacity - 1;
  /** First half-edge of the edge, plus one. */
  const table = new Int32Array(capacity);
  const mates = new Int32Array(triangles.length).fill(-1);
  const crowded: number[] = [];
  for (let half = 0; half < triangles.length; half++) {
    const from = triangles[half] ?? 0;
    const to = triangles[nextCorner(half)] ?? 0;
    const low = Math.min(from, to);
    const high = Math.max(from, to);
    let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca77);
    hash = Math.imul(hash ^ (hash >>> 15), 0x27d4eb2f);
    let slot = (hash ^ (hash >>> 13)) & mask;
    for (;;) {
      const first = (table[slot] ?? 0) - 1;
      if (first === -1) {
        table[slot] = half + 1;
        break;
      }
      const a = triangles[first] ?? 0;
      const b = triangles[nextCorner(first)] ?? 0;
      if (Math.min(a, b) === low && Math.max(a, b) === high) {
        if (mates[first] === -1) {
          mates[first] = half;
          mates[half] = first;
        } else crowded.push(first);
        break;
      }
      slot = (slot + 1) & mask;
    }
  }
  for (const first of crowded) {
    const mate = mates[first] ?? -1;
    if (mate === -1) continue;
    mates[mate] = -1;
    mates[first] = -1;
  }
  return mates;
}
