import {
  arc,
  blindBore,
  circle,
  level,
  place,
  roundedRectangle,
  Solid,
  type Frame,
  type Point,
  type Point2,
} from './solid.ts';
import type { Mesh } from '../mesh.ts';

const up: Point = [0, 0, 1];
const down: Point = [0, 0, -1];
const quarter = Math.PI / 2;

/** Angle bracket with two holes in each leg and a filleted inner corner; mm. */
export function bracket({ length = 64, height = 52, width = 44, thickness = 6, hole = 6.6 } = {}): Mesh {
  const solid = new Solid();
  const fillet = 8;
  const corner = 7;
  const t = thickness;
  const from = t + fillet;
  // The outlines of the legs from the fillet on: the base in (x, y), the upright leg in (z, y).
  const legOutline = (end: number): Point2[] => [
    [from, 0],
    ...arc(end - corner, corner, corner, -quarter, 0, 8),
    ...arc(end - corner, width - corner, corner, 0, quarter, 8),
    [from, width],
  ];
  const holes = (end: number): Point2[][] => {
    const at = from + (end - from) * 0.52;
    return [circle(at, width * 0.27, hole / 2, 40), circle(at, width * 0.73, hole / 2, 40)];
  };
  const base = (z: number): Frame => level(z);
  const upright = (x: number): Frame => ({ origin: [x, 0, 0], u: [0, 0, 1], v: [0, 1, 0] });
  const leg = (end: number, outside: Frame, inside: Frame, out: Point, inn: Point, turned: boolean): void => {
    const outline = legOutline(end);
    // On the outside, the leg reaches to the sharp corner.
    const full: Point2[] = [[0, 0], [from, 0], ...outline.slice(1, -1), [from, width], [0, width]];
    const loops = holes(end);
    solid.face(
      place(outside, full),
      loops.map((loop) => place(outside, loop)),
      out,
    );
    solid.face(
      place(inside, outline),
      loops.map((loop) => place(inside, loop)),
      inn,
    );
    solid.strip(place(outside, outline), place(inside, outline), turned);
    for (const loop of loops) solid.skin([place(outside, loop), place(inside, loop)], !turned);
  };
  leg(length, base(0), base(t), down, up, false);
  leg(height, upright(0), upright(t), [-1, 0, 0], [1, 0, 0], true);
  const round = arc(from, from, fillet, 3 * quarter, Math.PI, 10);
  const line = (y: number): Point[] => round.map(([x, z]) => [x, y, z]);
  solid.strip(line(0), line(width), true);
  for (const [y, normal] of [
    [0, [0, -1, 0]],
    [width, [0, 1, 0]],
  ] as const) {
    solid.face([[0, y, 0], [from, y, 0], ...line(y), [0, y, from]], [], normal);
  }
  return solid.mesh();
}

/** Open electronics housing with a mounting flange, four screw bosses and cable ports; mm. */
export function housing({ length = 110, width = 74, height = 42, wall = 3 } = {}): Mesh {
  const solid = new Solid();
  const flange = 5;
  const steps = 8;
  const body = roundedRectangle(length, width, 10, steps);
  const pocket = roundedRectangle(length - 2 * wall, width - 2 * wall, 10 - wall, steps);
  const plate = roundedRectangle(length + 28, width + 8, 12, steps);
  const mounts = [-1, 1].flatMap((sx) =>
    [-1, 1].map((sy) => circle(sx * (length / 2 + 7), sy * (width / 2 - 12), 3, 32)),
  );
  const bosses = [-1, 1].flatMap((sx) => [-1, 1].map((sy): Point2 => [sx * (length / 2 - 12), sy * (width / 2 - 12)]));
  const at = (loop: readonly Point2[], z: number): Point[] => place(level(z), loop);

  solid.face(
    at(plate, 0),
    mounts.map((loop) => at(loop, 0)),
    down,
  );
  solid.skin([at(plate, 0), at(plate, flange)]);
  solid.face(at(plate, flange), [at(body, flange), ...mounts.map((loop) => at(loop, flange))], up);
  for (const loop of mounts) solid.skin([at(loop, 0), at(loop, flange)], true);

  // The flat sides of a rounded rectangle: the one at +x is first, the one at -y last.
  const front = 4 * steps + 3;
  const right = steps;
  solid.skin([at(body, flange), at(body, height)], false, [right, front]);
  solid.skin([at(pocket, wall + 2), at(pocket, height)], true, [right, front]);
  solid.face(at(body, height), [at(pocket, height)], up);
  ports(
    solid,
    { outer: body, inner: pocket, side: right, bottom: flange, floor: wall + 2, top: height, wall, at: length / 2 },
    'x',
    [
      [-14, 24, 6],
      [14, 24, 6],
    ],
  );
  ports(
    solid,
    { outer: body, inner: pocket, side: front, bottom: flange, floor: wall + 2, top: height, wall, at: -width / 2 },
    'y',
    [
      [-28, 24, 8],
      [0, 24, 4.5],
      [24, 24, 8],
    ],
  );

  solid.face(
    at(pocket, wall + 2),
    bosses.map(([x, y]) => at(circle(x, y, 5.5, 40), wall + 2)),
    up,
  );
  for (const [x, y] of bosses) {
    const outer = circle(x, y, 5.5, 40);
    solid.skin([at(outer, wall + 2), at(outer, height - 5)]);
    const mouth = blindBore(solid, level(height - 5), x, y, [{ radius: 2.2, depth: 16 }]);
    solid.face(at(outer, height - 5), [mouth], up);
  }
  return solid.mesh();
}

