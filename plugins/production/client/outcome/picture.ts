import type { BuildObject } from '@sinter/sdk/contract/production/outcome';

interface Point {
  x: number;
  y: number;
}

const pointsOf = (outline: readonly number[]): Point[] =>
  outline.flatMap((x, index) => (index % 2 === 0 ? { x, y: outline[index + 1] ?? 0 } : []));

/** The middle of an outline, and how far it reaches from there at least. */
export function bodyOf(outline: readonly number[]): Point & { radius: number } {
  const points = pointsOf(outline);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { x: (left + right) / 2, y: (low + high) / 2, radius: Math.min(right - left, high - low) / 2 };
}

/** The highest object at a point, `objects` being sorted by their height; else the nearest one within `reach`. */
export function hitBy(objects: readonly BuildObject[], at: Point, reach: number): BuildObject | null {
  let best: BuildObject | null = null;
  let nearest = reach;
  for (const object of objects) {
    const distance = object.outline ? distanceTo(pointsOf(object.outline), at) : Infinity;
    if (distance > nearest || (distance === nearest && distance > 0)) continue;
    [best, nearest] = [object, distance];
  }
  return best;
}

/** 0 inside; the corners go counterclockwise. */
function distanceTo(corners: readonly Point[], at: Point): number {
  let inside = true;
  let nearest = Infinity;
  for (const [index, from] of corners.entries()) {
    const to = corners[(index + 1) % corners.length] ?? from;
    const [x, y] = [to.x - from.x, to.y - from.y];
    if (x * (at.y - from.y) - y * (at.x - from.x) < 0) inside = false;
    const length = x * x + y * y;
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((at.x - from.x) * x + (at.y - from.y) * y) / length));
    nearest = Math.min(nearest, Math.hypot(from.x + share * x - at.x, from.y + share * y - at.y));
  }
  return inside ? 0 : nearest;
}
