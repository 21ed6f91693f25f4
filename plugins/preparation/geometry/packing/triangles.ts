/** Two triangles of nine coordinates each. Nothing here allocates, because a check of a build asks millions of times. */
type Corners = Float32Array | Float64Array;

const sides = [0, 3, 3, 6, 6, 0] as const;

/** Is any point of one triangle nearer than `limit` to the other? With a limit of 0: do they cross? Touching is not crossing. */
export function nearerThan(a: Corners, at: number, b: Corners, bt: number, limit: number): boolean {
  const squared = limit * limit;
  if (separated(a, at, b, bt, limit) || separated(b, bt, a, at, limit)) return false;
  for (let side = 0; side < 6; side += 2) {
    const from = sides[side] ?? 0;
    const to = sides[side + 1] ?? 0;
    if (pierces(a, at + from, at + to, b, bt) || pierces(b, bt + from, bt + to, a, at)) return true;
  }
  if (limit <= 0) return false;
  for (let corner = 0; corner < 9; corner += 3) {
    if (aboveFacet(a, at + corner, b, bt, squared) || aboveFacet(b, bt + corner, a, at, squared)) return true;
  }
  for (let one = 0; one < 6; one += 2) {
    for (let other = 0; other < 6; other += 2) {
      const p = at + (sides[one] ?? 0);
      const q = at + (sides[one + 1] ?? 0);
      if (betweenEdges(a, p, q, b, bt + (sides[other] ?? 0), bt + (sides[other + 1] ?? 0)) < squared) return true;
    }
  }
  return false;
}

/** Is the plane of `a` between them: all corners of `b` on one side, at least `limit` away? */
function separated(a: Corners, at: number, b: Corners, bt: number, limit: number): boolean {
  const ax = a[at] ?? 0;
  const ay = a[at + 1] ?? 0;
  const az = a[at + 2] ?? 0;
  const ux = (a[at + 3] ?? 0) - ax;
  const uy = (a[at + 4] ?? 0) - ay;
  const uz = (a[at + 5] ?? 0) - az;
  const vx = (a[at + 6] ?? 0) - ax;
  const vy = (a[at + 7] ?? 0) - ay;
  const vz = (a[at + 8] ?? 0) - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const far = limit * Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(far > 0) && nx === 0 && ny === 0 && nz === 0) return false;
  let low = Infinity;
  let high = -Infinity;
  for (let corner = bt; corner < bt + 9; corner += 3) {
    const height = nx * ((b[corner] ?? 0) - ax) + ny * ((b[corner + 1] ?? 0) - ay) + nz * ((b[corner + 2] ?? 0) - az);
    if (height < low) low = height;
    if (height > high) high = height;
  }
  return low >= far || high <= -far;
}

/** Möller and Trumbore for an edge and a triangle; edges and corners that only touch do not count. */
function pierces(a: Corners, from: number, to: number, b: Corners, bt: number): boolean {
  const fx = a[from] ?? 0;
  const fy = a[from + 1] ?? 0;
  const fz = a[from + 2] ?? 0;
  const dx = (a[to] ?? 0) - fx;
  const dy = (a[to + 1] ?? 0) - fy;
  const dz = (a[to + 2] ?? 0) - fz;
  const bx = b[bt] ?? 0;
  const by = b[bt + 1] ?? 0;
  const bz = b[bt + 2] ?? 0;
  const ux = (b[bt + 3] ?? 0) - bx;
  const uy = (b[bt + 4] ?? 0) - by;
  const uz = (b[bt + 5] ?? 0) - bz;
  const vx = (b[bt + 6] ?? 0) - bx;
  const vy = (b[bt + 7] ?? 0) - by;
  const vz = (b[bt + 8] ?? 0) - bz;
  const px = dy * vz - dz * vy;
  const py = dz * vx - dx * vz;
  const pz = dx * vy - dy * vx;
  const determinant = ux * px + uy * py + uz * pz;
  if (determinant === 0) return false;
  const sx = fx - bx;
  const sy = fy - by;
  const sz = fz - bz;
  const i = (sx * px + sy * py + sz * pz) / determinant;
  if (!(i > 0 && i < 1)) return false;
  const qx = sy * uz - sz * uy;
  const qy = sz * ux - sx * uz;
  const qz = sx * uy - sy * ux;
  const j = (dx * qx + dy * qy + dz * qz) / determinant;
  if (!(j > 0 && i + j < 1)) return false;
  const t = (vx * qx + vy * qy + vz * qz) / determinant;
  return t > 0 && t < 1;
}

