import { around, circle, level, place, Solid, type Point, type Point2 } from './solid.ts';
import type { Mesh } from '../mesh.ts';

const up: Point = [0, 0, 1];
const down: Point = [0, 0, -1];

/** Spur gear with involute teeth, a recessed web with lightening holes, and a bore with keyway; mm. */
export function spurGear({ teeth = 28, module: size = 2.5, width = 18, bore = 18 } = {}): Mesh {
  const solid = new Solid();
  const pitch = (teeth * size) / 2;
  const outline = gearOutline(teeth, size);
  const rim = pitch - 1.25 * size - 4;
  const hub = bore / 2 + 7;
  const recess = 5;
  const at = (loop: readonly Point2[], z: number): Point[] => place(level(z), loop);
  const key = 2.6;
  const keyAngle = Math.asin(key / (bore / 2));
  const boreLoop: Point2[] = [
    ...Array.from({ length: 57 }, (_, i): Point2 => {
      const angle = Math.PI / 2 + keyAngle + ((2 * Math.PI - 2 * keyAngle) * i) / 56;
      return [(bore / 2) * Math.cos(angle), (bore / 2) * Math.sin(angle)];
    }),
    [key, bore / 2 + 2.4],
    [-key, bore / 2 + 2.4],
  ];
  const holes = around((rim + hub) / 2, 6).map(([x, y]) => circle(x, y, (rim - hub) * 0.31, 40));
  const rimLoop = circle(0, 0, rim, 96);
  const hubLoop = circle(0, 0, hub, 96);
  solid.skin([at(outline, 0), at(outline, width)]);
  for (const [outside, web, normal] of [
    [0, recess, down],
    [width, width - recess, up],
  ] as const) {
    solid.face(at(outline, outside), [at(rimLoop, outside)], normal);
    solid.face(at(rimLoop, web), [at(hubLoop, web), ...holes.map((loop) => at(loop, web))], normal);
    solid.face(at(hubLoop, outside), [at(boreLoop, outside)], normal);
    const [low, high] = outside < web ? [outside, web] : [web, outside];
    solid.skin([at(rimLoop, low), at(rimLoop, high)], true);
    solid.skin([at(hubLoop, low), at(hubLoop, high)]);
  }
  for (const loop of holes) solid.skin([at(loop, recess), at(loop, width - recess)], true);
  solid.skin([at(boreLoop, 0), at(boreLoop, width)], true);
  return solid.mesh();
}

function gearOutline(teeth: number, size: number): Point2[] {
  const pitch = (teeth * size) / 2;
  const base = pitch * Math.cos((20 * Math.PI) / 180);
  const tip = pitch + size;
  const root = pitch - 1.25 * size;
  const involute = (radius: number): number => {
    const angle = Math.acos(Math.min(1, base / radius));
    return Math.tan(angle) - angle;
  };
  const half = Math.PI / (2 * teeth) + involute(pitch);
  const start = Math.max(base, root);
  const flank = Array.from({ length: 7 }, (_, i) => start + ((tip - start) * i) / 6);
  const outline: Point2[] = [];
  const polar = (radius: number, angle: number): void => {
    outline.push([radius * Math.cos(angle), radius * Math.sin(angle)]);
  };
  for (let tooth = 0; tooth < teeth; tooth++) {
    const middle = (2 * Math.PI * tooth) / teeth;
    polar(root, middle - half - 0.012);
    for (const radius of flank) polar(radius, middle - half + involute(radius));
    for (const radius of flank.toReversed()) polar(radius, middle + half - involute(radius));
    polar(root, middle + half + 0.012);
    polar(root, middle + Math.PI / teeth);
  }
  return outline;
}

/** Semi-open radial impeller: back plate, domed hub, full and splitter blades; mm. */
export function impeller({ radius = 52, blades = 8, bore = 10 } = {}): Mesh {
  const solid = new Solid();
  const plate = 4;
  const hub = 15;
  const count = 96;
  const ring = (r: number, z: number): Point[] => place(level(z), circle(0, 0, r, count));
  solid.face(ring(radius, 0), [ring(bore / 2, 0)], down);
  solid.revolve(
    [
      [radius, 0],
      [radius, plate],
    ],
    count,
  );
  solid.revolve(
    [
      [bore / 2, 0],
      [bore / 2, 36],
    ],
    count,
    true,
  );
  const dome = Array.from({ length: 15 }, (_, i): Point2 => {
    const share = i / 14;
    return [hub + (bore / 2 + 2.5 - hub) * share ** 1.7, plate + (36 - plate) * share ** 0.85];
  });
  solid.revolve([...dome, [bore / 2, 36]], count);

  const feet: Point[][] = [];
  for (let i = 0; i < blades * 2; i++) {
    const splitter = i % 2 === 1;
    feet.push(blade(solid, (Math.PI * i) / blades, splitter ? radius * 0.56 : hub + 2, radius - 1, plate, splitter));
  }
  solid.face(ring(radius, plate), [ring(hub, plate), ...feet], up);
  return solid.mesh();
}

