import type { OperationDetails, OperationInput } from '@sinter/sdk/contract/preparation/operations';
import { buildBvh, type Bvh } from '../../bvh/tree.ts';
import { GeometryError } from '../../errors.ts';
import type { Mesh } from '../../mesh.ts';
import { warning, type Warning } from '../../readers/reading.ts';
import { say } from '../../say.ts';
import { verify } from '../../verify.ts';
import type { Outcome, Progress } from '../operation.ts';
import { isInsideOut } from '../solid.ts';
import { facetNormal, WallProbe } from './probe.ts';
import { sampleSurface, type Samples } from './samples.ts';

type Details = OperationDetails<'WALL_THICKNESS'>;

const sampleCount = 100_000;
const samplesPerStep = 4096;
const binCount = 20;

/**
 * The other side of a wall may be out of parallel by this angle; surfaces that meet at a wider angle form an edge,
 * not a wall.
 */
const parallelDegrees = 40;
/** The same angle for a vertex, whose normal is an average of its facets. */
const vertexDegrees = 50;

/** The thinnest place must be a wall and not the edge of a blade: its sides are nearly parallel. */
const thinnestDegrees = 20;
/** Measured from the other side, a real wall has the same thickness to within this factor. */
const agreementFactor = 1.5;
const mostCandidates = 2000;

/** Shorter differences of length may come from rounding. */
const roundingShare = 1e-5;

/** When more than this share of the surface has no material behind it, the surface is not closed. */
const openShare = 0.001;

/** Measures how thick the walls of a part are. Makes no mesh. */
export function wallThickness(
  mesh: Mesh,
  input: OperationInput<'WALL_THICKNESS'>,
  onProgress: Progress,
): Outcome<Details> {
  const bvh = buildBvh(mesh);
  onProgress(0.1);
  const samples = sampleSurface(bvh, sampleCount);
  if (samples.count === 0) throw new GeometryError('NO_TRIANGLES', say('nothingToMeasure'));

  const probe = new WallProbe(bvh, parallelDegrees);
  const normal = new Float64Array(3);
  const thickness = new Float64Array(samples.count);
  const walls: number[] = [];
  const edges: number[] = [];
  let area = 0;
  let openArea = 0;
  for (let i = 0; i < samples.count; i++) {
    measureSample(probe, bvh, samples, i, normal);
    const share = samples.areas[i] ?? 0;
    thickness[i] = probe.thickness;
    area += share;
    if (probe.isWall) walls.push(i);
    else if (probe.thickness < Infinity) edges.push(i);
    else openArea += share;
    if (i % samplesPerStep === 0) onProgress(0.1 + (0.85 * i) / samples.count);
  }

  const warnings: Warning[] = [];
  if (walls.length === 0 && edges.length === 0) {
    throw new GeometryError('NEEDS_REPAIR', isInsideOut(verify(mesh)) ? say('wallsInsideOut') : say('wallsOpen'));
  }
  if (openArea > area * openShare) {
    const share = percent(openArea / area);
    warnings.push(
      isInsideOut(verify(mesh))
        ? warning('INVERTED_SHELLS', say('partlyInsideOut', { share }))
        : warning('OPEN_SURFACE', say('partlyOpen', { share })),
    );
  }
  if (walls.length === 0) {
    warnings.push(warning('NO_WALLS', say('noWalls')));
  }
  const measured = (walls.length > 0 ? walls : edges).sort(
    (a, b) => (thickness[a] ?? 0) - (thickness[b] ?? 0) || a - b,
  );
  const thinnest = walls.length > 0 ? confirmedThinnest(bvh, samples, measured, thickness) : undefined;
  const figures = summarize(measured, thickness, samples.areas);
  const least = thinnest === undefined ? figures.p1Mm : (thickness[thinnest] ?? 0);
  const thinBelow = input.minimumMm * (1 - roundingShare);
  let thinArea = 0;
  for (const i of walls) if ((thickness[i] ?? 0) < thinBelow) thinArea += samples.areas[i] ?? 0;
  onProgress(1);
  return {
    meshes: [],
    details: {
      minMm: least,
      ...figures,
      p1Mm: Math.max(figures.p1Mm, least),
      thinShare: thinArea / area,
      thinnest: thinnest === undefined ? null : spotOf(bvh, samples, thinnest),
      histogram: histogramOf(measured, thickness, samples.areas),
    },
    warnings,
  };
}

