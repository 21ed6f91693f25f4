import { describe, expect, it } from 'vitest';
import { some } from '../../../../../tests/rounds.ts';
import { boundsOf, facetCount, scaleMesh, type Mesh } from '../../mesh.ts';
import { placeMesh } from '../../placement.ts';
import { shapes } from '../../shapes.ts';
import { ball, box } from '../../testSolids.ts';
import { codeOf, sequence } from '../../testSupport.ts';
import { gapBelow } from './gap.testSupport.ts';
import { pack, type PartToPack } from './index.ts';

type Box = [number, number, number];
type Turning = 'UPRIGHT' | 'ANY';

const run = (parts: readonly PartToPack[], boxMm: Box, spacingMm: number, turning: Turning = 'ANY') =>
  pack(
    parts,
    { parts: parts.map(({ fileId, quantity }) => ({ fileId, quantity })), boxMm, spacingMm, turning },
    () => undefined,
  );

/** Checks with the real meshes that no part leaves the box, overlaps another, or is nearer than the spacing. */
function expectApart(parts: readonly PartToPack[], boxMm: Box, spacingMm: number, turning: Turning = 'ANY'): number {
  const { details, meshes } = run(parts, boxMm, spacingMm, turning);
  const placed = details.placements.map(({ fileId, placement }) => {
    const part = parts.find((each) => each.fileId === fileId);
    if (!part) throw new Error('a placement is of one of the parts');
    return placeMesh(part.mesh, placement);
  });
  const wanted = parts.reduce((sum, { quantity }) => sum + quantity, 0);
  expect(placed.length + details.unplaced.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(wanted);
  const bounds = placed.map(boundsOf);
  for (const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] of bounds) {
    expect(Math.min(x0, y0, z0)).toBeGreaterThanOrEqual(-1e-5);
    expect(Math.max(x1 - boxMm[0], y1 - boxMm[1], z1 - boxMm[2])).toBeLessThanOrEqual(1e-5);
    expect(z1).toBeLessThanOrEqual(details.heightMm + 1e-4);
  }
  placed.forEach((one, i) => {
    for (let j = i + 1; j < placed.length; j++) {
      const other = placed[j];
      if (other && gapBelow(one, other, spacingMm)) expect.fail(`parts ${i} and ${j} are too near`);
    }
  });
  expect(facetCount(meshes[0]?.mesh ?? { positions: new Float32Array(0), triangles: new Uint32Array(0) })).toBe(
    placed.reduce((sum, mesh) => sum + facetCount(mesh), 0),
  );
  return placed.length;
}

/** The exact check of distances looks at every pair of facets. */
const fewFacets = [
  shapes['angle-bracket'],
  shapes['heat-sink'],
  () => ball(40, 12),
  () => box([0, 0, 0], [70, 30, 20]),
] as const;

