/** 16 numbers, column by column, from the file of a part to the machine. Lengths in mm. */
type Placement = readonly number[];
export type Triple = readonly [number, number, number];
interface Box {
  min: Triple;
  size: Triple;
}

const axes = [0, 1, 2] as const;
const degrees = 180 / Math.PI;
const nearOne = 1 - 1e-9;

/** The lowest corner of a part in its machine: of the box around the box that it has in its file. */
export function cornerOf(placement: Placement, { min, size }: Box): Triple {
  const at = (axis: number): number => {
    const center = axes.reduce<number>(
      (sum, from) => sum + of(placement, from, axis) * (min[from] + size[from] / 2),
      0,
    );
    const half = axes.reduce<number>((sum, from) => sum + (Math.abs(of(placement, from, axis)) * size[from]) / 2, 0);
    return center - half + of(placement, 3, axis);
  };
  return [at(0), at(1), at(2)];
}

/** Degrees about x, then y, then z of the machine. */
export function rotationOf(placement: Placement): Triple {
  const sine = Math.max(-1, Math.min(1, -of(placement, 0, 2)));
  // Where x has come to lie along z, turns about the one and the other are the same.
  if (Math.abs(sine) > nearOne) {
    return [turn(Math.atan2(sine * of(placement, 1, 0), of(placement, 1, 1))), turn(Math.asin(sine)), 0];
  }
  return [
    turn(Math.atan2(of(placement, 1, 2), of(placement, 2, 2))),
    turn(Math.asin(sine)),
    turn(Math.atan2(of(placement, 0, 1), of(placement, 0, 0))),
  ];
}

const of = (placement: Placement, column: number, row: number): number => placement[column * 4 + row] ?? 0;
/** To a tenth, without a minus before zero. */
const turn = (radians: number): number => Math.round(radians * degrees * 10) / 10 + 0;