function measureSample(probe: WallProbe, bvh: Bvh, { facets, points }: Samples, i: number, normal: Float64Array): void {
  facetNormal(bvh, facets[i] ?? 0, normal);
  probe.measure(
    points[i * 3] ?? 0,
    points[i * 3 + 1] ?? 0,
    points[i * 3 + 2] ?? 0,
    normal[0] ?? 0,
    normal[1] ?? 0,
    normal[2] ?? 0,
  );
}

/** The thinnest place whose sides are nearly parallel and that measures about the same from both of them. */
function confirmedThinnest(
  bvh: Bvh,
  samples: Samples,
  thinnestFirst: readonly number[],
  thickness: Float64Array,
): number | undefined {
  const probe = new WallProbe(bvh, thinnestDegrees);
  const normal = new Float64Array(3);
  const agrees = (expected: number): boolean =>
    probe.isWall && probe.thickness < expected * agreementFactor && probe.thickness > expected / agreementFactor;
  for (const i of thinnestFirst.slice(0, mostCandidates)) {
    const expected = thickness[i] ?? 0;
    measureSample(probe, bvh, samples, i, normal);
    if (!agrees(expected)) continue;
    const { x, y, z, facet } = probe;
    facetNormal(bvh, facet, normal);
    probe.measure(x, y, z, normal[0] ?? 0, normal[1] ?? 0, normal[2] ?? 0);
    if (agrees(expected)) return i;
  }
  return thinnestFirst[0];
}

function spotOf(bvh: Bvh, { points, facets }: Samples, i: number): NonNullable<Details['thinnest']> {
  const normal = new Float64Array(3);
  facetNormal(bvh, facets[i] ?? 0, normal);
  return {
    position: [points[i * 3] ?? 0, points[i * 3 + 1] ?? 0, points[i * 3 + 2] ?? 0],
    normal: [normal[0] ?? 0, normal[1] ?? 0, normal[2] ?? 0],
  };
}

/** Shares of the surface, not of the samples: a sample counts by its area. */
function summarize(
  sorted: readonly number[],
  thickness: Float64Array,
  areas: Float64Array,
): Pick<Details, 'p1Mm' | 'p5Mm' | 'medianMm' | 'maxMm'> {
  const total = sorted.reduce((sum, i) => sum + (areas[i] ?? 0), 0);
  const at = (share: number): number => {
    let running = 0;
    for (const i of sorted) {
      running += areas[i] ?? 0;
      if (running >= total * share) return thickness[i] ?? 0;
    }
    return thickness[sorted.at(-1) ?? 0] ?? 0;
  };
  return { p1Mm: at(0.01), p5Mm: at(0.05), medianMm: at(0.5), maxMm: thickness[sorted.at(-1) ?? 0] ?? 0 };
}

/** Equal steps from 0 to the thickest. */
function histogramOf(sorted: readonly number[], thickness: Float64Array, areas: Float64Array): Details['histogram'] {
  const step = ((thickness[sorted.at(-1) ?? 0] ?? 0) * (1 + roundingShare)) / binCount;
  const bins = Array.from({ length: binCount }, (_, bin) => ({
    fromMm: bin * step,
    toMm: (bin + 1) * step,
    areaMm2: 0,
  }));
  for (const i of sorted) {
    const bin = bins[Math.min(binCount - 1, Math.floor((thickness[i] ?? 0) / step))];
    if (bin) bin.areaMm2 += areas[i] ?? 0;
  }
  return bins;
}

const percent = (share: number): string => `${Number((share * 100).toPrecision(2))} %`;

/**
 * Thickness in mm behind each point of a surface, for colouring the vertices of a preview. `points` and `normals`
 * hold x, y, z of each (normals are outward unit vectors) and may belong to a simplified mesh; the thickness is that
 * of the mesh of the tree. Infinite where there is no material behind a point.
 */
export function thicknessAt(bvh: Bvh, points: Float32Array, normals: Float32Array): Float32Array {
  const probe = new WallProbe(bvh, vertexDegrees);
  const thickness = new Float32Array(points.length / 3);
  for (let i = 0, at = 0; i < thickness.length; i++, at += 3) {
    probe.measure(
      points[at] ?? 0,
      points[at + 1] ?? 0,
      points[at + 2] ?? 0,
      normals[at] ?? 0,
      normals[at + 1] ?? 0,
      normals[at + 2] ?? 0,
    );
    thickness[i] = probe.thickness;
  }
  return thickness;
}
