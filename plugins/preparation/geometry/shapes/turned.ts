import { around, circle, level, place, Solid, type Frame, type Point, type Point2 } from './solid.ts';
import type { Mesh } from '../mesh.ts';

const up: Point = [0, 0, 1];
const down: Point = [0, 0, -1];
const segmentCount = 96;

const ring = (radius: number, z: number): Point[] => place(level(z), circle(0, 0, radius, segmentCount));

/** Weld-neck flange with bolt holes and a raised face; mm. */
export function flange({ diameter = 110, bore = 44, bolts = 8, thickness = 14 } = {}): Mesh {
  const solid = new Solid();
  const outer = diameter / 2;
  const neck = bore / 2 + 12;
  const holes = around((outer + neck) / 2 + 1, bolts, 0.5).map(([x, y]) => circle(x, y, 5.5, 40));
  const at = (loop: readonly Point2[], z: number): Point[] => place(level(z), loop);
  solid.revolve(
    [
      [bore / 2, -2],
      [neck + 4, -2],
      [neck + 4, 0],
    ],
    segmentCount,
  );
  solid.face(ring(outer, 0), [ring(neck + 4, 0), ...holes.map((loop) => at(loop, 0))], down);
  solid.revolve(
    [
      [outer, 0],
      [outer, thickness - 1.5],
      [outer - 1.5, thickness],
    ],
    segmentCount,
  );
  solid.face(ring(outer - 1.5, thickness), [ring(neck, thickness), ...holes.map((loop) => at(loop, thickness))], up);
  for (const loop of holes) solid.skin([at(loop, 0), at(loop, thickness)], true);
  const fillet = Array.from({ length: 9 }, (_, i): Point2 => {
    const angle = (i / 8) * (Math.PI / 2);
    return [neck - 6 * Math.sin(angle), thickness + 6 * (1 - Math.cos(angle))];
  });
  solid.revolve([...fillet, [bore / 2 + 5, 34], [bore / 2 + 3, 36], [bore / 2, 36]], segmentCount);
  solid.revolve(
    [
      [bore / 2, -2],
      [bore / 2, 36],
    ],
    segmentCount,
    true,
  );
  return solid.mesh();
}

/** Quarter pipe bend with a bolted flange at each end; mm. */
export function pipeElbow({ bore = 32, wall = 4, bend = 58, flangeRadius = 38, bolts = 6 } = {}): Mesh {
  const solid = new Solid();
  const thickness = 9;
  const straight = thickness + 6;
  const outerRadius = bore / 2 + wall;
  const count = 64;
  // The path: up, a quarter circle towards +x, then along +x. Every frame's normal u x v points along the path.
  const frame = (turn: number, along: number): Frame => {
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const origin: Point = [bend - bend * c + along * s, 0, bend * s + along * c];
    return { origin, u: [c, 0, -s], v: [0, 1, 0] };
  };
  const steps = 28;
  const path = [
    frame(0, -straight + thickness),
    ...Array.from({ length: steps + 1 }, (_, i) => frame(((i / steps) * Math.PI) / 2, 0)),
    frame(Math.PI / 2, straight - thickness),
  ];
  const start = frame(0, -straight);
  const end = frame(Math.PI / 2, straight);
  const loop = (at: Frame, radius: number): Point[] => place(at, circle(0, 0, radius, count));
  solid.skin(path.map((at) => loop(at, outerRadius)));
  solid.skin(
    [start, ...path, end].map((at) => loop(at, bore / 2)),
    true,
  );

  const holes = around((flangeRadius + outerRadius) / 2 + 0.5, bolts, 0.5).map(([x, y]) => circle(x, y, 3.4, 32));
  const [inner0 = start] = path;
  const inner1 = path.at(-1) ?? end;
  for (const [low, high, front, back] of [
    [start, inner0, 'low', 'high'],
    [inner1, end, 'high', 'low'],
  ] as const) {
    const at = { low, high };
    const normal: Point = [
      low.u[1] * low.v[2] - low.u[2] * low.v[1],
      low.u[2] * low.v[0] - low.u[0] * low.v[2],
      low.u[0] * low.v[1] - low.u[1] * low.v[0],
    ];
    const look = (side: 'low' | 'high'): Point => (side === 'high' ? normal : [-normal[0], -normal[1], -normal[2]]);
    solid.skin([loop(low, flangeRadius), loop(high, flangeRadius)]);
    for (const hole of holes) solid.skin([place(low, hole), place(high, hole)], true);
    for (const [side, centre] of [
      [front, bore / 2],
      [back, outerRadius],
    ] as const) {
      const plane = at[side];
      solid.face(
        loop(plane, flangeRadius),
        [loop(plane, centre), ...holes.map((hole) => place(plane, hole))],
        look(side),
      );
    }
  }
  return solid.mesh();
}

