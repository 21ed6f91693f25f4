import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { some } from '../../../../../tests/rounds.ts';
import { closestPoint, nearestPoint } from '../../bvh/nearest.ts';
import { buildBvh, type Bvh } from '../../bvh/tree.ts';
import { diagonalOf, boundsOf, facetCount, filterFacets, joinMeshes, type Mesh } from '../../mesh.ts';
import { readStl, writeBinaryStl } from '../../readers/stl.ts';
import { shapes, shapeNames } from '../../shapes.ts';
import { sequence } from '../../testSupport.ts';
import { verify } from '../../verify.ts';
import { reduce } from './index.ts';

const modelsFolder = resolve(dirname(fileURLToPath(import.meta.url)), '../../../../../../shared/models');
const realModels = ['real/odri_finger_tip.STL', 'real/trimesh_torus.STL', 'made/d_hole_large.stl'].filter((file) => {
  const present = existsSync(join(modelsFolder, file));
  if (!present) console.log(`Skipping ${file}: the sample models are not there.`);
  return present;
});

const reduced = async (
  mesh: Mesh,
  keepPercent: number,
  maxDeviationMm?: number,
): Promise<Awaited<ReturnType<typeof reduce>>['details'] & { mesh: Mesh }> => {
  const { meshes, details } = await reduce(mesh, { keepPercent, maxDeviationMm }, () => {});
  return { ...details, mesh: meshes[0]?.mesh ?? mesh };
};

/** Largest distance of random points of a surface from another one. The operation itself measures at other points. */
function spotCheck(from: Mesh, to: Bvh, seed: number): number {
  const random = sequence(seed);
  const nearest = nearestPoint();
  let most = 0;
  for (let i = 0; i < 2000; i++) {
    const corner = Math.floor(random() * facetCount(from)) * 3;
    const u = Math.sqrt(random());
    const v = random();
    const weights = [1 - u, u * (1 - v), u * v];
    const [x = 0, y = 0, z = 0] = [0, 1, 2].map((axis) =>
      weights.reduce(
        (sum, weight, k) => sum + weight * (from.positions[(from.triangles[corner + k] ?? 0) * 3 + axis] ?? 0),
        0,
      ),
    );
    if (closestPoint(to, x, y, z, Infinity, nearest)) most = Math.max(most, nearest.distance);
  }
  return most;
}

describe('reduction', () => {
  it.each(some(4, shapeNames))(
    '%s stays closed and within the deviation, as random points of both sides show',
    async (name) => {
      const mesh = shapes[name]();
      const tree = buildBvh(mesh);
      const diagonal = diagonalOf(boundsOf(mesh));
      for (const [keep, share] of [
        [20, 0.01],
        [5, 0.0005],
      ] as const) {
        const result = await reduced(mesh, keep, diagonal * share);
        expect(result.deviationMm).toBeLessThanOrEqual(diagonal * share);
        expect(spotCheck(result.mesh, tree, keep)).toBeLessThanOrEqual(diagonal * share * 1.05);
        expect(spotCheck(mesh, buildBvh(result.mesh), keep)).toBeLessThanOrEqual(diagonal * share * 1.05);
        expect(result.facetsAfter).toBe(facetCount(result.mesh));
        expect(result.facetsAfter <= Math.ceil((result.facetsBefore * keep) / 100) * 1.01 + 2).toBe(
          !result.stoppedByDeviation,
        );
        const report = verify(result.mesh);
        expect(report).toMatchObject({ watertight: true, needsRepair: false });
        const [read] = readStl(writeBinaryStl(result.mesh)).bodies;
        expect(read && verify(read).watertight).toBe(true);
      }
    },
  );

  it('uses a thousandth of the diagonal when no deviation is asked for', async () => {
    const mesh = shapes.impeller();
    const { deviationMm, facetsAfter, facetsBefore } = await reduced(mesh, 40);
    expect(facetsAfter).toBeLessThan(facetsBefore / 2);
    expect(deviationMm).toBeLessThanOrEqual(diagonalOf(boundsOf(mesh)) * 0.001);
  });

  it('gives the mesh back unreduced when nothing can go', async () => {
    const mesh = shapes['spur-gear']();
    expect(await reduced(mesh, 10, 1e-6)).toMatchObject({ deviationMm: expect.any(Number), stoppedByDeviation: true });
    expect((await reduced(mesh, 10, 1e-6)).facetsAfter).toBeGreaterThan(facetCount(mesh) * 0.9);
  });

  it('reports progress that only grows', async () => {
    const told: number[] = [];
    await reduce(shapes['turbine-blade'](), { keepPercent: 10, maxDeviationMm: undefined }, (share) =>
      told.push(share),
    );
    expect(told.length).toBeGreaterThan(1);
    expect(told.every((share, i) => share >= (told[i - 1] ?? 0) && share <= 1)).toBe(true);
  });

  it('gives the same bytes for the same part', async () => {
    const bytes = async (): Promise<Uint8Array> => writeBinaryStl((await reduced(shapes['rocket-nozzle'](), 20)).mesh);
    expect(Buffer.compare(await bytes(), await bytes())).toBe(0);
  });

  it.each(some(1, realModels))('%s', async (file) => {
    const mesh = joinMeshes(readStl(new Uint8Array(readFileSync(join(modelsFolder, file)))).bodies);
    const closed = verify(mesh).watertight;
    const result = await reduced(mesh, 10);
    expect(verify(result.mesh).watertight).toBe(closed);
    expect(result.deviationMm).toBeLessThanOrEqual(diagonalOf(boundsOf(mesh)) * 0.001);
  });
});

describe('asking for less', () => {
  it.each(some(2, ['manifold-block', 'hinge-leaf', 'pipe-elbow', 'weld-neck-flange'] as const))(
    'of %s never gives more facets',
    async (name) => {
      const mesh = shapes[name]();
      for (const deviation of [undefined, 0.05]) {
        let before = facetCount(mesh);
        for (const keep of [99, 90, 80, 60, 40, 5]) {
          const { facetsAfter } = await reduced(mesh, keep, deviation);
          expect(facetsAfter).toBeLessThanOrEqual(before);
          before = facetsAfter;
        }
        if (deviation === undefined) expect(before).toBeLessThan(facetCount(mesh) * 0.75);
      }
    },
    60_000,
  );

  it('of one, two or three facets gives them back', async () => {
    for (const facets of [1, 2, 3]) {
      const few = filterFacets(shapes['heat-sink'](), (facet) => facet < facets);
      expect((await reduced(few, 50)).facetsAfter).toBe(facets);
    }
  });
});
