import { closestPoint, nearestPoint } from '../../bvh/nearest.ts';
import { castRay, rayHit } from '../../bvh/ray.ts';
import type { Bvh } from '../../bvh/tree.ts';

/** Hits nearer than this share of the diagonal are on the surface where the ray starts, or on a copy of it. */
const skinShare = 1e-6;
const mostShrinks = 24;
const facetPatience = 200;

/**
 * Measures the wall behind points of a surface: with a ball inside the material that touches the surface at the
 * point, as large as the opposite side of the wall allows. Only surface that faces the point counts as the other
 * side, so that the neighbour across a sharp edge does not shrink the ball to nothing.
 */
export class WallProbe {
  /** Diameter of the ball, mm. Without another side: the length of the ray; infinite when it leaves the part. */
  thickness = Infinity;
  /** Another side was found. */
  isWall = false;
  /** The place where the ball touches the other side, and its facet. */
  facet = 0;
  x = 0;
  y = 0;
  z = 0;

  readonly #bvh: Bvh;
  readonly #cosine: number;
  readonly #skin: number;
  readonly #hit = rayHit();
  readonly #nearest = nearestPoint();
  readonly #facing;

  /** The other side of a wall may be out of parallel by at most `degrees`. */
  constructor(bvh: Bvh, degrees: number) {
    this.#bvh = bvh;
    this.#cosine = Math.cos((degrees * Math.PI) / 180);
    const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = bvh.boxes;
    this.#skin = Math.hypot(x1 - x0, y1 - y0, z1 - z0) * skinShare;
    this.#facing = { x: 0, y: 0, z: 0, cosine: this.#cosine, patience: facetPatience };
  }

  /** Measures at a point of the surface with its outward normal, a unit vector. */
  measure(x: number, y: number, z: number, nx: number, ny: number, nz: number): void {
    const bvh = this.#bvh;
    const hit = this.#hit;
    const nearest = this.#nearest;
    const facing = this.#facing;
    const skin = this.#skin;
    this.isWall = false;
    this.thickness = Infinity;
    if (!castRay(bvh, x - nx * skin, y - ny * skin, z - nz * skin, -nx, -ny, -nz, Infinity, hit, 'LEAVING')) return;
    let radius = (hit.distance + skin) / 2;
    this.isWall = this.#opposes(hit.facet, nx, ny, nz);
    this.facet = hit.facet;
    this.x = x - nx * radius * 2;
    this.y = y - ny * radius * 2;
    this.z = z - nz * radius * 2;
    facing.x = -nx;
    facing.y = -ny;
    facing.z = -nz;
    for (let i = 0; i < mostShrinks; i++) {
      const inside = radius * (1 - 1e-6);
      if (!closestPoint(bvh, x - nx * radius, y - ny * radius, z - nz * radius, inside, nearest, facing)) break;
      const vx = x - nearest.x;
      const vy = y - nearest.y;
      const vz = z - nearest.z;
      const along = 2 * (vx * nx + vy * ny + vz * nz);
      const square = vx * vx + vy * vy + vz * vz;
      if (along <= 0 || square <= skin * skin) break;
      this.isWall = true;
      this.facet = nearest.facet;
      this.x = nearest.x;
      this.y = nearest.y;
      this.z = nearest.z;
      radius = square / along;
    }
    this.thickness = radius * 2;
  }

  #opposes(facet: number, nx: number, ny: number, nz: number): boolean {
    facetNormal(this.#bvh, facet, normal);
    return -((normal[0] ?? 0) * nx + (normal[1] ?? 0) * ny + (normal[2] ?? 0) * nz) >= this.#cosine;
  }
}

const normal = new Float64Array(3);

/** Writes the outward unit normal of a facet; returns its area. A facet without area has the normal 0. */
export function facetNormal(bvh: Bvh, facet: number, into: Float64Array): number {
  const { positions, triangles } = bvh.mesh;
  const a = (triangles[facet * 3] ?? 0) * 3;
  const b = (triangles[facet * 3 + 1] ?? 0) * 3;
  const c = (triangles[facet * 3 + 2] ?? 0) * 3;
  const ax = positions[a] ?? 0;
  const ay = positions[a + 1] ?? 0;
  const az = positions[a + 2] ?? 0;
  const ux = (positions[b] ?? 0) - ax;
  const uy = (positions[b + 1] ?? 0) - ay;
  const uz = (positions[b + 2] ?? 0) - az;
  const vx = (positions[c] ?? 0) - ax;
  const vy = (positions[c + 1] ?? 0) - ay;
  const vz = (positions[c + 2] ?? 0) - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const twice = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const scale = twice > 0 ? 1 / twice : 0;
  into[0] = nx * scale;
  into[1] = ny * scale;
  into[2] = nz * scale;
  return twice / 2;
}
