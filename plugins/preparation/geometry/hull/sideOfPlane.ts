/** Rounding error of the determinant below, relative to the sum of the sizes of its terms (Shewchuk's first bound). */
const relativeError = 8e-16;
/** Single-precision numbers are whole multiples of 2^-149. */
const grain = 2 ** 149;

const whole = (value: number): bigint => BigInt(value * grain);

/**
 * The side of the plane through points a, b and c on which the point p lies: positive where the three are seen
 * anticlockwise, negative behind, 0 on the plane. Exact: coordinates must be single-precision numbers, and where
 * double precision cannot decide, whole numbers do. The size tells which of two points is farther. The arguments are
 * the indices of the points' x in `points`.
 */
export function sideOfPlane(points: Float64Array, a: number, b: number, c: number, p: number): number {
  const ax = points[a] ?? 0;
  const ay = points[a + 1] ?? 0;
  const az = points[a + 2] ?? 0;
  const ux = (points[b] ?? 0) - ax;
  const uy = (points[b + 1] ?? 0) - ay;
  const uz = (points[b + 2] ?? 0) - az;
  const vx = (points[c] ?? 0) - ax;
  const vy = (points[c + 1] ?? 0) - ay;
  const vz = (points[c + 2] ?? 0) - az;
  const px = (points[p] ?? 0) - ax;
  const py = (points[p + 1] ?? 0) - ay;
  const pz = (points[p + 2] ?? 0) - az;
  const yz = uy * vz;
  const zy = uz * vy;
  const zx = uz * vx;
  const xz = ux * vz;
  const xy = ux * vy;
  const yx = uy * vx;
  const determinant = px * (yz - zy) + py * (zx - xz) + pz * (xy - yx);
  const size =
    Math.abs(px) * (Math.abs(yz) + Math.abs(zy)) +
    Math.abs(py) * (Math.abs(zx) + Math.abs(xz)) +
    Math.abs(pz) * (Math.abs(xy) + Math.abs(yx));
  if (Math.abs(determinant) >= size * relativeError) return determinant;
  return exactSide(points, a, b, c, p);
}

function exactSide(points: Float64Array, a: number, b: number, c: number, p: number): number {
  const from = [0, 1, 2].map((axis) => whole(points[a + axis] ?? 0));
  const vectorTo = (at: number): [bigint, bigint, bigint] => {
    const [x = 0n, y = 0n, z = 0n] = from.map((start, axis) => whole(points[at + axis] ?? 0) - start);
    return [x, y, z];
  };
  const [ux, uy, uz] = vectorTo(b);
  const [vx, vy, vz] = vectorTo(c);
  const [px, py, pz] = vectorTo(p);
  const determinant = px * (uy * vz - uz * vy) + py * (uz * vx - ux * vz) + pz * (ux * vy - uy * vx);
  return determinant > 0n ? Number.MIN_VALUE : determinant < 0n ? -Number.MIN_VALUE : 0;
}