/** Rocket nozzle: bell with stiffening ribs and a bolted flange; mm. */
export function nozzle({ throat = 10, exit = 34, chamber = 19, height = 96, bolts = 10 } = {}): Mesh {
  const solid = new Solid();
  const wall = 2.6;
  const throatAt = height * 0.62;
  const inner = (z: number): number => {
    if (z <= throatAt) return throat + (exit - throat) * (1 - z / throatAt) ** 0.62 * (1 - 0.12 * (z / throatAt));
    const share = Math.min(1, (z - throatAt) / (height * 0.2));
    return throat + (chamber - throat) * (1 - Math.cos(share * Math.PI)) * 0.5;
  };
  const flangeAt = height - 7;
  const heights = Array.from({ length: 61 }, (_, i) => (i / 60) * flangeAt);
  const outline: Point2[] = [];
  heights.forEach((z, i) => {
    const radius = inner(z) + wall;
    // Ribs: a step out and back every tenth section below the throat.
    if (i % 8 === 4 && z < throatAt)
      outline.push(
        [radius, z],
        [radius + 2.6, z + 0.4],
        [inner(z + 1.6) + wall + 2.6, z + 1.4],
        [inner(z + 1.8) + wall, z + 1.8],
      );
    else if (i % 8 !== 5 || z > throatAt) outline.push([radius, z]);
  });
  solid.revolve([[inner(0), 0], ...outline], segmentCount);
  const last = outline.at(-1)?.[0] ?? 0;
  const radius = chamber + 15;
  const holes = around(chamber + 9.5, bolts).map(([x, y]) => circle(x, y, 2.8, 32));
  const at = (loop: readonly Point2[], z: number): Point[] => place(level(z), loop);
  solid.face(ring(radius, flangeAt), [ring(last, flangeAt), ...holes.map((loop) => at(loop, flangeAt))], down);
  solid.revolve(
    [
      [radius, flangeAt],
      [radius, height],
    ],
    segmentCount,
  );
  solid.face(ring(radius, height), [ring(inner(height), height), ...holes.map((loop) => at(loop, height))], up);
  for (const loop of holes) solid.skin([at(loop, flangeAt), at(loop, height)], true);
  solid.revolve([...heights.map((z): Point2 => [inner(z), z]), [inner(height), height]], segmentCount, true);
  return solid.mesh();
}

/** Sensor capsule with a hexagon, a thread and a closed cavity inside; mm. */
export function sensorCapsule({ across = 27, length = 40, radius = 11 } = {}): Mesh {
  const solid = new Solid();
  const hexagon = circle(0, 0, across / Math.sqrt(3), 6);
  const at = (loop: readonly Point2[], z: number): Point[] => place(level(z), loop);
  const hexHeight = 9;
  const stub = 8;
  const thread: Point2[] = [
    [0, -18],
    [stub - 1.2, -18],
  ];
  for (let z = -17; z < -3; z += 2) thread.push([stub - 1, z], [stub, z + 1]);
  solid.revolve([...thread, [stub - 1, -3], [stub - 1, 0]], segmentCount);
  solid.face(at(hexagon, 0), [ring(stub - 1, 0)], down);
  solid.skin([at(hexagon, 0), at(hexagon, hexHeight)]);
  solid.face(at(hexagon, hexHeight), [ring(radius, hexHeight)], up);
  const dome = (r: number, z: number): Point2[] =>
    Array.from({ length: 13 }, (_, i) => {
      const angle = (i / 12) * (Math.PI / 2);
      return [i === 12 ? 0 : r * Math.cos(angle), z + r * Math.sin(angle)];
    });
  solid.revolve([[radius, hexHeight], ...dome(radius, length - radius)], segmentCount);
  const cavity = radius - 2.5;
  solid.revolve([[0, hexHeight], [cavity, hexHeight], ...dome(cavity, length - radius)], segmentCount, true);
  return solid.mesh();
}