/** Is a point within the prism over a facet, nearer than the limit? Elsewhere the edges decide. */
function aboveFacet(a: Corners, at: number, b: Corners, bt: number, squared: number): boolean {
  const x = a[at] ?? 0;
  const y = a[at + 1] ?? 0;
  const z = a[at + 2] ?? 0;
  const bx = b[bt] ?? 0;
  const by = b[bt + 1] ?? 0;
  const bz = b[bt + 2] ?? 0;
  const ux = (b[bt + 3] ?? 0) - bx;
  const uy = (b[bt + 4] ?? 0) - by;
  const uz = (b[bt + 5] ?? 0) - bz;
  const vx = (b[bt + 6] ?? 0) - bx;
  const vy = (b[bt + 7] ?? 0) - by;
  const vz = (b[bt + 8] ?? 0) - bz;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const length = nx * nx + ny * ny + nz * nz;
  const height = nx * (x - bx) + ny * (y - by) + nz * (z - bz);
  if (length === 0 || height * height >= squared * length) return false;
  for (let side = 0; side < 6; side += 2) {
    const from = bt + (sides[side] ?? 0);
    const to = bt + (sides[side + 1] ?? 0);
    const ex = (b[to] ?? 0) - (b[from] ?? 0);
    const ey = (b[to + 1] ?? 0) - (b[from + 1] ?? 0);
    const ez = (b[to + 2] ?? 0) - (b[from + 2] ?? 0);
    const px = x - (b[from] ?? 0);
    const py = y - (b[from + 1] ?? 0);
    const pz = z - (b[from + 2] ?? 0);
    if ((ey * pz - ez * py) * nx + (ez * px - ex * pz) * ny + (ex * py - ey * px) * nz < 0) return false;
  }
  return true;
}

/** Squared distance of two edges (Ericson, Real-Time Collision Detection, 5.1.9). */
function betweenEdges(a: Corners, p1: number, q1: number, b: Corners, p2: number, q2: number): number {
  const d1x = (a[q1] ?? 0) - (a[p1] ?? 0);
  const d1y = (a[q1 + 1] ?? 0) - (a[p1 + 1] ?? 0);
  const d1z = (a[q1 + 2] ?? 0) - (a[p1 + 2] ?? 0);
  const d2x = (b[q2] ?? 0) - (b[p2] ?? 0);
  const d2y = (b[q2 + 1] ?? 0) - (b[p2 + 1] ?? 0);
  const d2z = (b[q2 + 2] ?? 0) - (b[p2 + 2] ?? 0);
  const rx = (a[p1] ?? 0) - (b[p2] ?? 0);
  const ry = (a[p1 + 1] ?? 0) - (b[p2 + 1] ?? 0);
  const rz = (a[p1 + 2] ?? 0) - (b[p2 + 2] ?? 0);
  const aa = d1x * d1x + d1y * d1y + d1z * d1z;
  const ee = d2x * d2x + d2y * d2y + d2z * d2z;
  const f = d2x * rx + d2y * ry + d2z * rz;
  const c = d1x * rx + d1y * ry + d1z * rz;
  const dot = d1x * d2x + d1y * d2y + d1z * d2z;
  const denominator = aa * ee - dot * dot;
  let s = denominator > 0 ? clamp((dot * f - c * ee) / denominator) : 0;
  let t = ee > 0 ? (dot * s + f) / ee : 0;
  if (t < 0 || t > 1 || ee === 0) {
    t = clamp(t);
    s = aa > 0 ? clamp((dot * t - c) / aa) : 0;
  }
  const x = rx + d1x * s - d2x * t;
  const y = ry + d1y * s - d2y * t;
  const z = rz + d1z * s - d2z * t;
  return x * x + y * y + z * z;
}

const clamp = (value: number): number => (value < 0 ? 0 : value > 1 ? 1 : value);
