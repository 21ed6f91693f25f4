import type { Rotation } from '../../placement.ts';

export type Vector = readonly [x: number, y: number, z: number];

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Two directions perpendicular to a third and to each other, so that a, b and the third form a right-handed system. */
export function frameOf(direction: Vector): { a: Vector; b: Vector } {
  const [x, y, z] = [Math.abs(direction[0]), Math.abs(direction[1]), Math.abs(direction[2])] as const;
  const helper: Vector = x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1];
  const across = cross(helper, direction);
  const length = Math.hypot(...across);
  const a: Vector = [across[0] / length, across[1] / length, across[2] / length];
  return { a, b: cross(direction, a) };
}

/**
 * The rotation that maps `direction` to one axis of the result, and a, turned by an angle towards b, to the next
 * axis.
 */
export function turnedBy(direction: Vector, a: Vector, b: Vector, angle: number, axis: 0 | 1 | 2): Rotation {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const next: Vector = [c * a[0] + s * b[0], c * a[1] + s * b[1], c * a[2] + s * b[2]];
  const after: Vector = [c * b[0] - s * a[0], c * b[1] - s * a[1], c * b[2] - s * a[2]];
  switch (axis) {
    case 0:
      return [...direction, ...next, ...after];
    case 1:
      return [...after, ...direction, ...next];
    case 2:
      return [...next, ...after, ...direction];
  }
}

/** A rotation turned further about an axis of the result (of length 1). Its rows stay of length 1 and perpendicular. */
export function turnedAbout(rotation: Rotation, axis: Vector, angle: number): Rotation {
  const [xx, xy, xz, yx, yy, yz] = rotation;
  const turn = (row: Vector): Vector => {
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const along = (axis[0] * row[0] + axis[1] * row[1] + axis[2] * row[2]) * (1 - c);
    const side = cross(axis, row);
    return [
      row[0] * c + side[0] * s + axis[0] * along,
      row[1] * c + side[1] * s + axis[1] * along,
      row[2] * c + side[2] * s + axis[2] * along,
    ];
  };
  // Rounding makes the rows drift, so each is corrected by the ones before it.
  const x = unit(turn([xx, xy, xz]));
  const z = unit(cross(x, turn([yx, yy, yz])));
  return [...x, ...cross(z, x), ...z];
}

function unit(vector: Vector): Vector {
  const length = Math.hypot(...vector);
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}