interface PortWall {
  outer: readonly Point2[];
  inner: readonly Point2[];
  side: number;
  bottom: number;
  floor: number;
  top: number;
  wall: number;
  at: number;
}

/** A flat side of a housing, outer and inner face, with round ports through it: (along the wall, height, radius). */
function ports(
  solid: Solid,
  wall: PortWall,
  axis: 'x' | 'y',
  list: readonly (readonly [number, number, number])[],
): void {
  const sign = Math.sign(wall.at);
  const normal: Point = axis === 'x' ? [sign, 0, 0] : [0, sign, 0];
  const back: Point = axis === 'x' ? [-sign, 0, 0] : [0, -sign, 0];
  const plane = (distance: number): Frame =>
    axis === 'x'
      ? { origin: [distance, 0, 0], u: [0, 1, 0], v: [0, 0, 1] }
      : { origin: [0, distance, 0], u: [1, 0, 0], v: [0, 0, 1] };
  const panel = (outline: readonly Point2[], low: number): Point[] => {
    const a = outline[wall.side];
    const b = outline[(wall.side + 1) % outline.length];
    if (!a || !b) return [];
    return [
      [...a, low],
      [...b, low],
      [...b, wall.top],
      [...a, wall.top],
    ];
  };
  const outside = plane(wall.at);
  const inside = plane(wall.at - sign * wall.wall);
  const holes = list.map(([along, height, radius]) => circle(along, height, radius, 40));
  solid.face(
    panel(wall.outer, wall.bottom),
    holes.map((loop) => place(outside, loop)),
    normal,
  );
  solid.face(
    panel(wall.inner, wall.floor),
    holes.map((loop) => place(inside, loop)),
    back,
  );
  // u x v of these planes points along +x, but along -y.
  const inward = axis === 'x' ? sign > 0 : sign < 0;
  for (const loop of holes) solid.skin([place(inside, loop), place(outside, loop)], inward);
}

/** Hydraulic manifold block with counterbored ports on three sides and four mounting holes; mm. */
export function manifoldBlock({ length = 92, width = 60, height = 50 } = {}): Mesh {
  const solid = new Solid();
  const steps = 6;
  const outline = roundedRectangle(length, width, 5, steps);
  const at = (loop: readonly Point2[], z: number): Point[] => place(level(z), loop);
  const right = steps;
  const front = 4 * steps + 3;
  solid.skin([at(outline, 0), at(outline, height)], false, [right, front]);

  const mounts = [-1, 1].flatMap((sx) =>
    [-1, 1].map((sy) => circle(sx * (length / 2 - 8), sy * (width / 2 - 8), 3.3, 32)),
  );
  for (const loop of mounts) solid.skin([at(loop, 0), at(loop, height)], true);
  solid.face(
    at(outline, 0),
    mounts.map((loop) => at(loop, 0)),
    down,
  );

  const port = (radius: number, depth: number): { radius: number; depth: number }[] => [
    { radius: radius * 1.9, depth: 1.5 },
    { radius: radius * 1.4, depth: 11 },
    { radius, depth },
  ];
  const top = [-26, 0, 26].map((x) => blindBore(solid, level(height), x, 6, port(5, 24)));
  solid.face(at(outline, height), [...mounts.map((loop) => at(loop, height)), ...top], up);

  const face = (side: number, frame: Frame, normal: Point, centres: readonly Point2[], radius: number): void => {
    const a = outline[side];
    const b = outline[(side + 1) % outline.length];
    if (!a || !b) return;
    const mouths = centres.map(([x, y]) => blindBore(solid, frame, x, y, port(radius, 22)));
    solid.face(
      [
        [...a, 0],
        [...b, 0],
        [...b, height],
        [...a, height],
      ],
      mouths,
      normal,
    );
  };
  face(
    front,
    { origin: [0, -width / 2, 0], u: [1, 0, 0], v: [0, 0, 1] },
    [0, -1, 0],
    [
      [-16, 14],
      [16, 14],
    ],
    4,
  );
  face(right, { origin: [length / 2, 0, 0], u: [0, 1, 0], v: [0, 0, 1] }, [1, 0, 0], [[2, 14]], 5);
  return solid.mesh();
}

