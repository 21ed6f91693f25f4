import type { Mesh } from '../mesh.ts';
import { Welder } from '../welder.ts';
import { projectOnto, triangulatePolygon } from '../polygon.ts';

export type Point2 = readonly [x: number, y: number];
export type Point = readonly [x: number, y: number, z: number];

/** A plane in space: points (x, y) of a drawing become origin + x u + y v. */
export interface Frame {
  origin: Point;
  u: Point;
  v: Point;
}

/** The horizontal plane at a height. */
export const level = (z: number): Frame => ({ origin: [0, 0, z], u: [1, 0, 0], v: [0, 1, 0] });

export function place(frame: Frame, points: readonly Point2[]): Point[] {
  const { origin, u, v } = frame;
  return points.map(([x, y]) => [
    origin[0] + x * u[0] + y * v[0],
    origin[1] + x * u[1] + y * v[1],
    origin[2] + x * u[2] + y * v[2],
  ]);
}

/** A circle of `count` corners, anticlockwise. */
export function circle(x: number, y: number, radius: number, count = 48): Point2[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

/** An arc of `count` steps from one angle to another (radians), both ends included. */
export function arc(x: number, y: number, radius: number, from: number, to: number, count: number): Point2[] {
  return Array.from({ length: count + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / count;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

/** Centres spread evenly on a circle. */
export function around(radius: number, count: number, turn = 0): Point2[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * (i + turn)) / count;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** A rectangle around the origin with rounded corners, anticlockwise; the first side is the one at +x. */
export function roundedRectangle(width: number, height: number, radius: number, steps = 8): Point2[] {
  const [x, y] = [width / 2 - radius, height / 2 - radius];
  const quarter = Math.PI / 2;
  return [
    ...arc(x, -y, radius, -quarter, 0, steps),
    ...arc(x, y, radius, 0, quarter, steps),
    ...arc(-x, y, radius, quarter, 2 * quarter, steps),
    ...arc(-x, -y, radius, 2 * quarter, 3 * quarter, steps),
  ];
}

/** Builds a closed surface out of plane faces and skins between loops. Loops run anticlockwise seen from outside or above. */
export class Solid {
  readonly #welder = new Welder(4096);

  triangle(a: Point, b: Point, c: Point): void {
    const i = this.#welder.addPoint(...a);
    const j = this.#welder.addPoint(...b);
    const k = this.#welder.addPoint(...c);
    if (i !== j && j !== k && k !== i) this.#welder.addTriangle(i, j, k);
  }

  /** A plane face with holes, looking along `normal`. Loops may run either way. */
  face(outer: readonly Point[], holes: readonly (readonly Point[])[], normal: Point): void {
    const points = [outer, ...holes].flat();
    let start = 0;
    const loops = [outer, ...holes].map((loop) => {
      const indices = loop.map((_, i) => start + i);
      start += loop.length;
      return indices;
    });
    const triangles = triangulatePolygon(projectOnto(points.flat(), ...normal), loops) ?? [];
    for (let i = 0; i < triangles.length; i += 3) {
      const [a, b, c] = [points[triangles[i] ?? 0], points[triangles[i + 1] ?? 0], points[triangles[i + 2] ?? 0]];
      if (a && b && c) this.triangle(a, b, c);
    }
  }

  /**
   * The skin between closed loops of equally many points, each above the one before; it looks outward, or inward for the
   * wall of a hole. Sides listed in `leaveOut` stay open, for a face with holes of its own.
   */
  skin(loops: readonly (readonly Point[])[], inward = false, leaveOut: readonly number[] = []): void {
    for (let ring = 0; ring + 1 < loops.length; ring++) {
      const lower = loops[ring] ?? [];
      const upper = loops[ring + 1] ?? [];
      lower.forEach((a, i) => {
        const b = lower[(i + 1) % lower.length];
        const c = upper[(i + 1) % upper.length];
        const d = upper[i];
        if (b && c && d && !leaveOut.includes(i)) this.#quad(a, b, c, d, inward);
      });
    }
  }

  /** The skin between two open lines of points. */
  strip(lower: readonly Point[], upper: readonly Point[], inward = false): void {
    for (let i = 0; i + 1 < lower.length; i++) {
      const [a, b, c, d] = [lower[i], lower[i + 1], upper[i + 1], upper[i]];
      if (a && b && c && d) this.#quad(a, b, c, d, inward);
    }
  }

  /** A surface of revolution about z. The profile is a list of (radius, z); anticlockwise around the material. */
  revolve(profile: readonly Point2[], count = 96, inward = false): void {
    this.skin(
      profile.map(([radius, z]) => place(level(z), circle(0, 0, radius, count))),
      inward,
    );
  }

  mesh(): Mesh {
    return this.#welder.mesh();
  }

  #quad(a: Point, b: Point, c: Point, d: Point, inward: boolean): void {
    if (inward) {
      this.triangle(a, c, b);
      this.triangle(a, d, c);
    } else {
      this.triangle(a, b, c);
      this.triangle(a, c, d);
    }
  }
}

/** A straight hole with walls only, from its mouth in `frame` down along the negative normal, with a conical bottom. */
export function blindBore(
  solid: Solid,
  frame: Frame,
  x: number,
  y: number,
  steps: readonly { radius: number; depth: number }[],
): Point[] {
  const { u, v } = frame;
  const inward: Point = [u[2] * v[1] - u[1] * v[2], u[0] * v[2] - u[2] * v[0], u[1] * v[0] - u[0] * v[1]];
  const at = (radius: number, depth: number): Point[] =>
    place(frame, circle(x, y, radius, 40)).map(([px, py, pz]) => [
      px + inward[0] * depth,
      py + inward[1] * depth,
      pz + inward[2] * depth,
    ]);
  const mouth = at(steps[0]?.radius ?? 1, 0);
  const rings: Point[][] = [];
  let depth = 0;
  for (const step of steps) {
    rings.push(at(step.radius, depth));
    depth = step.depth;
    rings.push(at(step.radius, depth));
  }
  const last = steps.at(-1)?.radius ?? 1;
  rings.push(at(0, depth + last * 0.6));
  solid.skin(rings.toReversed(), true);
  return mouth;
}
