import type { Bvh } from './tree.ts';

/**
 * Where a vertical line crosses the surface, from the bottom up. Create it once with `crossings()`; each query
 * overwrites it.
 */
export interface Crossings {
  count: number;
  heights: number[];
  facets: number[];
  /** 1 where the line enters the material through a facet that faces down, -1 where it leaves. */
  turns: number[];
}

export const crossings = (): Crossings => ({ count: 0, heights: [], facets: [], turns: [] });

/**
 * Finds all crossings of the vertical line at (x, y). The line enters a closed surface as often as it leaves: a line
 * through an edge or a corner counts as if it were slightly beside it. Returns the number of crossings.
 */
export function verticalCrossings(bvh: Bvh, x: number, y: number, into: Crossings): number {
  const { boxes, first, size, corners, stack } = bvh;
  into.count = 0;
  if (size.length === 0) return 0;
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const node = stack[--top] ?? 0;
    const box = node * 6;
    if ((boxes[box] ?? 0) > x || (boxes[box + 3] ?? 0) < x) continue;
    if ((boxes[box + 1] ?? 0) > y || (boxes[box + 4] ?? 0) < y) continue;
    const at = first[node] ?? 0;
    const slots = size[node] ?? 0;
    if (slots === 0) {
      stack[top++] = at + 1;
      stack[top++] = at;
      continue;
    }
    for (let slot = at; slot < at + slots; slot++) {
      const c = slot * 9;
      const ax = corners[c] ?? 0;
      const ay = corners[c + 1] ?? 0;
      const bx = corners[c + 3] ?? 0;
      const by = corners[c + 4] ?? 0;
      const cx = corners[c + 6] ?? 0;
      const cy = corners[c + 7] ?? 0;
      const wa = sideOf(bx, by, cx, cy, x, y);
      const wb = sideOf(cx, cy, ax, ay, x, y);
      const wc = sideOf(ax, ay, bx, by, x, y);
      const up = wa > 0 && wb > 0 && wc > 0;
      if (!up && !(wa < 0 && wb < 0 && wc < 0)) continue;
      const height =
        (wa * (corners[c + 2] ?? 0) + wb * (corners[c + 5] ?? 0) + wc * (corners[c + 8] ?? 0)) / (wa + wb + wc);
      insert(into, height, bvh.facets[slot] ?? 0, up ? -1 : 1);
    }
  }
  return into.count;
}

function insert(into: Crossings, height: number, facet: number, turn: number): void {
  const { heights, facets, turns } = into;
  let at = into.count++;
  while (at > 0 && (heights[at - 1] ?? 0) > height) {
    heights[at] = heights[at - 1] ?? 0;
    facets[at] = facets[at - 1] ?? 0;
    turns[at] = turns[at - 1] ?? 0;
    at--;
  }
  heights[at] = height;
  facets[at] = facet;
  turns[at] = turn;
}

/**
 * Twice the area of the triangle of a line from u to v and a point; positive when the point is on the left. Computed
 * from the lower end, so that both facets of an edge get the same result to the last bit. A point on the line counts
 * as moved slightly along x and much less along y; the result is 0 only for a line without length.
 */
function sideOf(ux: number, uy: number, vx: number, vy: number, x: number, y: number): number {
  const swap = ux > vx || (ux === vx && uy > vy);
  const lx = swap ? vx : ux;
  const ly = swap ? vy : uy;
  const ex = (swap ? ux : vx) - lx;
  const ey = (swap ? uy : vy) - ly;
  let value = ex * (y - ly) - ey * (x - lx);
  if (value === 0) value = ey !== 0 ? -Math.sign(ey) * Number.MIN_VALUE : ex > 0 ? Number.MIN_VALUE : 0;
  return swap ? -value : value;
}

const asked = crossings();

/**
 * How often the surface winds around a point: 1 inside a solid, 0 outside and in cavities, 2 where two solids
 * overlap. Exact for closed surfaces; for a point on the surface either side may be the answer.
 */
export function windingAt(bvh: Bvh, x: number, y: number, z: number): number {
  verticalCrossings(bvh, x, y, asked);
  let winding = 0;
  for (let i = 0; i < asked.count && (asked.heights[i] ?? 0) < z; i++) winding += asked.turns[i] ?? 0;
  return winding;
}
