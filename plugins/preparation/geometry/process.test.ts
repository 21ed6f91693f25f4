import { describe, expect, it } from 'vitest';
import { filterFacets } from './mesh.ts';
import { extensionOf, processFile, sniff, thumbnail } from './index.ts';
import { writeBinaryStl } from './readers/stl.ts';
import { SHAPES, shapeStl } from './shapes.ts';
import { codeOf } from './test-support.ts';

const bytes = shapeStl('angle-bracket');

describe('processFile', () => {
  it('verifies, repairs and verifies again, as file preparation does', async () => {
    const broken = writeBinaryStl(filterFacets(SHAPES['angle-bracket'](), (facet) => facet % 97 !== 5));
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

function scaled(factor: number): ReturnType<typeof SHAPES.impeller> {
  const mesh = SHAPES['weld-neck-flange']();
  return { positions: mesh.positions.map((value) => value * factor), triangles: mesh.triangles };
}

describe('file names', () => {
  it('are judged by their extension, in any case', () => {
    expect(extensionOf('C:\\parts\\Housing.CATPart')).toBe('catpart');
    expect(extensionOf('.hidden')).toBe('');
  });
});