describe('packing', () => {
  it('fills a box with cubes exactly', () => {
    const cubes = [{ fileId: 1, mesh: box([0, 0, 0], [10, 10, 10]), quantity: 70 }];
    const { details } = run(cubes, [40, 40, 40], 0);
    expect(details.placements).toHaveLength(64);
    expect(details.unplaced).toEqual([{ fileId: 1, quantity: 6 }]);
    expect(details.heightMm).toBeCloseTo(40, 4);
    expect(details.density).toBeCloseTo(1, 4);
  });

  it('places a part that fills the box exactly, turned if need be', () => {
    const parts = [{ fileId: 7, mesh: box([0, 0, 0], [50, 45, 40]), quantity: 1 }];
    expect(expectApart(parts, [40, 50, 45], 2)).toBe(1);
    expect(expectApart(parts, [45, 50, 40], 2, 'UPRIGHT')).toBe(1);
    expect(expectApart(parts, [40, 50, 45], 2, 'UPRIGHT')).toBe(0);
  });

  it('keeps the spacing between parts and uses the walls', () => {
    const parts = [{ fileId: 1, mesh: box([0, 0, 0], [9, 9, 9]), quantity: 8 }];
    expect(expectApart(parts, [20, 20, 20], 2)).toBe(8);
    expect(expectApart(parts, [19.9, 20, 20], 2)).toBe(4);
  });

  it('puts parts into the hollows of others', () => {
    const frame = shapes['heat-sink']();
    const alone = run([{ fileId: 1, mesh: frame, quantity: 1 }], [120, 70, 100], 1).details.heightMm;
    const parts = [
      { fileId: 1, mesh: frame, quantity: 1 },
      { fileId: 2, mesh: box([0, 0, 0], [20, 3, 3]), quantity: 8 },
    ];
    expect(expectApart(parts, [120, 70, 100], 1)).toBe(9);
    expect(run(parts, [120, 70, 100], 1).details.heightMm).toBeCloseTo(alone, 0);
  });

  it('packs at least 8 % denser than whoever packs the boxes around the parts', () => {
    const parts = Object.values(shapes).map((shape, fileId) => ({
      fileId,
      mesh: scaleMesh(shape(), 0.6),
      quantity: 5,
    }));
    const boxes = parts.map((part) => {
      const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = boundsOf(part.mesh);
      return { ...part, mesh: box([x0, y0, z0], [x1, y1, z1]) };
    });
    const space: Box = [200, 160, 300];
    const [real, boxed] = [run(parts, space, 2).details, run(boxes, space, 2).details];
    expect(real.unplaced).toEqual([]);
    expect(boxed.heightMm / real.heightMm).toBeGreaterThan(1.08);
  });

  it('tells what found no room, and packs the rest', () => {
    const parts = [
      { fileId: 1, mesh: box([0, 0, 0], [200, 10, 10]), quantity: 3 },
      { fileId: 2, mesh: ball(5, 12), quantity: 2 },
    ];
    const { details } = run(parts, [100, 100, 100], 1);
    expect(details.unplaced).toEqual([{ fileId: 1, quantity: 3 }]);
    expect(details.placements.map(({ fileId }) => fileId)).toEqual([2, 2]);
    const none = run(parts.slice(0, 1), [100, 100, 100], 1);
    expect(none).toMatchObject({ meshes: [], details: { heightMm: 0, density: 0 } });
  });

  it('warns of open surfaces and refuses too much', async () => {
    const cube = box([0, 0, 0], [10, 10, 10]);
    const open = { positions: cube.positions, triangles: cube.triangles.subarray(3) };
    expect(run([{ fileId: 4, mesh: open, quantity: 1 }], [50, 50, 50], 1).warnings).toMatchObject([
      { code: 'OPEN_SURFACE' },
    ]);
    const many = Array.from({ length: 6 }, (_, fileId) => ({ fileId, mesh: cube, quantity: 2000 }));
    expect(await codeOf(() => run(many, [50, 50, 50], 1))).toBe('TOO_LARGE');
    const heavy: Mesh = { positions: cube.positions, triangles: new Uint32Array(3 * 210_000) };
    for (let i = 0; i < heavy.triangles.length; i++) heavy.triangles[i] = cube.triangles[i % 36] ?? 0;
    expect(await codeOf(() => run([{ fileId: 1, mesh: heavy, quantity: 100 }], [100, 100, 100], 1))).toBe('TOO_LARGE');
  });

  it.each(some(2, [2, 1, 3, 4, 5, 6, 7, 8]))('never overlaps and never leaves the box: random set %i', (seed) => {
    const random = sequence(seed * 101);
    const boxMm: Box = [40 + random() * 60, 40 + random() * 60, 40 + random() * 60];
    const parts = Array.from({ length: 3 }, (_, fileId) => {
      const shape = fewFacets[Math.floor(random() * fewFacets.length)] ?? fewFacets[0];
      return { fileId, mesh: scaleMesh(shape(), 0.12 + random() * 0.25), quantity: 1 + Math.floor(random() * 5) };
    });
    const spacing = seed % 3 === 0 ? 0 : random() * 1.5;
    expect(expectApart(parts, boxMm, spacing, seed % 2 === 0 ? 'ANY' : 'UPRIGHT')).toBeGreaterThan(0);
    expect(run(parts, boxMm, spacing)).toEqual(run(parts, boxMm, spacing));
  });
});
