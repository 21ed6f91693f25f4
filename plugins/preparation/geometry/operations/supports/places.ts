import { crossings, verticalCrossings } from '../../bvh/crossings.ts';
import type { Bvh } from '../../bvh/tree.ts';
import { GeometryError } from '../../errors.ts';
import { say } from '../../say.ts';
import type { Progress } from '../operation.ts';
import { profileOf, type Column, type ColumnSizes, type Place } from './columns.ts';
import { overhangs, type Overhangs } from './overhangs.ts';

/** More columns than this are not useful: nobody can remove them. */
const mostColumns = 20_000;
const mostLines = 4_000_000;
/** Gaps lower than this need no column, mm. */
const lowestGap = 0.05;
/** When a place has no room, other places are tried around it at these shares of the spacing. */
const shiftShares = [0.25, 0.5, 0.75];
const shiftDirections = 8;

export interface Found {
  columns: Column[];
  overhangAreaMm2: number;
  /** The overhanging area that has no column within the spacing because there is no room. */
  unheldAreaMm2: number;
}

/**
 * Finds where columns are needed: on a grid wherever a line upward meets an overhang, and off the grid at the lowest
 * points and on overhangs between its lines. `plate`: the height of the build plate.
 */
export function findPlaces(
  bvh: Bvh,
  plate: number,
  overhangDegrees: number,
  sizes: ColumnSizes,
  onProgress: Progress,
): Found {
  const overhang = overhangs(bvh.mesh, plate, overhangDegrees);
  const spacing = sizes.spacingMm;
  const [x0 = 0, y0 = 0, , x1 = 0, y1 = 0] = bvh.boxes;
  const columns = Math.max(1, Math.ceil((x1 - x0) / spacing));
  const rows = Math.max(1, Math.ceil((y1 - y0) / spacing));
  if (columns * rows > mostLines) throw tooMany();
  const startX = (x0 + x1) / 2 - ((columns - 1) * spacing) / 2;
  const startY = (y0 + y1) / 2 - ((rows - 1) * spacing) / 2;
  const finder = new Finder(bvh, plate, sizes, overhang);
  if (overhang.areaMm2 > 0 || overhang.lowest.length > 0) {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        finder.along(startX + column * spacing, startY + row * spacing);
      }
      onProgress((0.9 * (row + 1)) / rows);
    }
    finder.between();
  }
  onProgress(1);
  const { columns: found, unheldAreaMm2 } = finder;
  return { columns: found, overhangAreaMm2: overhang.areaMm2, unheldAreaMm2 };
}

const tooMany = (): GeometryError => new GeometryError('NOT_POSSIBLE', say('tooManySupports', { most: mostColumns }));

/** A place under a region of overhang. */
interface Wanted {
  place: Place;
  /** -1 for the lowest points. */
  region: number;
}

class Finder {
  readonly columns: Column[] = [];
  unheldAreaMm2 = 0;
  readonly #bvh: Bvh;
  readonly #plate: number;
  readonly #sizes: ColumnSizes;
  readonly #overhang: Overhangs;
  readonly #line = crossings();
  /** The regions of overhang that have a column. */
  readonly #held = new Set<number>();
  readonly #refused: Wanted[] = [];
  /** Columns by cell of the grid, to keep other columns away. */
  readonly #cells = new Map<string, Column[]>();

  constructor(bvh: Bvh, plate: number, sizes: ColumnSizes, overhang: Overhangs) {
    this.#bvh = bvh;
    this.#plate = plate;
    this.#sizes = sizes;
    this.#overhang = overhang;
  }

