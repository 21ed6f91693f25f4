/** Points sorted into cubic cells, to find those near a place. */
export class PointGrid {
  readonly #positions: Float32Array;
  readonly #points: readonly number[];
  /** Number of the cell of each point, and lists of points whose cells share a slot of a hash table. */
  readonly #cellOf: Float64Array;
  readonly #firstAt: Int32Array;
  readonly #nextOf: Int32Array;
  readonly #size: number;
  readonly #x0: number;
  readonly #y0: number;
  readonly #z0: number;

  /** `points`: vertex indices. `reach`: about the distance of later queries. */
  constructor(positions: Float32Array, points: readonly number[], reach: number) {
    this.#positions = positions;
    this.#points = points;
    let x0 = Infinity;
    let y0 = Infinity;
    let z0 = Infinity;
    let extent = 0;
    for (const point of points) {
      x0 = Math.min(x0, positions[point * 3] ?? 0);
      y0 = Math.min(y0, positions[point * 3 + 1] ?? 0);
      z0 = Math.min(z0, positions[point * 3 + 2] ?? 0);
    }
    for (const point of points) {
      extent = Math.max(
        extent,
        (positions[point * 3] ?? 0) - x0,
        (positions[point * 3 + 1] ?? 0) - y0,
        (positions[point * 3 + 2] ?? 0) - z0,
      );
    }
    this.#x0 = x0;
    this.#y0 = y0;
    this.#z0 = z0;
    // At most 2^17 cells along an axis, so that three cell numbers fit into one exact integer.
    this.#size = Math.max(reach * 2, extent / 100_000) || 1;
    this.#cellOf = new Float64Array(points.length);
    this.#nextOf = new Int32Array(points.length);
    this.#firstAt = new Int32Array(2 ** Math.ceil(Math.log2(points.length * 2 + 1))).fill(-1);
    for (let i = points.length - 1; i >= 0; i--) {
      const at = (points[i] ?? 0) * 3;
      const key = this.#key(
        this.#cell(positions[at] ?? 0, this.#x0),
        this.#cell(positions[at + 1] ?? 0, this.#y0),
        this.#cell(positions[at + 2] ?? 0, this.#z0),
      );
      const place = this.#place(key);
      this.#cellOf[i] = key;
      this.#nextOf[i] = this.#firstAt[place] ?? -1;
      this.#firstAt[place] = i;
    }
  }

  /** Calls `visit` for each point within `distance` of a place. */
  near(x: number, y: number, z: number, distance: number, visit: (point: number) => void): void {
    const positions = this.#positions;
    this.#inBox(x - distance, y - distance, z - distance, x + distance, y + distance, z + distance, (point) => {
      const dx = (positions[point * 3] ?? 0) - x;
      const dy = (positions[point * 3 + 1] ?? 0) - y;
      const dz = (positions[point * 3 + 2] ?? 0) - z;
      if (dx * dx + dy * dy + dz * dz <= distance * distance) visit(point);
    });
  }

  /** Calls `visit` once for each point in the cells along a segment; the caller measures the distance. */
  nearSegment(
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    distance: number,
    visit: (point: number) => void,
  ): void {
    // A long slanted segment has a huge box, so it is followed in pieces of one cell.
    const pieces = Math.min(2000, Math.ceil(Math.hypot(dx, dy, dz) / this.#size));
    const seen = new Set<number>();
    for (let i = 0; i < pieces; i++) {
      const fx = x + (dx * i) / pieces;
      const fy = y + (dy * i) / pieces;
      const fz = z + (dz * i) / pieces;
      const tx = x + (dx * (i + 1)) / pieces;
      const ty = y + (dy * (i + 1)) / pieces;
      const tz = z + (dz * (i + 1)) / pieces;
      this.#inBox(
        Math.min(fx, tx) - distance,
        Math.min(fy, ty) - distance,
        Math.min(fz, tz) - distance,
        Math.max(fx, tx) + distance,
        Math.max(fy, ty) + distance,
        Math.max(fz, tz) + distance,
        (point) => {
          if (seen.has(point)) return;
          seen.add(point);
          visit(point);
        },
      );
    }
  }

  #inBox(x0: number, y0: number, z0: number, x1: number, y1: number, z1: number, visit: (point: number) => void): void {
    const cx1 = this.#cell(x1, this.#x0);
    const cy1 = this.#cell(y1, this.#y0);
    const cz1 = this.#cell(z1, this.#z0);
    for (let cz = this.#cell(z0, this.#z0); cz <= cz1; cz++) {
      for (let cy = this.#cell(y0, this.#y0); cy <= cy1; cy++) {
        for (let cx = this.#cell(x0, this.#x0); cx <= cx1; cx++) {
          const key = this.#key(cx, cy, cz);
          for (let i = this.#firstAt[this.#place(key)] ?? -1; i >= 0; i = this.#nextOf[i] ?? -1) {
            if (this.#cellOf[i] === key) visit(this.#points[i] ?? 0);
          }
        }
      }
    }
  }

  #cell(value: number, origin: number): number {
    return Math.max(-1, Math.min(131_070, Math.floor((value - origin) / this.#size))) + 1;
  }

  #key(x: number, y: number, z: number): number {
    return (z * 131_072 + y) * 131_072 + x;
  }

  #place(key: number): number {
    const mixed = Math.imul(key | 0, 0x9e3779b1) ^ Math.imul((key / 0x100000000) | 0, 0x85ebca77);
    return (mixed ^ (mixed >>> 15)) & (this.#firstAt.length - 1);
  }
}
