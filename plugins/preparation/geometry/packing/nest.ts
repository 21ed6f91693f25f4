import type { Sentence } from '@sinter/sdk/contract/texts';
import { GeometryError } from '../errors.ts';
import { boundsOf, facetCount, type Mesh } from '../mesh.ts';
import { placementOf } from '../placement.ts';
import { figure, say } from '../say.ts';
import { verify } from '../verify.ts';
import { Lattice, type Triple } from './candidates.ts';
import { bulkOf } from './fill.ts';
import { orientationsOf, type Turning } from './orientations.ts';
import { runPass, type Kind, type PassResult } from './pass.ts';
import { cellCount, chooseVoxel, voxelCount } from './voxelSize.ts';

export type { Turning } from './orientations.ts';

/** Copies that one nesting may place. */
export const mostCopies = 10_000;
/** Room for rounding, relative to the box, because positions are stored in single precision. */
const grainShare = 1e-6;
/** Up to so many copies there is time for a finer grid. */
const fewCopies = 400;
const finerVoxels = 12_000_000;
/** Share of the progress that looking at the parts takes. */
const looked = 0.2;
/** A part is nothing but surface when its volume is below this share of its size. */
const noVolume = 1e-9;

export interface NestPart {
  id: number;
  mesh: Mesh;
  quantity: number;
}

export interface NestOptions {
  boxMm: Triple;
  /** Kept free along the walls; in powder also below and above. */
  wallMm: number;
  /** Kept free between any two parts. */
  spacingMm: number;
  /** `BED`: in powder, also above each other. `PLATE`: beside each other, each on the plate. */
  space: 'BED' | 'PLATE';
  turning: Turning;
  seed: number;
  /** Arrangements that are tried; the best is answered. */
  passes: number;
  mostBuilds: number;
  /** Asked again and again: is what was found so far enough? `first`: nothing is whole yet. */
  enough?: (first: boolean) => boolean;
  onProgress?: (share: number) => void;
}

export interface NestedBuild {
  /** `copy`: counted from 0 over all builds of the part. `placement`: 16 numbers, column by column. */
  instances: { id: number; copy: number; placement: number[] }[];
  /** The highest point above the plate. */
  heightMm: number;
  volumeMm3: number;
  /** Volume of the parts over that of the machine's box up to the height. */
  utilisation: number;
}

export interface Nesting {
  builds: NestedBuild[];
  left: { id: number; quantity: number; why: Sentence }[];
  /** Parts with holes: what they enclose may have counted as free, and the volume is uncertain. */
  open: number[];
  /** Arrangements that were tried to their end. */
  passes: number;
}

/**
 * Arranges copies of parts in as few builds, and as low, as it finds. The first arrangement takes the largest parts first; those after
 * it change the order and the ways in which parts lie, and the best one wins. The same seed and number of passes give
 * the same result.
 */
export function nest(parts: readonly NestPart[], options: NestOptions): Nesting {
  const { boxMm, wallMm, space, seed, passes, mostBuilds, enough = () => false } = options;
  const onProgress = options.onProgress ?? (() => undefined);
  const wanted = parts.reduce((sum, { quantity }) => sum + quantity, 0);
  if (wanted > mostCopies) throw new GeometryError('TOO_LARGE', say('packMost', { most: mostCopies, wanted }));
  const flat = space === 'PLATE';
  const inner: Triple = [boxMm[0] - 2 * wallMm, boxMm[1] - 2 * wallMm, boxMm[2] - (flat ? 0 : 2 * wallMm)];
  if (Math.min(...inner) <= 0) throw new GeometryError('NOT_POSSIBLE', say('nestNoRoom'));

  const left: Nesting['left'] = [];
  const open: number[] = [];
  const { lattice, kinds } = kindsOf(parts, inner, options, left, open);
  const random = randomOf(seed);
  let best: PassResult | null = null;
  let done = 0;
  for (let pass = 0; pass < passes; pass++) {
    if (best && enough(false)) break;
    const tell = (share: number): void => onProgress(looked + (1 - looked) * ((pass + share) / passes));
    const stopped = (): boolean => enough(best === null);
    const result = runPass(lattice, kinds, { pass, random, mostBuilds, best, stopped, onProgress: tell });
    if (result === 'STOPPED') break;
    done += 1;
    if (result) best = result;
  }
  const why = best?.timeless ? say('nestNoTime') : say('nestMostBuilds', { most: mostBuilds });
  for (const { kind, quantity } of best?.left ?? []) left.push({ id: kind.id, quantity, why });
  onProgress(1);
  return { builds: buildsOf(best, boxMm, wallMm, flat), left, open, passes: done };
}

