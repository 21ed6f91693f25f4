import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { some } from '../../../tests/rounds.ts';
import { processFile } from './index.ts';
import { codeOf } from './testSupport.ts';

// Sample files whose facts other tools have measured. They are too large for the repository and may be missing.
const modelsFolder = resolve(dirname(fileURLToPath(import.meta.url)), '../../../../shared/models');
const present = existsSync(join(modelsFolder, 'README.md'));
if (!present) console.log(`Skipping the sample models: ${modelsFolder} is not there.`);

const load = (file: string): Uint8Array => new Uint8Array(readFileSync(join(modelsFolder, file)));

/** The measurements of other tools, in the unit of the file. */
interface Facts {
  file: string;
  facets: number;
  shells: number;
  watertight: boolean;
  volume: number;
  size: number[];
}

/** Rows of the models' table that give facets, volume and size. */
function facts(): Facts[] {
  if (!present) return [];
  return readFileSync(join(modelsFolder, 'README.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      const [, file = '', , facets = '', watertight = '', volume = '', size = '', bodies = ''] = cells;
      if (!/^(real|made)\/.*\.(stl|obj|3mf)$/i.test(file) || !(Number(facets) > 0) || !(Number(volume) !== 0))
        return [];
      return [
        {
          file,
          facets: Number(facets),
          shells: Number(bodies),
          watertight: watertight === 'yes',
          volume: Number(volume),
          size: size.split('x').map(Number),
        },
      ];
    });
}

/**
 * The B-rep rows: solids and their volume in mm³. Boxes are left out, because they also contain sheets and
 * annotations.
 */
function solids(): { file: string; volume: number }[] {
  if (!present) return [];
  return readFileSync(join(modelsFolder, 'README.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, file = '', , kind = '', solids_ = '', volume = ''] = line.split('|').map((cell) => cell.trim());
      return kind === 'B-rep' && Number(volume) > 0 && /^[1-9]/.test(solids_) ? [{ file, volume: Number(volume) }] : [];
    });
}

/** 3MF files in inches: their facts are in inches, ours in millimetres. */
const inchFiles = /inch|featuretype\.3MF/;
/** Files that other tools read, and that we refuse or read differently on purpose. */
const readDifferently = /xml_entities|nan_vertex|inf_vertex/;
/** Files for which our result about the surface differs from that of other tools, and why. */
const differentResults: Record<string, string> = {
  'real/trimesh_multibody.stl': 'facets turned against each other, which the other tool does not ask about',
  'made/d_inverted_some.stl': 'facets turned against each other, which the other tool does not ask about',
  'real/3mf_cube_gears.3mf': 'facets without area, which we name apart',
  'made/d_nonmanifold_shared_face.stl': 'solids that touch along edges are closed',
  'made/d_nonmanifold_touching_edge.stl': 'solids that touch along edges are closed',
  'made/d_touching_vertex.stl': 'solids that touch in a point are two',
  'made/d_negative.obj': 'the other tool mistakes its indices',
};
/** A larger relative difference is a wrong result. */
const exactTolerance = 1e-4;

const differs = (computed: number, known: number): number =>
  Math.abs(computed - known) / Math.max(Math.abs(known), 1e-9);

/** Known facts beside ours, printed at the end when MODEL_TABLE is set. */
const table: Record<string, unknown>[] = [];

/** Area of the facets of a file, from its bytes alone, because the other tools do not give one. */
function areaOf(stl: Uint8Array): number {
  const view = new DataView(stl.buffer, stl.byteOffset, stl.byteLength);
  let area = 0;
  for (let at = 84; at + 50 <= stl.length; at += 50) {
    const corner = (k: number): number[] => [0, 4, 8].map((axis) => view.getFloat32(at + 12 + k * 12 + axis, true));
    const [a, b, c] = [corner(0), corner(1), corner(2)];
    const side = (to: readonly number[]): number[] => to.map((value, axis) => value - (a[axis] ?? 0));
    const [[ux = 0, uy = 0, uz = 0], [vx = 0, vy = 0, vz = 0]] = [side(b), side(c)];
    area += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
  }
  return area;
}

const admesh = present && spawnSync('admesh', ['--version']).status === 0;
if (present && !admesh) console.log('admesh is not installed: what was repaired is judged by our own VERIFY alone.');

