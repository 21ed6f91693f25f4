import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { rounds, some } from '../../../../../tests/rounds.ts';
import { filterFacets, joinMeshes, type Mesh } from '../../mesh.ts';
import { readStl, writeBinaryStl } from '../../readers/stl.ts';
import { shapes, type ShapeName } from '../../shapes.ts';
import { ball, box, turned } from '../../testSolids.ts';
import { codeOf, sequence } from '../../testSupport.ts';
import { verify } from '../../verify.ts';
import { wallThickness } from '../wall-thickness/index.ts';
import { hollow } from './index.ts';

const modelsFolder = resolve(dirname(fileURLToPath(import.meta.url)), '../../../../../../shared/models/real');
const present = existsSync(modelsFolder);
if (!present) console.log(`Skipping the sample models: ${modelsFolder} is not there.`);

const run = (mesh: Mesh, wallMm: number): ReturnType<typeof hollow> => hollow(mesh, { wallMm }, () => undefined);

/** Hollows a part and checks what must hold for any part: the file is closed, and the wall is as requested. */
async function check(mesh: Mesh, wallMm: number): Promise<Awaited<ReturnType<typeof hollow>>['details']> {
  const { meshes, details } = await run(mesh, wallMm);
  const made = meshes[0]?.mesh ?? mesh;
  // As the next reader of the file gets it.
  const report = verify(readStl(writeBinaryStl(made)).bodies[0] ?? mesh);
  expect(report).toMatchObject({ watertight: true, needsRepair: false });
  expect((verify(mesh).volumeMm3 - details.savedVolumeMm3) / report.volumeMm3).toBeCloseTo(1, 4);
  expect(details.wallMeanMm / wallMm).toBeGreaterThan(0.98);
  expect(details.wallMeanMm / wallMm).toBeLessThan(1.05);
  expect(details.wallMinMm / wallMm).toBeGreaterThan(0.9);
  return details;
}

describe('hollow', () => {
  it('hollows a box to the box inside it', async () => {
    const details = await check(box([0, 0, 0], [40, 30, 20]), 2);
    expect(details.cavities).toBe(1);
    expect(details.savedVolumeMm3 / (36 * 26 * 16)).toBeCloseTo(1, 2);
    expect(details.wallMinMm).toBeCloseTo(2, 3);
  });

  it('hollows a ball to the ball inside it', async () => {
    const details = await check(ball(20, 24), 3);
    expect(details.savedVolumeMm3 / ((4 / 3) * Math.PI * 17 ** 3)).toBeCloseTo(1, 1);
  });

  it('keeps the wall around a cavity that is there already', async () => {
    const block = joinMeshes([box([0, 0, 0], [40, 40, 40]), box([15, 15, 15], [25, 25, 25], true)]);
    const { meshes, details } = await run(block, 2);
    expect(details.cavities).toBe(1);
    // Between 2 mm under the outside and 2 mm around the cavity, with round corners.
    expect(details.savedVolumeMm3 / (36 ** 3 - 14 ** 3)).toBeCloseTo(1, 1);
    expect(verify(meshes[0]?.mesh ?? block)).toMatchObject({ watertight: true, needsRepair: false });
  });

  it('makes a cavity in each of several bodies, none where there is no room', async () => {
    const bodies = joinMeshes([
      box([0, 0, 0], [20, 20, 20]),
      box([30, 0, 0], [50, 20, 20]),
      box([60, 0, 0], [80, 20, 3]),
    ]);
    expect((await check(bodies, 2)).cavities).toBe(2);
  });

  it('gives the same wall when measured by wall thickness', async () => {
    const { meshes } = await run(box([0, 0, 0], [40, 30, 20]), 2);
    const [only] = meshes;
    const measured = wallThickness(only?.mesh ?? ball(1), { minimumMm: 1 }, () => undefined).details;
    expect(measured.minMm).toBeCloseTo(2, 2);
    expect(measured.medianMm).toBeCloseTo(2, 2);
  });

  const shapesWithWalls: [ShapeName, number][] = [
    ['angle-bracket', 1.5],
    ['spur-gear', 2],
    ['impeller', 1.5],
    ['electronics-housing', 2],
    ['heat-sink', 2],
    ['turbine-blade', 1.5],
    ['rocket-nozzle', 2],
    ['manifold-block', 5],
    ['sensor-capsule', 2],
  ];
  it.each(some(3, shapesWithWalls))('leaves the wall asked for in %s', async (name, wallMm) => {
    await check(shapes[name](), wallMm);
  });

  it('leaves the wall asked for in boxes of any size, turned any way, anywhere', async () => {
    const random = sequence(9);
    for (let i = 0; i < rounds(2, 6); i++) {
      const wallMm = 0.8 + random() * 3;
      const sides = [0, 1, 2].map(() => wallMm * (4 + random() * 12));
      const [x = 0, y = 0, z = 0] = sides;
      const away = [random() * 400, random() * 400, random() * 400] as const;
      const details = await check(turned(box([0, 0, 0], [x, y, z]), random() * 6, random() * 6, away), wallMm);
      const inside = (x - 2 * wallMm) * (y - 2 * wallMm) * (z - 2 * wallMm);
      expect(details.savedVolumeMm3 / inside).toBeGreaterThan(0.95);
      expect(details.savedVolumeMm3 / inside).toBeLessThan(1.005);
    }
  });

  it('says why it cannot', async () => {
    const block = box([0, 0, 0], [40, 30, 4]);
    await expect(run(block, 2)).rejects.toThrow('A wall of 2 mm leaves no room inside this part.');
    expect(await codeOf(() => run(block, 5))).toBe('NOT_POSSIBLE');
    expect(await codeOf(() => run(shapes['heat-sink'](), 6))).toBe('NOT_POSSIBLE');
    expect(
      await codeOf(() =>
        run(
          filterFacets(block, (facet) => facet > 0),
          1,
        ),
      ),
    ).toBe('NEEDS_REPAIR');
    expect(await codeOf(() => run(box([0, 0, 0], [40, 30, 20], true), 1))).toBe('NEEDS_REPAIR');
    // A cell of the grid must not be wider than the wall.
    await expect(run(box([0, 0, 0], [2000, 300, 300], false), 1)).rejects.toThrow('too thin for a part of this size');
  });

  it('tells how far it is, and makes the same bytes twice', async () => {
    const seen: number[] = [];
    const first = await hollow(shapes['turbine-blade'](), { wallMm: 2 }, (share) => seen.push(share));
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(first.warnings.map(({ code }) => code)).toEqual(['CLOSED_CAVITY']);
    const second = await run(shapes['turbine-blade'](), 2);
    expect(second.details).toEqual(first.details);
    const bytes = ({ meshes }: typeof first): Uint8Array => writeBinaryStl(meshes[0]?.mesh ?? ball(1));
    expect(Buffer.compare(bytes(first), bytes(second))).toBe(0);
  });

  const models: [string, number][] = [
    ['odri_finger_tip.STL', 2],
    ['odri_pulley_pull_up_module.STL', 1.5],
    ['trimesh_plate_holes.STL', 3],
    ['trimesh_torus.STL', 0.2],
  ];
  it.skipIf(!present).each(some(2, models))('leaves the wall asked for in %s', async (file, wallMm) => {
    const { bodies } = readStl(new Uint8Array(readFileSync(join(modelsFolder, file))));
    await check(joinMeshes(bodies), wallMm);
  });
});
