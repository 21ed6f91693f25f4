import type { Rotation } from '../placement.ts';

/** A rotation that maps axes to axes: for each axis of the result, the axis of the file and its sign. */
export interface Turn {
  readonly from: readonly [number, number, number];
  readonly sign: readonly [number, number, number];
}

const axisOrders = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [1, 0, 2],
  [0, 2, 1],
  [2, 1, 0],
] as const;
const signs = [1, -1] as const;

const proper = (i: number, sign: readonly [number, number, number]): boolean =>
  sign[0] * sign[1] * sign[2] === (i < 3 ? 1 : -1);

/** All 24, starting with the one that changes nothing. */
export const anyTurns: readonly Turn[] = axisOrders.flatMap((from, i) =>
  signs
    .flatMap((x) => signs.flatMap((y) => signs.map((z) => ({ from, sign: [x, y, z] as const }))))
    .filter(({ sign }) => proper(i, sign)),
);

/** The four that keep the upward direction. */
export const uprightTurns: readonly Turn[] = anyTurns.filter(({ from, sign }) => from[2] === 2 && sign[2] === 1);

/** The one that changes nothing. */
export const asItIs: readonly Turn[] = anyTurns.slice(0, 1);

export function rotationOf({ from, sign }: Turn): Rotation {
  const row = (axis: 0 | 1 | 2): [number, number, number] => {
    const one = (of: number): number => (from[axis] === of ? sign[axis] : 0);
    return [one(0), one(1), one(2)];
  };
  return [...row(0), ...row(1), ...row(2)];
}
