import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { operationInputSchemas } from '@sinter/sdk/contract/preparation/operations';
import { filterFacets, joinMeshes, type Mesh } from './mesh.ts';
import { extensionOf, openModel, processFile, processModel, sniff, thumbnail } from './index.ts';
import { millimetresHeader, writeBinaryStl } from './readers/stl.ts';
import { shapes, shapeStl } from './shapes.ts';
import { box } from './testSolids.ts';
import { codeOf } from './testSupport.ts';

const modelsFolder = resolve(dirname(fileURLToPath(import.meta.url)), '../../../../shared/models');

const bytes = shapeStl('angle-bracket');

describe('processFile', () => {
  it('verifies, repairs and verifies again, as file preparation does', async () => {
    const broken = writeBinaryStl(filterFacets(shapes['angle-bracket'](), (facet) => facet % 97 !== 5));
    const first = await processFile('VERIFY', broken, { fileName: 'part.stl' });
    expect(first.needsRepair).toBe(true);
    expect(first.outputStl).toBeUndefined();
    const repaired = await processFile('REPAIR', broken, { fileName: 'part.stl' });
    expect(repaired.changes.holesFilled).toBeGreaterThan(0);
    const again = await processFile('VERIFY', repaired.outputStl ?? new Uint8Array(), { fileName: 'part.stl' });
    expect(again).toMatchObject({ needsRepair: false, report: { watertight: true } });
    expect(again.report).toEqual(repaired.report);
  });

  it('reports in millimetres and writes millimetres, whatever unit the file was meant in', async () => {
    const millimetres = await processFile('VERIFY', bytes, { fileName: 'a.stl' });
    const inches = await processFile('CONVERT', bytes, { fileName: 'a.stl', units: 'IN' });
    expect(inches.report.volumeMm3 / millimetres.report.volumeMm3).toBeCloseTo(25.4 ** 3, 1);
    const written = await processFile('VERIFY', inches.outputStl ?? new Uint8Array(), { fileName: 'a.stl' });
    expect(written.report.bbox.size[0]).toBeCloseTo(64 * 25.4, 2);
  });

  it('warns when the size speaks for another unit', async () => {
    const tiny = writeBinaryStl(scaled(0.001));
    const huge = writeBinaryStl(scaled(100));
    const codes = async (file: Uint8Array): Promise<string[]> =>
      (await processFile('VERIFY', file, { fileName: 'a.stl' })).report.warnings.map(({ code }) => code);
    expect(await codes(tiny)).toEqual(['UNIT_SMALL']);
    expect(await codes(huge)).toEqual(['UNIT_LARGE']);
  });

  it('analyzes centre, overhang and base', async () => {
    const { report } = await processFile('analyze', shapeStl('weld-neck-flange'), { fileName: 'flange.stl' });
    if (!('centroid' in report)) throw new Error('no analysis');
    expect(report.centroid[0]).toBeCloseTo(0, 3);
    expect(report.centroid[1]).toBeCloseTo(0, 3);
    expect(report.baseAreaMm2).toBeGreaterThan(1000);
    expect(report.overhangAreaMm2).toBeGreaterThan(1000);
    expect(report.boxFill).toBeGreaterThan(0.2);
    expect(report.unitGuess).toBe('MM');
  });

  it('tells how far it is', async () => {
    const seen: number[] = [];
    await processFile('REPAIR', bytes, { fileName: 'a.stl', onProgress: (fraction) => seen.push(fraction) });
    expect(seen[0]).toBe(0);
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  it('names the missing converter of a proprietary file', async () => {
    const ole = new Uint8Array(600);
    ole.set([0xd0, 0xcf, 0x11, 0xe0]);
    await expect(processFile('CONVERT', ole, { fileName: 'Lever.SLDPRT' })).rejects.toThrow(
      'No converter is configured for .sldprt files',
    );
    expect(await codeOf(() => processFile('CONVERT', ole, { fileName: 'Lever.stl' }))).toBe('NEEDS_CONVERTER');
  });

  it.each(['part.stl', 'part.step', 'part.igs', 'part.3mf', 'part.obj', 'part.wrl', 'part'])(
    'refuses rubbish called %s',
    async (fileName) => {
      const rubbish = new TextEncoder().encode('Dear Sir or Madam, please find attached. '.repeat(20));
      for (const file of [rubbish, rubbish.map((byte, i) => (byte * 31 + i * 7) & 255), new Uint8Array(0)]) {
        expect(await codeOf(() => processFile('VERIFY', file, { fileName }))).toBeDefined();
      }
    },
  );

  it('reads a STEP file whatever its name, and refuses a damaged one', async () => {
    const damaged = new TextEncoder().encode(
      "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nENDSEC;\nDATA;\n#1=CART",
    );
    expect(sniff(damaged, 'part.stl')).toBe('STEP');
    expect(await codeOf(() => processFile('CONVERT', damaged, { fileName: 'part.stl' }))).toBe('NOT_READABLE');
  });

  it('draws no picture of a file it cannot read', async () => {
    expect(await codeOf(() => thumbnail(new Uint8Array(10), 64, 'a.stl'))).toBe('NOT_READABLE');
  });
});

function scaled(factor: number): ReturnType<typeof shapes.impeller> {
  const mesh = shapes['weld-neck-flange']();
  return { positions: mesh.positions.map((value) => value * factor), triangles: mesh.triangles };
}

describe('file names', () => {
  it('are judged by their extension, in any case', () => {
    expect(extensionOf('C:\\parts\\Housing.CATPart')).toBe('catpart');
    expect(extensionOf('.hidden')).toBe('');
  });
});

const cube = (edge = 10, [x = 0, y = 0, z = 0]: readonly number[] = []): Mesh =>
  box([x, y, z], [x + edge, y + edge, z + edge]);
const inward = ({ positions, triangles }: Mesh): Mesh => ({ positions, triangles: triangles.toReversed() });
const read = (mesh: Mesh): ReturnType<typeof openModel> => openModel(writeBinaryStl(mesh), 'a.stl');
const report = async (mesh: Mesh) => (await processFile('VERIFY', writeBinaryStl(mesh), { fileName: 'a.stl' })).report;
const codes = async (mesh: Mesh): Promise<string[]> => (await report(mesh)).warnings.map(({ code }) => code);

describe('copies of facets', () => {
  const twice = joinMeshes([cube(20), cube(20)]);

  it('need a repair, which leaves one of each', async () => {
    expect(await report(twice)).toMatchObject({ needsRepair: true, defects: { duplicate: 12 } });
    const repaired = await processFile('REPAIR', writeBinaryStl(twice), { fileName: 'a.stl' });
    expect(repaired).toMatchObject({ needsRepair: false, report: { volumeMm3: 8000, defects: { duplicate: 0 } } });
  });

  it('are no solid to hollow, cut or support', async () => {
    const reading = await read(twice);
    const plane = operationInputSchemas.SOLID_SECTION.parse({ normal: [0, 0, 1], offsetMm: 10 });
    expect(await codeOf(() => processModel('HOLLOW', reading, { wallMm: 2 }, () => {}))).toBe('NEEDS_REPAIR');
    expect(await codeOf(() => processModel('SOLID_SECTION', reading, plane, () => {}))).toBe('NEEDS_REPAIR');
  });

  it('that take each other back leave nothing to repair: that is said, not answered with an empty file', async () => {
    const nothing = writeBinaryStl(joinMeshes([cube(), inward(cube())]));
    await expect(processFile('REPAIR', nothing, { fileName: 'a.stl' })).rejects.toThrow(
      /Nothing of the surface is left/,
    );
    const flat: Mesh = { positions: Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0), triangles: Uint32Array.of(0, 1, 2) };
    expect(await codeOf(() => processFile('REPAIR', writeBinaryStl(flat), { fileName: 'a.stl' }))).toBe('NO_TRIANGLES');
  });
});

describe('a part that is inside out', () => {
  it('is neither cut nor supported, and is not called open', async () => {
    const reading = await read(inward(cube(20)));
    const plane = operationInputSchemas.SOLID_SECTION.parse({ normal: [0, 0, 1], offsetMm: 10 });
    const columns = operationInputSchemas.SUPPORT_GENERATION.parse({ liftMm: 5 });
    expect(await codeOf(() => processModel('SOLID_SECTION', reading, plane, () => {}))).toBe('NEEDS_REPAIR');
    expect(await codeOf(() => processModel('SUPPORT_GENERATION', reading, columns, () => {}))).toBe('NEEDS_REPAIR');
    const walls = processModel('WALL_THICKNESS', reading, { minimumMm: 1 }, () => {});
    await expect(walls).rejects.toThrow(/inside out/);
  });
});

describe('the size and the place of a part', () => {
  it('hints at inches where millimetres are rare, and only while nobody has named the unit', async () => {
    for (const size of [
      [5, 2.5, 1.375],
      [2.656, 2.953, 0.625],
      [12, 4, 4],
    ] as const) {
      expect(await codes(box([0, 0, 0], size))).toEqual(['UNIT_INCHES']);
    }
    expect(await codes(cube(12.1))).toEqual([]);
    expect(await codes(cube(0.9))).toEqual(['UNIT_SMALL']);
    const small = await processFile('CONVERT', writeBinaryStl(cube(0.4)), { fileName: 'a.stl', units: 'IN' });
    expect(small.report.warnings).toEqual([]);
    const kept = writeBinaryStl(cube(5), millimetresHeader);
    expect((await processFile('VERIFY', kept, { fileName: 'a.stl' })).report.warnings).toEqual([]);
  });

  it.skipIf(!existsSync(modelsFolder))('hints at inches for the sample parts that were drawn in them', async () => {
    for (const file of ['real/trimesh_featuretype.STL', 'real/trimesh_idler_riser.STL']) {
      const { report: found } = await processFile('analyze', readFileSync(join(modelsFolder, file)), {
        fileName: file,
      });
      expect(found.warnings.map(({ code }) => code)).toContain('UNIT_INCHES');
      expect(found).toMatchObject({ unitGuess: 'IN_OR_M' });
    }
  });

  it('warns where single precision no longer holds the shape', async () => {
    expect(await codes(cube(20, [1000, 1000, 1000]))).toEqual([]);
    expect(await codes(cube(20, [1e5, 0, 0]))).toEqual(['FAR_FROM_ORIGIN']);
  });

  it('refuses what no part measures', async () => {
    expect(await codeOf(() => read(cube(1e30)))).toBe('INVALID_CONTENT');
    expect(await codeOf(() => read(cube(1e6)))).toBeUndefined();
  });
});