function kindsOf(
  parts: readonly NestPart[],
  inner: Triple,
  { spacingMm, space, turning, onProgress }: NestOptions,
  left: Nesting['left'],
  open: number[],
): { lattice: Lattice; kinds: Kind[] } {
  const flat = space === 'PLATE';
  const grain = grainShare * Math.max(...inner);
  const margin = spacingMm / 2 + grain;
  const bodies = parts.flatMap((part) => {
    const report = facetCount(part.mesh) === 0 ? null : verify(part.mesh);
    const size = sizeOf(part.mesh);
    const volumeMm3 = Math.abs(report?.volumeMm3 ?? 0);
    if (!report || volumeMm3 <= noVolume * Math.max(...size) ** 3) {
      left.push({ id: part.id, quantity: part.quantity, why: say('nestNoVolume') });
      return [];
    }
    if (!report.watertight) open.push(part.id);
    return [{ part, size, volumeMm3, quantity: part.quantity }];
  });
  const copies = bodies.reduce((sum, { quantity }) => sum + quantity, 0);
  const most = flat ? cellCount : copies <= fewCopies ? finerVoxels : voxelCount;
  const voxel = chooseVoxel(inner, margin, bodies, { flat, most, least: leastVoxel(bodies.map(({ size }) => size)) });
  const sides = bodies.flatMap(({ size }) => size);
  const lattice = new Lattice(inner, margin, voxel, sides, grain, flat);
  const kinds = bodies.flatMap(({ part, size, volumeMm3 }, i): Kind[] => {
    const candidates = orientationsOf(lattice, part.mesh, turning);
    onProgress?.((looked * (i + 1)) / bodies.length);
    if (candidates.length === 0) {
      left.push({ id: part.id, quantity: part.quantity, why: tooLarge(size, inner) });
      return [];
    }
    const { id, quantity } = part;
    return [{ id, quantity, volumeMm3, size, candidates, bulk: bulkOf(candidates[0]) }];
  });
  return { lattice, kinds };
}

/** A finer grid than 1.5 mm only takes longer, unless parts are that small. */
const leastVoxel = (sizes: readonly Triple[]): number =>
  sizes.reduce((least, size) => Math.min(least, Math.max(...size) / 15), 1.5);

const rounded = (length: number): number | string => figure(Math.round(length * 10) / 10);

const tooLarge = ([x, y, z]: Triple, [bx, by, bz]: Triple): Sentence =>
  say('nestTooLarge', {
    ...{ x: rounded(x), y: rounded(y), z: rounded(z) },
    ...{ boxX: rounded(bx), boxY: rounded(by), boxZ: rounded(bz) },
  });

function buildsOf(best: PassResult | null, boxMm: Triple, wallMm: number, flat: boolean): NestedBuild[] {
  const copies = new Map<number, number>();
  return (best?.builds ?? []).map((placed) => {
    const floor = placed.reduce((low, { corner }) => Math.min(low, corner[2]), Infinity);
    const bottom = flat ? 0 : wallMm;
    let heightMm = 0;
    let volumeMm3 = 0;
    const instances = placed.map(({ kind, candidate: { rotation, low, size }, corner }) => {
      const { id } = kind;
      const copy = copies.get(id) ?? 0;
      copies.set(id, copy + 1);
      const z = corner[2] - floor + bottom;
      heightMm = Math.max(heightMm, z + size[2]);
      volumeMm3 += kind.volumeMm3;
      const move = [corner[0] + wallMm - low[0], corner[1] + wallMm - low[1], z - low[2]] as const;
      return { id, copy, placement: placementOf(rotation, move) };
    });
    return { instances, heightMm, volumeMm3, utilisation: volumeMm3 / (boxMm[0] * boxMm[1] * heightMm) };
  });
}

function sizeOf(mesh: Mesh): Triple {
  if (facetCount(mesh) === 0) return [0, 0, 0];
  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = boundsOf(mesh);
  return [x1 - x0, y1 - y0, z1 - z0];
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