/** One backward-curved blade standing on the plate; returns its footprint. */
function blade(solid: Solid, turn: number, from: number, to: number, plate: number, splitter: boolean): Point[] {
  const steps = 20;
  const line = (z: 'foot' | 'top', side: -1 | 1): Point[] =>
    Array.from({ length: steps + 1 }, (_, i) => {
      const share = i / steps;
      const r = from + (to - from) * share;
      const reach = (r - 17) / (to - 17);
      const height = 9 + (splitter ? 15 : 21) * (1 - reach) ** 1.4;
      // The top of the blade leans forward at the inlet.
      const lean = z === 'top' ? 0.3 * (1 - reach) : 0;
      const angle = turn - 0.95 * reach ** 1.15 + lean;
      const thickness = 1 + 0.5 * Math.sin(Math.PI * share);
      const offset = (side * thickness) / r;
      return [r * Math.cos(angle + offset), r * Math.sin(angle + offset), z === 'foot' ? plate : plate + height];
    });
  const foot = [...line('foot', -1), ...line('foot', 1).reverse()];
  const topRight = line('top', -1);
  const topLeft = line('top', 1);
  solid.skin([foot, [...topRight, ...topLeft.toReversed()]]);
  solid.strip(topRight, topLeft);
  return foot;
}

/** Turbine blade: twisted airfoil on a platform with a fir-tree root; mm. */
export function turbineBlade({ span = 78, chord = 38, twist = 32 } = {}): Mesh {
  const solid = new Solid();
  const platform: Point2[] = [
    [-19, -24],
    [19, -24],
    [19, 24],
    [-19, 24],
  ];
  const rootLength = 21;
  const rootTop: Point2[] = [
    [-10, -rootLength],
    [10, -rootLength],
    [10, rootLength],
    [-10, rootLength],
  ];
  const at = (loop: readonly Point2[], z: number): Point[] => place(level(z), loop);
  const sections = Array.from({ length: 25 }, (_, i) => {
    const share = i / 24;
    const angle = (twist * Math.PI * share) / 180 - 0.28;
    const size = chord * (1 - 0.28 * share);
    return at(airfoil(size, angle, 3 * share), 5 + span * share);
  });
  solid.skin(sections);
  solid.face(sections.at(-1) ?? [], [], up);
  solid.face(at(platform, 5), [sections[0] ?? []], up);
  solid.skin([at(platform, 0), at(platform, 5)]);
  solid.face(at(platform, 0), [at(rootTop, 0)], down);

  const flankProfile: Point2[] = [
    [10, 0], [8, -4], [8, -5], [10.5, -8], [10.5, -10], [6.5, -13.5], [6.5, -14.5],
    [8.5, -17], [8.5, -19], [4.5, -22.5], [4.5, -23.5], [6, -25.5], [6, -27], [4, -29],
  ]; // prettier-ignore
  const profile = [...flankProfile, ...flankProfile.map(([x, z]): Point2 => [-x, z]).reverse()];
  const near = profile.map(([x, z]): Point => [x, -rootLength, z]);
  const far = profile.map(([x, z]): Point => [x, rootLength, z]);
  solid.strip(near, far);
  solid.face(near, [], [0, -1, 0]);
  solid.face(far, [], [0, 1, 0]);
  return solid.mesh();
}

/** A cambered airfoil, anticlockwise, its chord along y before it is turned. */
function airfoil(chord: number, angle: number, shift: number): Point2[] {
  const half = 28;
  const side = (sign: 1 | -1): Point2[] =>
    Array.from({ length: half }, (_, i) => {
      const t = 0.5 * (1 - Math.cos((Math.PI * (i + (sign > 0 ? 0 : 1))) / half));
      const thickness =
        0.62 * (0.2969 * Math.sqrt(t) - 0.126 * t - 0.3516 * t * t + 0.2843 * t ** 3 - 0.1036 * t ** 4 + 0.02 * t);
      const camber = 0.52 * t * (1 - t);
      return [(camber + sign * thickness) * chord, (t - 0.45) * chord];
    });
  const loop = [...side(1), ...side(-1).reverse()];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return loop.map(([x, y]): Point2 => [(x - 0.1 * chord) * c - y * s + shift, (x - 0.1 * chord) * s + y * c]);
}
