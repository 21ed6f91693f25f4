/** A rectangle around points on the plate. */
interface Footprint {
  /** The direction of its longer side. */
  angle: number;
  area: number;
}

/**
 * The smallest rectangle around points of a plane, given as pairs of x and y. One of its sides lies on a side of
 * their hull.
 */
export function smallestRectangle(points: Float64Array): Footprint {
  const outline = outlineOf(points);
  let best: Footprint = { angle: 0, area: Infinity };
  for (let at = 0; at < outline.length; at += 2) {
    const next = (at + 2) % outline.length;
    const dx = (outline[next] ?? 0) - (outline[at] ?? 0);
    const dy = (outline[next + 1] ?? 0) - (outline[at + 1] ?? 0);
    const length = Math.hypot(dx, dy);
    if (length === 0) continue;
    const [along, across] = extentsAlong(outline, dx / length, dy / length);
    const area = along * across;
    if (area >= best.area) continue;
    const angle = Math.atan2(dy, dx);
    best = { angle: along >= across ? angle : angle + Math.PI / 2, area };
  }
  return best.area === Infinity ? { angle: 0, area: 0 } : best;
}

function extentsAlong(points: Float64Array, ux: number, uy: number): [along: number, across: number] {
  let low = Infinity;
  let high = -Infinity;
  let left = Infinity;
  let right = -Infinity;
  for (let at = 0; at < points.length; at += 2) {
    const x = points[at] ?? 0;
    const y = points[at + 1] ?? 0;
    const along = ux * x + uy * y;
    const across = ux * y - uy * x;
    if (along < low) low = along;
    if (along > high) high = along;
    if (across < left) left = across;
    if (across > right) right = across;
  }
  return [high - low, right - left];
}

/** The convex outline of points, anticlockwise. */
function outlineOf(points: Float64Array): Float64Array {
  const x = (point: number): number => points[point * 2] ?? 0;
  const y = (point: number): number => points[point * 2 + 1] ?? 0;
  const order = Array.from({ length: points.length / 2 }, (_, i) => i).sort((a, b) => x(a) - x(b) || y(a) - y(b));
  const chain = (walk: readonly number[]): number[] => {
    const kept: number[] = [];
    for (const point of walk) {
      for (;;) {
        const last = kept[kept.length - 1];
        const before = kept[kept.length - 2];
        if (last === undefined || before === undefined) break;
        const turn = (x(last) - x(before)) * (y(point) - y(before)) - (y(last) - y(before)) * (x(point) - x(before));
        if (turn > 0) break;
        kept.pop();
      }
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  const around = [...chain(order), ...chain(order.reverse())];
  return Float64Array.from(around.flatMap((point) => [x(point), y(point)]));
}
