import { GeometryError } from '../errors.ts';
import { say } from '../say.ts';
import type { VrmlNode } from './vrmlSyntax.ts';

/** Polygons with shared points; see `facesToMesh` for the layout. */
export interface Polygons {
  points: readonly number[];
  corners: readonly number[];
  faceEnds: readonly number[];
}

const segments = 48;
/** Maximum number of points of an extrusion (spine times cross-section) or of an elevation grid. */
const maxSwept = 1_000_000;

class PolygonList implements Polygons {
  points: number[] = [];
  corners: number[] = [];
  faceEnds: number[] = [];

  point(x: number, y: number, z: number): number {
    this.points.push(x, y, z);
    return this.points.length / 3 - 1;
  }

  face(corners: readonly number[]): void {
    for (const corner of corners) this.corners.push(corner);
    this.faceEnds.push(this.corners.length);
  }

  /** A ring of points around the y axis, anticlockwise seen from above. */
  ring(radius: number, y: number): number[] {
    return Array.from({ length: segments }, (_, i) => {
      const angle = (-2 * Math.PI * i) / segments;
      return this.point(radius * Math.cos(angle), y, radius * Math.sin(angle));
    });
  }

  wall(lower: readonly number[], upper: readonly number[]): void {
    lower.forEach((_, i) => {
      const j = (i + 1) % lower.length;
      this.face([lower[i] ?? 0, lower[j] ?? 0, upper[j] ?? 0, upper[i] ?? 0]);
    });
  }

  tip(ring: readonly number[], apex: number): void {
    ring.forEach((corner, i) => this.face([corner, ring[(i + 1) % ring.length] ?? 0, apex]));
  }
}

/** Box, Cube, Sphere, Cylinder and Cone of both versions; undefined for any other node. Missing caps are closed. */
export function primitive(node: VrmlNode): Polygons | undefined {
  const size = (field: string, standard: number): number => node.fields.get(field)?.numbers[0] ?? standard;
  const list = new PolygonList();
  switch (node.type) {
    case 'Box':
    case 'Cube': {
      const [w, h, d] =
        node.type === 'Cube'
          ? [size('width', 2), size('height', 2), size('depth', 2)]
          : (node.fields.get('size')?.numbers ?? []);
      const [x, y, z] = [(w ?? 2) / 2, (h ?? 2) / 2, (d ?? 2) / 2];
      const lower = [list.point(-x, -y, -z), list.point(-x, -y, z), list.point(x, -y, z), list.point(x, -y, -z)];
      const upper = [list.point(-x, y, -z), list.point(-x, y, z), list.point(x, y, z), list.point(x, y, -z)];
      list.wall(lower, upper);
      list.face(upper);
      list.face(lower.reverse());
      return list;
    }
    case 'Sphere': {
      const radius = size('radius', 1);
      const bands = segments / 2;
      const rings = Array.from({ length: bands - 1 }, (_, i) => {
        const angle = (Math.PI * (i + 1)) / bands;
        return list.ring(radius * Math.sin(angle), -radius * Math.cos(angle));
      });
      rings.slice(1).forEach((ring, i) => list.wall(rings[i] ?? [], ring));
      list.tip((rings[0] ?? []).toReversed(), list.point(0, -radius, 0));
      list.tip(rings.at(-1) ?? [], list.point(0, radius, 0));
      return list;
    }
    case 'Cylinder': {
      const radius = size('radius', 1);
      const half = size('height', 2) / 2;
      const lower = list.ring(radius, -half);
      const upper = list.ring(radius, half);
      list.wall(lower, upper);
      list.face(upper);
      list.face(lower.reverse());
      return list;
    }
    case 'Cone': {
      const half = size('height', 2) / 2;
      const ring = list.ring(size('bottomRadius', 1), -half);
      list.tip(ring, list.point(0, half, 0));
      list.face(ring.toReversed());
      return list;
    }
    default:
      return undefined;
  }
}

type Vector = readonly [number, number, number];
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vector): Vector | undefined => {
  const length = Math.hypot(...a);
  return length > 1e-9 ? [a[0] / length, a[1] / length, a[2] / length] : undefined;
};

const triples = (values: readonly number[]): Vector[] =>
  Array.from({ length: Math.floor(values.length / 3) }, (_, i) => [
    values[i * 3] ?? 0,
    values[i * 3 + 1] ?? 0,
    values[i * 3 + 2] ?? 0,
  ]);

