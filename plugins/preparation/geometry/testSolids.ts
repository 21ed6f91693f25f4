import type { Mesh } from './mesh.ts';
import { level, place, Solid, type Point2 } from './shapes/solid.ts';

/** A box between two corners, for tests; `inward` makes it a cavity. */
export function box(
  [x0, y0, z0]: readonly [number, number, number],
  [x1, y1, z1]: readonly [number, number, number],
  inward = false,
): Mesh {
  const solid = new Solid();
  const outline: Point2[] = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
  const around: Point2[] = inward ? outline.toReversed() : outline;
  solid.face(place(level(z0), outline), [], [0, 0, inward ? 1 : -1]);
  solid.skin([place(level(z0), around), place(level(z1), around)]);
  solid.face(place(level(z1), outline), [], [0, 0, inward ? -1 : 1]);
  return solid.mesh();
}

/** A ball around the origin. Its corners lie on the sphere, so that it is a little smaller. */
export function ball(radius: number, steps = 48): Mesh {
  const solid = new Solid();
  const profile = Array.from({ length: steps + 1 }, (_, i): Point2 => {
    const angle = (Math.PI * i) / steps;
    return [i === 0 || i === steps ? 0 : radius * Math.sin(angle), -radius * Math.cos(angle)];
  });
  solid.revolve(profile, steps * 2);
  return solid.mesh();
}

/** The mesh turned by angles about x, then z, and moved. */
export function turned(
  mesh: Mesh,
  aboutX: number,
  aboutZ: number,
  [mx, my, mz]: readonly [number, number, number] = [0, 0, 0],
): Mesh {
  const positions = mesh.positions.slice();
  const [cx, sx, cz, sz] = [Math.cos(aboutX), Math.sin(aboutX), Math.cos(aboutZ), Math.sin(aboutZ)];
  for (let at = 0; at < positions.length; at += 3) {
    const [x = 0, y = 0, z = 0] = positions.subarray(at, at + 3);
    const [y1, z1] = [y * cx - z * sx, y * sx + z * cx];
    positions[at] = x * cz - y1 * sz + mx;
    positions[at + 1] = x * sz + y1 * cz + my;
    positions[at + 2] = z1 + mz;
  }
  return { positions, triangles: mesh.triangles };
}