/** Finned heat sink with mounting ears; mm. */
export function heatSink({ length = 84, width = 62, fins = 10, height = 34 } = {}): Mesh {
  const solid = new Solid();
  const base = 6;
  const ear = 12;
  const at = (loop: readonly Point2[], z: number): Point[] => place(level(z), loop);
  const plate = roundedRectangle(length + 2 * ear, width, 4, 5);
  const holes = [-1, 1].flatMap((sx) =>
    [-1, 1].map((sy) => circle(sx * (length / 2 + ear / 2), sy * (width / 2 - 10), 2.7, 32)),
  );
  const pitch = (length - 4) / (fins - 1);
  const rectangle = (x: number, thickness: number): Point2[] => [
    [x - thickness / 2, 2 - width / 2],
    [x + thickness / 2, 2 - width / 2],
    [x + thickness / 2, width / 2 - 2],
    [x - thickness / 2, width / 2 - 2],
  ];
  const centres = Array.from({ length: fins }, (_, i) => 2 - length / 2 + i * pitch);
  solid.face(
    at(plate, 0),
    holes.map((loop) => at(loop, 0)),
    down,
  );
  solid.skin([at(plate, 0), at(plate, base)]);
  for (const loop of holes) solid.skin([at(loop, 0), at(loop, base)], true);
  solid.face(
    at(plate, base),
    [...holes.map((loop) => at(loop, base)), ...centres.map((x) => at(rectangle(x, 3), base))],
    up,
  );
  for (const x of centres) {
    solid.skin([at(rectangle(x, 3), base), at(rectangle(x, 1.8), height)]);
    solid.face(at(rectangle(x, 1.8), height), [], up);
  }
  return solid.mesh();
}

/** Hinge leaf with three knuckles and countersunk holes; mm. */
export function hinge({ length = 52, width = 60, thickness = 4, knuckle = 6 } = {}): Mesh {
  const solid = new Solid();
  const t = thickness;
  const axisX = -4;
  const joint = axisX + Math.sqrt(knuckle ** 2 - (t / 2) ** 2);
  const gap = 3;
  const part = width / 5;
  const corner = 8;
  // Anticlockwise; the notches between the knuckles are at x = gap.
  const outline: Point2[] = [
    [joint, 0],
    ...arc(length - corner, corner, corner, -quarter, 0, 8),
    ...arc(length - corner, width - corner, corner, 0, quarter, 8),
    [joint, width],
  ];
  const knuckleSides: number[] = [];
  for (const [high, low] of [
    [4, 3],
    [2, 1],
  ] as const) {
    knuckleSides.push(outline.length - 1);
    outline.push([joint, high * part], [gap, high * part], [gap, low * part], [joint, low * part]);
  }
  knuckleSides.push(outline.length - 1);
  const at = (loop: readonly Point2[], z: number): Point[] => place(level(z), loop);
  const holes = [0.3, 0.72].flatMap((share) =>
    [0.22, 0.78].map((across): Point2 => [gap + (length - gap) * share, width * across]),
  );
  solid.face(
    at(outline, 0),
    holes.map(([x, y]) => at(circle(x, y, 2.4, 32), 0)),
    down,
  );
  solid.face(
    at(outline, t),
    holes.map(([x, y]) => at(circle(x, y, 4.6, 32), t)),
    up,
  );
  solid.skin([at(outline, 0), at(outline, t)], false, knuckleSides);
  for (const [x, y] of holes) {
    solid.skin([at(circle(x, y, 2.4, 32), 0), at(circle(x, y, 2.4, 32), t - 2.2), at(circle(x, y, 4.6, 32), t)], true);
  }
  const meet = Math.asin(t / 2 / knuckle);
  const barrel = arc(axisX, t / 2, knuckle, meet, 2 * Math.PI - meet, 40);
  // Exactly the corners of the leaf, so that the surfaces meet without a gap.
  barrel[0] = [joint, t];
  barrel[40] = [joint, 0];
  const bore = circle(axisX, t / 2, knuckle * 0.5, 32);
  const plane = (y: number): Frame => ({ origin: [0, y, 0], u: [1, 0, 0], v: [0, 0, 1] });
  for (const first of [0, 2, 4]) {
    const near = plane(first * part);
    const far = plane((first + 1) * part);
    solid.strip(place(near, barrel), place(far, barrel), true);
    solid.skin([place(near, bore), place(far, bore)]);
    solid.face(place(near, barrel), [place(near, bore)], [0, -1, 0]);
    solid.face(place(far, barrel), [place(far, bore)], [0, 1, 0]);
  }
  return solid.mesh();
}