/** VRML 97 Extrusion: a 2D cross-section swept along a spine, turned and scaled on the way. */
export function extrusion(node: VrmlNode): Polygons {
  const numbers = (field: string, standard: number[]): number[] => node.fields.get(field)?.numbers ?? standard;
  const flag = (field: string): boolean => node.fields.get(field)?.words[0] !== 'FALSE';
  const section = numbers('crossSection', [1, 1, 1, -1, -1, -1, -1, 1, 1, 1]);
  const spine = triples(numbers('spine', [0, 0, 0, 0, 1, 0]));
  const scale = numbers('scale', [1, 1]);
  const orientation = numbers('orientation', [0, 0, 1, 0]);
  const count = section.length / 2;
  const sectionClosed = section[0] === section[count * 2 - 2] && section[1] === section[count * 2 - 1];
  const used = sectionClosed ? count - 1 : count;
  const list = new PolygonList();
  if (used * spine.length > maxSwept) throw new GeometryError('TOO_LARGE', say('vrmlExtrusion'));

  const frames = spineFrames(spine);
  const rings = spine.map((origin, at) => {
    const [x, y, z] = frames[at] ?? [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const s = Math.min(at, scale.length / 2 - 1) * 2;
    const o = Math.min(at, orientation.length / 4 - 1) * 4;
    const turned = rotator(orientation.slice(o, o + 4));
    return Array.from({ length: used }, (_, i) => {
      const [px, py, pz] = turned([
        (section[i * 2] ?? 0) * (scale[s] ?? 1),
        0,
        (section[i * 2 + 1] ?? 0) * (scale[s + 1] ?? 1),
      ]);
      return list.point(
        origin[0] + x[0] * px + y[0] * py + z[0] * pz,
        origin[1] + x[1] * px + y[1] * py + z[1] * pz,
        origin[2] + x[2] * px + y[2] * py + z[2] * pz,
      );
    });
  });
  for (let at = 0; at + 1 < rings.length; at++) list.wall(rings[at] ?? [], rings[at + 1] ?? []);
  if (flag('beginCap')) list.face((rings[0] ?? []).toReversed());
  if (flag('endCap')) list.face(rings.at(-1) ?? []);
  return node.fields.get('ccw')?.words[0] === 'FALSE' ? flipped(list) : list;
}

/** VRML 97 ElevationGrid: heights along y over a grid of x and z. An open surface, each cell two facets. */
export function elevationGrid(node: VrmlNode): Polygons {
  const number = (field: string, standard: number): number => node.fields.get(field)?.numbers[0] ?? standard;
  const [columns, rows] = [number('xDimension', 0), number('zDimension', 0)];
  const heights = node.fields.get('height')?.numbers ?? [];
  if (columns * rows > maxSwept) throw new GeometryError('TOO_LARGE', say('vrmlGrid'));
  if (
    !(columns >= 0 && rows >= 0 && Number.isInteger(columns) && Number.isInteger(rows)) ||
    heights.length < columns * rows
  )
    throw new GeometryError('INVALID_CONTENT', say('vrmlHeights'));
  const list = new PolygonList();
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const height = heights[row * columns + column] ?? 0;
      list.point(column * number('xSpacing', 1), height, row * number('zSpacing', 1));
    }
  }
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const at = row * columns + column;
      list.face([at, at + columns, at + columns + 1]);
      list.face([at, at + columns + 1, at + 1]);
    }
  }
  return node.fields.get('ccw')?.words[0] === 'FALSE' ? flipped(list) : list;
}

const flipped = (list: Polygons): Polygons => ({
  points: list.points,
  faceEnds: list.faceEnds,
  corners: flipFaces(list),
});

function flipFaces({ corners, faceEnds }: Polygons): number[] {
  return faceEnds.flatMap((end, i) => corners.slice(faceEnds[i - 1] ?? 0, end).reverse());
}

/** The cross-section's axes at each point of the spine, as the standard defines them. */
function spineFrames(spine: readonly Vector[]): [Vector, Vector, Vector][] {
  const last = spine.length - 1;
  const first = spine[0] ?? [0, 0, 0];
  const closed = last > 1 && Math.hypot(...minus(first, spine[last] ?? first)) < 1e-9;
  const at = (i: number): Vector => spine[i] ?? first;
  let previousY: Vector = [0, 1, 0];
  let previousZ: Vector | undefined;
  const ys: Vector[] = [];
  const zs: (Vector | undefined)[] = [];
  for (let i = 0; i <= last; i++) {
    const before = i > 0 ? at(i - 1) : closed ? at(last - 1) : at(0);
    const after = i < last ? at(i + 1) : closed ? at(1) : at(last);
    previousY = unit(minus(after, before)) ?? previousY;
    ys.push(previousY);
    let z = i > 0 && i < last ? unit(cross(minus(at(i + 1), at(i)), minus(at(i - 1), at(i)))) : undefined;
    if (z && previousZ && z[0] * previousZ[0] + z[1] * previousZ[1] + z[2] * previousZ[2] < 0)
      z = [-z[0], -z[1], -z[2]];
    previousZ = z ?? previousZ;
    zs.push(previousZ);
  }
  const firstZ = zs.find((z) => z !== undefined);
  return ys.map((y, i) => {
    const z = zs[i] ?? firstZ ?? straightZ(y);
    const x = unit(cross(y, z)) ?? [1, 0, 0];
    return [x, y, unit(cross(x, y)) ?? z];
  });
}

/** For a straight spine: the z axis turned along with y. */
function straightZ(y: Vector): Vector {
  const axis = unit(cross([0, 1, 0], y));
  if (!axis) return [0, 0, 1];
  return rotator([...axis, Math.acos(Math.max(-1, Math.min(1, y[1])))])([0, 0, 1]);
}

function rotator([ax = 0, ay = 0, az = 1, angle = 0]: readonly number[]): (v: Vector) => Vector {
  const [x, y, z] = unit([ax, ay, az]) ?? [0, 0, 1];
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return (v) => {
    const dot = (x * v[0] + y * v[1] + z * v[2]) * (1 - c);
    const [kx, ky, kz] = cross([x, y, z], v);
    return [v[0] * c + kx * s + x * dot, v[1] * c + ky * s + y * dot, v[2] * c + kz * s + z * dot];
  };
}