/** Faults that admesh finds in a file: facets without area, with an open edge, or turned against a neighbour. */
function faultsByAdmesh(file: string): number {
  const { stdout } = spawnSync('admesh', ['--exact', '--normal-directions', file], { encoding: 'utf8' });
  const number = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1] ?? NaN);
  return (
    number(/Total disconnected facets\s*:\s*(\d+)/) +
    number(/Degenerate facets\s*:\s*(\d+)/) +
    number(/Facets reversed\s*:\s*(\d+)/)
  );
}

/** The largest files take some seconds on a busy machine. */
describe.skipIf(!present)('sample models', { timeout: 60_000 }, () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'models-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
    if (process.env['MODEL_TABLE']) console.table(table);
  });

  it.each(facts().filter(({ file }) => !readDifferently.test(file)))(
    '$file has its known facts',
    async ({ file, ...known }) => {
      const { report, outputStl = new Uint8Array() } = await processFile('CONVERT', load(file), { fileName: file });
      const unit = inchFiles.test(file) ? 25.4 : 1;
      const size = known.size.map((side) => side * unit);
      const volume = known.volume * unit ** 3;
      const comparable = report.watertight && known.watertight;
      table.push({
        file,
        'facets known': known.facets,
        facets: report.facets,
        'shells known': known.shells,
        shells: report.shells,
        'watertight known': known.watertight,
        watertight: report.watertight,
        'volume known': volume,
        volume: report.volumeMm3,
        'volume off': comparable ? differs(report.volumeMm3, volume) : 'open',
        'area, mm²': report.areaMm2,
        'differs because': differentResults[file] ?? '',
        'box known': size.map((side) => Number(side.toPrecision(5))).join(' x '),
        box: report.bbox.size.map((side) => Number(side.toPrecision(5))).join(' x '),
      });
      expect(report.facets).toBe(known.facets);
      if (!differentResults[file]) {
        expect(report.watertight).toBe(known.watertight);
        if (known.watertight) expect(report.shells).toBe(known.shells);
      }
      report.bbox.size.forEach((side, axis) => {
        const expected = size[axis] ?? 0;
        expect(Math.abs(side - expected)).toBeLessThanOrEqual(exactTolerance * Math.max(expected, 1e-3));
      });
      if (comparable) expect(differs(report.volumeMm3, volume)).toBeLessThan(exactTolerance);
      expect(differs(report.areaMm2, areaOf(outputStl))).toBeLessThan(exactTolerance);
    },
  );

  it.each(some(6, solids()))('$file has its known volume', async ({ file, volume }) => {
    const { report } = await processFile('VERIFY', load(file), { fileName: file });
    table.push({
      file,
      shells: report.shells,
      watertight: report.watertight,
      'volume known': volume,
      volume: report.volumeMm3,
      'volume off': differs(report.volumeMm3, volume),
    });
    // The known volume is that of the curved solid; our facets are within 2e-4 of the diagonal of it.
    expect(differs(report.volumeMm3, volume)).toBeLessThan(2e-3);
  });

  it.each([
    ['d_holes_small', 14010.347],
    ['d_inverted_all', 14010.347],
    ['d_inverted_some', 14010.347],
    ['d_degenerate', 14010.347],
    ['d_duplicate_faces', 14010.347],
    ['d_unwelded_jitter', 14010.347],
    ['d_t_junctions', 8000],
    ['d_nonmanifold_fin', 6000],
    ['d_duplicate_flipped', 6000],
    ['d_nan_vertex', 6000],
    ['d_inf_vertex', 6000],
    ['d_inverted_one_shell', 6512],
    ['d_ascii_cut_midvertex', undefined],
    ['d_truncated_binary', undefined],
    ['d_hole_large', undefined],
    ['../real/assimp_sphereWithHole', undefined],
    ['../real/trimesh_teapot', undefined],
    ['../real/3mf_cube_gears', 112366.33, '.3mf'],
  ])('%s is sound after its repair', async (name, volume, extension = '.stl') => {
    const file = `made/${name}${extension}`;
    const bytes = load(file);
    expect((await processFile('VERIFY', bytes, { fileName: file })).needsRepair).toBe(true);
    const { report, needsRepair, outputStl } = await processFile('REPAIR', bytes, { fileName: file });
    expect(report.watertight).toBe(true);
    expect(needsRepair).toBe(false);
    if (volume !== undefined) expect(Math.abs(report.volumeMm3 / volume - 1)).toBeLessThan(1e-4);
    const again = await processFile('VERIFY', outputStl ?? new Uint8Array(), { fileName: file });
    expect(again.needsRepair).toBe(false);
    if (!admesh) return;
    const written = join(folder, 'repaired.stl');
    writeFileSync(written, outputStl ?? new Uint8Array());
    expect(faultsByAdmesh(written)).toBe(0);
  });

  it.each([
    ['made/d_part_ap203.step', 27743.8049],
    ['made/d_part_ap214_inch.stp', 27743.8049],
    ['made/d_part_ap242.step', 27743.8049],
    ['made/d_part_brep_inch.iges', 27743.8049],
    ['made/d_part_faces_mm.iges', 27743.8049],
    ['made/d_three_bodies_ap214.stp', 56487.6098],
    ['real/cadquery_red_cube_blue_cylinder.step', 1785.3982],
    ['real/nist_NX_Plate_w_Hole_Rev_0.0.stp', 35874.3126],
    ['real/trimesh_base_interface_AP203.STEP', 1257991.53],
    ['real/nist_ctc_01_asme1_ap242-e1.stp', 14644823.3],
  ])('%s converts to a closed mesh of its volume', async (file, volume) => {
    const { report, needsRepair, outputStl } = await processFile('CONVERT', load(file), { fileName: file });
    expect(report.watertight).toBe(true);
    expect(needsRepair).toBe(false);
    expect(Math.abs(report.volumeMm3 / volume - 1)).toBeLessThan(0.002);
    expect(outputStl?.length).toBe(84 + report.facets * 50);
  });

  it.each([
    ['made/d_transform_def_use.wrl', 60000],
    ['made/d_inventor_v1.wrl', 6000],
    ['made/d_components_mirror_inch.3mf', 98322.38],
    ['made/d_concave_ngon.obj', 4160],
  ])('%s converts to its volume', async (file, volume) => {
    const { report } = await processFile('CONVERT', load(file), { fileName: file });
    expect(report).toMatchObject({ watertight: true, needsRepair: false });
    expect(Math.abs(report.volumeMm3 / volume - 1)).toBeLessThan(1e-5);
  });

  it.each([
    ['made/d_ascii_comma_decimals.stl', 'NOT_READABLE'],
    ['made/d_bad_index.obj', 'INVALID_CONTENT'],
    ['made/d_component_bomb_1e8.3mf', 'TOO_LARGE'],
    ['made/d_cyclic_components.3mf', 'INVALID_CONTENT'],
    ['made/d_fake.sldprt', 'NEEDS_CONVERTER'],
    ['made/d_fake.x_t', 'NEEDS_CONVERTER'],
    ['made/d_garbage.stl', 'NOT_READABLE'],
    ['made/d_html_as_stl.stl', 'NOT_READABLE'],
    ['made/d_index_out_of_range.3mf', 'INVALID_CONTENT'],
    ['made/d_no_triangles.3mf', 'NO_TRIANGLES'],
    ['made/d_only_header.stl', 'NO_TRIANGLES'],
    ['made/d_step_as_stl.stl', 'NOT_READABLE'],
    ['made/d_truncated.3mf', 'INVALID_CONTENT'],
    ['made/d_truncated.step', 'NOT_READABLE'],
    ['made/d_xml_entities.3mf', 'INVALID_CONTENT'],
    ['made/d_zero_bytes.stl', 'EMPTY_FILE'],
    ['made/d_zip_bomb.3mf', 'TOO_LARGE'],
    ['made/d_zip_size_lie.3mf', 'INVALID_CONTENT'],
    ['real/3mf_pyramid.3mf', 'NO_TRIANGLES'],
    ['real/assimp_conrod.jt', 'NEEDS_CONVERTER'],
    ['real/nist_V56R2022_plate_w_hole_rev_0.0.CATPart', 'NEEDS_CONVERTER'],
    ['real/nist_NX_Plate_w_Hole_Rev_0.0.prt', 'NEEDS_CONVERTER'],
  ] as const)('%s is refused as %s', async (file, code) => {
    expect(await codeOf(() => processFile('CONVERT', load(file), { fileName: file }))).toBe(code);
  });
});
