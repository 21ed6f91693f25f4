import { closestPoint, nearestPoint } from '../../bvh/nearest.ts';
import type { Bvh } from '../../bvh/tree.ts';
import type { Mesh } from '../../mesh.ts';

const columnSides = 8;
/**
 * The depth to which an end reaches into the part, as a share of the width of the tip, so that both are printed as
 * one.
 */
const biteShare = 0.2;
/** The length over which an end narrows, in widths of the column. */
const taperLength = 1.5;
/** The foot on the plate is this many times as wide as the column. */
const footWidth = 2;
/** Columns and feet take at most this share of the spacing, so that they stay apart. */
const widthShare = 0.9;
/** Distance between a column and the part beside it, mm. */
const clearance = 0.1;
const lookCount = 12;

/** Where a column would stand: upright at (x, y) between two heights, on the plate or on the part. */
export interface Place {
  x: number;
  y: number;
  from: number;
  to: number;
  onPart: boolean;
}

/** A place with room for a column, and the column's shape. */
export interface Column extends Place {
  profile: readonly Ring[];
}

export interface ColumnSizes {
  tipMm: number;
  columnMm: number;
  spacingMm: number;
}

export interface Columns {
  mesh: Mesh;
  count: number;
  /** Number of columns that stand on the part. */
  onPart: number;
  volumeMm3: number;
}

/** The mesh of the columns; each is a closed shell with eight sides. */
export function buildColumns(all: readonly Column[]): Columns {
  const positions: number[] = [];
  const triangles: number[] = [];
  const columns = { count: 0, onPart: 0, volumeMm3: 0 };
  for (const { x, y, onPart, profile } of all) {
    columns.count++;
    if (onPart) columns.onPart++;
    columns.volumeMm3 += volumeOf(profile);
    addTurned(positions, triangles, x, y, profile);
  }
  return { ...columns, mesh: { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) } };
}

type Ring = readonly [radius: number, z: number];

/**
 * Radii from the bottom up: a tip where the column touches the part, a foot on the plate, and between them as wide as
 * there is room. `undefined` where even the tip has no room: right beside a wall, which supports what is next to it,
 * or in a narrow gap.
 */
export function profileOf(
  bvh: Bvh,
  { x, y, from, to, onPart }: Place,
  { tipMm, columnMm, spacingMm }: ColumnSizes,
): Ring[] | undefined {
  const tip = Math.min(tipMm, columnMm) / 2;
  const widest = Math.max(tip, Math.min(columnMm / 2, (widthShare * spacingMm) / 2));
  const bite = tipMm * biteShare;
  const bottom = onPart ? from - bite : from;
  const top = to + bite;
  const taper = Math.min(widest * 2 * taperLength, (to - from) / (onPart ? 3 : 2));
  const shaftFrom = from + (onPart ? taper : 0);
  const shaftTo = to - taper;
  const room = roomBeside(bvh, x, y, shaftFrom, shaftTo);
  if (room < Math.min(tip, (to - from) / 4)) return undefined;
  const shaft = Math.max(tip, Math.min(widest, room - clearance));
  if (onPart)
    return [
      [tip, bottom],
      [tip, from],
      [shaft, shaftFrom],
      [shaft, shaftTo],
      [tip, to],
      [tip, top],
    ];
  const foot = Math.max(
    shaft,
    Math.min(shaft * footWidth, (widthShare * spacingMm) / 2, roomBeside(bvh, x, y, from, from)),
  );
  const footTop = Math.min(from + foot / 2, (from + shaftTo) / 2);
  return [
    [foot, bottom],
    [shaft, footTop],
    [shaft, shaftTo],
    [tip, to],
    [tip, top],
  ];
}

/** The smallest distance of an upright line from the part. */
function roomBeside(bvh: Bvh, x: number, y: number, from: number, to: number): number {
  const nearest = nearestPoint();
  let least = Infinity;
  for (let i = 0; i <= lookCount; i++) {
    if (closestPoint(bvh, x, y, from + ((to - from) * i) / lookCount, least, nearest)) least = nearest.distance;
  }
  return least;
}

/** Area of a regular polygon of radius 1. */
const polygonArea = (columnSides / 2) * Math.sin((2 * Math.PI) / columnSides);

function volumeOf(profile: readonly Ring[]): number {
  let volume = 0;
  for (let i = 0; i + 1 < profile.length; i++) {
    const [r = 0, z = 0] = profile[i] ?? [];
    const [s = 0, w = 0] = profile[i + 1] ?? [];
    volume += (polygonArea * (w - z) * (r * r + r * s + s * s)) / 3;
  }
  return volume;
}

function addTurned(positions: number[], triangles: number[], x: number, y: number, profile: readonly Ring[]): void {
  const base = positions.length / 3;
  for (const [radius, z] of profile) {
    for (let side = 0; side < columnSides; side++) {
      const angle = (2 * Math.PI * side) / columnSides;
      positions.push(x + radius * Math.cos(angle), y + radius * Math.sin(angle), z);
    }
  }
  for (let ring = 0; ring + 1 < profile.length; ring++) {
    for (let side = 0; side < columnSides; side++) {
      const a = base + ring * columnSides + side;
      const b = base + ring * columnSides + ((side + 1) % columnSides);
      triangles.push(a, b, b + columnSides, a, b + columnSides, a + columnSides);
    }
  }
  const last = base + (profile.length - 1) * columnSides;
  for (let side = 1; side + 1 < columnSides; side++) {
    triangles.push(base, base + side + 1, base + side, last, last + side, last + side + 1);
  }
}
