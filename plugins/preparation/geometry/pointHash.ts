/** Points are compared by the bits of their coordinates in single precision; negative zero equals zero. */

const enum Bits {
  negativeZero = 0x80000000 | 0,
}

export const withoutSign = (bits: number): number => (bits === Bits.negativeZero ? 0 : bits);

/** The upper bits are well distributed, the lower ones are not. */
export const hashOf = (x: number, y: number, z: number): number =>
  Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77) ^ Math.imul(z, 0xc2b2ae3d);

/** A hash that is well distributed in all 32 bits. */
export function spread(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x27d4eb2f);
  return mixed ^ (mixed >>> 13);
}
