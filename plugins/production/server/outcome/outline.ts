/** A box in the axes of a file, in mm. */
export interface Box {
  least: readonly [number, number, number];
  size: readonly [number, number, number];
}

export interface Seen {
  /** Its corners from above, x and y in turn, counterclockwise. */
  outline: number[];
  heightMm: [number, number];
}

type Point = readonly [number, number];

/** How a box is seen from above where it lies in the machine: 16 numbers, column by column. */
export function seenFromAbove({ least, size }: Box, placement: readonly number[]): Seen {
  const at = (row: number, corner: readonly number[]): number =>
    [...corner, 1].reduce((sum, value, column) => sum + (placement[column * 4 + row] ?? 0) * value, 0);
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
    least.map((value, axis) => value + ((bits >> axis) & 1) * (size[axis] ?? 0)),
  );
  const heights = corners.map((corner) => rounded(at(2, corner)));
  const hull = hullOf(corners.map((corner): Point => [rounded(at(0, corner)), rounded(at(1, corner))]));
  return { outline: hull.flat(), heightMm: [Math.min(...heights), Math.max(...heights)] };
}

/** A hundredth of a millimeter is more than a picture shows. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Andrew's monotone chain. */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted(([x, y], [otherX, otherY]) => x - otherX || y - otherY);
  const half = (from: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of from) {
      while (chain.length > 1 && !turnsLeft(chain.at(-2), chain.at(-1), point)) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

const turnsLeft = (one: Point | undefined, two: Point | undefined, three: Point): boolean =>
  one !== undefined &&
  two !== undefined &&
  (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0]) > 0;
