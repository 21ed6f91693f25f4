import type { Rotation } from '../../placement.ts';

/** One of the rotations that lay axes on axes: along each axis of the result, which axis of the file, and which way. */
export interface Turn {
  readonly from: readonly [number, number, number];
  readonly sign: readonly [number, number, number];
}

const ORDERS = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [1, 0, 2],
  [0, 2, 1],
  [2, 1, 0],
] as const;
const SIGNS = [1, -1] as const;

const proper = (i: number, sign: readonly [number, number, number]): boolean =>
  sign[0] * sign[1] * sign[2] === (i < 3 ? 1 : -1);

/** All 24, the one that changes nothing first. */
export const ANY_TURNS: readonly Turn[] = ORDERS.flatMap((from, i) =>
  SIGNS.flatMap((x) => SIGNS.flatMap((y) => SIGNS.map((z) => ({ from, sign: [x, y, z] as const })))).filter(
    ({ sign }) => proper(i, sign),
  ),
);

/** The four that leave up up. */
export const UPRIGHT_TURNS: readonly Turn[] = ANY_TURNS.filter(({ from, sign }) => from[2] === 2 && sign[2] === 1);

export function rotationOf({ from, sign }: Turn): Rotation {
  const row = (axis: 0 | 1 | 2): [number, number, number] => {
    const one = (of: number): number => (from[axis] === of ? sign[axis] : 0);
    return [one(0), one(1), one(2)];
  };
  return [...row(0), ...row(1), ...row(2)];
}
