import type { Mesh } from '../../mesh.ts';

/** A surface that leans more than 45 degrees from the vertical needs support. */
const overhangCosine = Math.cos(Math.PI / 4);
/** Surface this near to the lowest point, as a share of the height, stands on the plate. */
const baseShare = 1e-4;

/** Tells how much surface of a part needs support when a given side is down. */
export class Overhangs {
  readonly #mesh: Mesh;
  /** For each facet, the normal times twice the area, then twice the area. */
  readonly #planes: Float32Array;

  /** Number of facets. */
  get facets(): number {
    return this.#planes.length / 4;
  }

  constructor(mesh: Mesh) {
    this.#mesh = mesh;
    const { positions, triangles } = mesh;
    this.#planes = new Float32Array((triangles.length / 3) * 4);
    for (let corner = 0, at = 0; corner < triangles.length; corner += 3, at += 4) {
      const a = (triangles[corner] ?? 0) * 3;
      const b = (triangles[corner + 1] ?? 0) * 3;
      const c = (triangles[corner + 2] ?? 0) * 3;
      const ux = (positions[b] ?? 0) - (positions[a] ?? 0);
      const uy = (positions[b + 1] ?? 0) - (positions[a + 1] ?? 0);
      const uz = (positions[b + 2] ?? 0) - (positions[a + 2] ?? 0);
      const vx = (positions[c] ?? 0) - (positions[a] ?? 0);
      const vy = (positions[c + 1] ?? 0) - (positions[a + 1] ?? 0);
      const vz = (positions[c + 2] ?? 0) - (positions[a + 2] ?? 0);
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      this.#planes[at] = nx;
      this.#planes[at + 1] = ny;
      this.#planes[at + 2] = nz;
      this.#planes[at + 3] = Math.sqrt(nx * nx + ny * ny + nz * nz);
    }
  }

  /**
   * Area that faces down at 45 degrees or more when `up` (of length 1) is up, without what stands on the plate, mm².
   * `lowest` and `height` are those of the part along `up`.
   */
  areaMm2(up: readonly [number, number, number], lowest: number, height: number): number {
    const { positions, triangles } = this.#mesh;
    const facets = this.#planes;
    const [ux, uy, uz] = up;
    const base = lowest + height * baseShare;
    const heightOf = (corner: number): number => {
      const at = (triangles[corner] ?? 0) * 3;
      return ux * (positions[at] ?? 0) + uy * (positions[at + 1] ?? 0) + uz * (positions[at + 2] ?? 0);
    };
    let twice = 0;
    for (let at = 0, corner = 0; at < facets.length; at += 4, corner += 3) {
      const down = -(ux * (facets[at] ?? 0) + uy * (facets[at + 1] ?? 0) + uz * (facets[at + 2] ?? 0));
      const area = facets[at + 3] ?? 0;
      if (down <= 0 || down < area * overhangCosine) continue;
      if (heightOf(corner) > base || heightOf(corner + 1) > base || heightOf(corner + 2) > base) twice += area;
    }
    return twice / 2;
  }
}