  /** Adds columns under every overhang that this upright line meets. */
  along(x: number, y: number): void {
    for (const wanted of this.#wantedAlong(x, y)) if (!this.#add(wanted)) this.#refused.push(wanted);
  }

  /**
   * Adds columns under the lowest points, beside places without room, and under overhangs between the lines of the
   * grid.
   */
  between(): void {
    const overhang = this.#overhang;
    const refused = this.#refused;
    const sizes = this.#sizes;
    for (const { x, y, z } of overhang.lowest) this.#under(x, y, z, -1);
    const without: Wanted[] = refused.filter((wanted) => {
      const { x, y, to } = wanted.place;
      return !this.#isNear(x, y, to) && !this.#beside(wanted);
    });
    overhang.middles.forEach(({ x, y, z }, region) => {
      if (!this.#held.has(region)) this.#under(x, y, z, region);
    });
    for (const { region } of without) if (this.#held.has(region)) this.unheldAreaMm2 += sizes.spacingMm ** 2;
    this.unheldAreaMm2 = Math.min(this.unheldAreaMm2, overhang.areaMm2);
    overhang.regionAreas.forEach((area, region) => {
      if (!this.#held.has(region)) this.unheldAreaMm2 += area;
    });
  }

  #wantedAlong(x: number, y: number): Wanted[] {
    const line = this.#line;
    const plate = this.#plate;
    const overhang = this.#overhang;
    const px = Math.fround(x);
    const py = Math.fround(y);
    verticalCrossings(this.#bvh, px, py, line);
    const found: Wanted[] = [];
    let winding = 0;
    let below = plate;
    for (let i = 0; i < line.count; i++) {
      const height = line.heights[i] ?? 0;
      const region = overhang.regionOf[line.facets[i] ?? 0] ?? -1;
      if (winding === 0 && region >= 0)
        found.push({ place: { x: px, y: py, from: below, to: height, onPart: below > plate }, region });
      winding += line.turns[i] ?? 0;
      if (winding === 0) below = height;
    }
    return found;
  }

  /** Adds a column under a point, or beside it, unless one is near. */
  #under(x: number, y: number, z: number, region: number): void {
    if (this.#isNear(x, y, z)) {
      this.#held.add(region);
      return;
    }
    const line = this.#line;
    const plate = this.#plate;
    verticalCrossings(this.#bvh, x, y, line);
    let below = plate;
    const clear = this.#sizes.spacingMm * 1e-3;
    for (let i = 0; i < line.count && (line.heights[i] ?? 0) < z - clear; i++) below = line.heights[i] ?? 0;
    const wanted = { place: { x, y, from: below, to: z, onPart: below > plate }, region };
    if (!this.#add(wanted) && region >= 0) this.#beside(wanted);
  }

  /** Adds a column under the same region, as near to a place without room as possible. */
  #beside({ place: { x, y, to }, region }: Wanted): boolean {
    const { spacingMm } = this.#sizes;
    for (const share of shiftShares) {
      for (let way = 0; way < shiftDirections; way++) {
        const angle = (2 * Math.PI * way) / shiftDirections;
        const away = share * spacingMm;
        const near = this.#wantedAlong(x + away * Math.cos(angle), y + away * Math.sin(angle)).find(
          (wanted) => wanted.region === region && Math.abs(wanted.place.to - to) < 2 * away,
        );
        if (near && this.#add(near)) return true;
      }
    }
    return false;
  }

  /** False when there is no room for a column. */
  #add({ place, region }: Wanted): boolean {
    const isGap = place.to - place.from < lowestGap;
    const profile = isGap ? undefined : profileOf(this.#bvh, place, this.#sizes);
    if (!isGap && !profile) return false;
    if (region >= 0) this.#held.add(region);
    if (!profile) return true;
    if (this.columns.length >= mostColumns) throw tooMany();
    const column = { ...place, profile };
    this.columns.push(column);
    const key = this.#keyOf(place.x, place.y);
    const cell = this.#cells.get(key);
    if (cell) cell.push(column);
    else this.#cells.set(key, [column]);
    return true;
  }

  #isNear(x: number, y: number, z: number): boolean {
    const { spacingMm } = this.#sizes;
    for (const dx of [-spacingMm, 0, spacingMm]) {
      for (const dy of [-spacingMm, 0, spacingMm]) {
        for (const column of this.#cells.get(this.#keyOf(x + dx, y + dy)) ?? []) {
          const beside = Math.hypot(column.x - x, column.y - y);
          if (beside < spacingMm && column.from < z && column.to > z - spacingMm) return true;
        }
      }
    }
    return false;
  }

  #keyOf(x: number, y: number): string {
    return `${Math.floor(x / this.#sizes.spacingMm)} ${Math.floor(y / this.#sizes.spacingMm)}`;
  }
}
