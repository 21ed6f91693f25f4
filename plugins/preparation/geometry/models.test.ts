import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { processFile } from './index.ts';
import { codeOf } from './test-support.ts';

// Sample files with facts measured by other tools. They are too large for the repository and may be absent.
const MODELS = resolve(dirname(fileURLToPath(import.meta.url)), '../../../../shared/models');
const present = existsSync(join(MODELS, 'README.md'));
if (!present) console.log(`Skipping the sample models: ${MODELS} is not there.`);

const load = (file: string): Uint8Array => new Uint8Array(readFileSync(join(MODELS, file)));

interface Facts {
  file: string;
  facets: number;
  watertight: boolean;
  volume: number;
  size: number[];
}

/** The rows of the models' own table that give facets, volume and size. */
function facts(): Facts[] {
  if (!present) return [];
  return readFileSync(join(MODELS, 'README.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      const [, file = '', , facets = '', watertight = '', volume = '', size = ''] = cells;
      if (!/^(real|made)\/.*\.(stl|obj|3mf)$/i.test(file) || !(Number(facets) > 0) || !(Number(volume) !== 0))
        return [];
      return [
        {
          file,
          facets: Number(facets),
          watertight: watertight === 'yes',
          volume: Number(volume),
          size: size.split('x').map(Number),
        },
      ];
    });
}

/** 3MF files in inches: their facts are in inches, ours in millimetres. */
const INCHES = /inch|featuretype\.3MF/;
/** Files that the other tools read, and we refuse or read differently on purpose. */
const ELSEWHERE = /xml_entities|nan_vertex|inf_vertex/;

describe.skipIf(!present)('sample models', () => {
  it.each(facts().filter(({ file }) => !ELSEWHERE.test(file)))(
    '$file has its known facts',
    async ({ file, ...known }) => {
      const { report } = await processFile('VERIFY', load(file), { fileName: file });
      const unit = INCHES.test(file) ? 25.4 : 1;
      expect(report.facets).toBe(known.facets);
      report.bbox.size.forEach((side, axis) => {
        const expected = (known.size[axis] ?? 0) * unit;
        expect(Math.abs(side - expected)).toBeLessThanOrEqual(1e-4 * Math.max(expected, 1e-3));
      });
      if (report.watertight && known.watertight) {
        expect(report.volumeMm3 / (known.volume * unit ** 3)).toBeCloseTo(1, 5);
      }
    },
  );

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
    ['../real/trimesh_featuretype', undefined, '.STL'],
    ['../real/trimesh_idler_riser', undefined, '.STL'],
    ['../real/odri_structure_bottom_plate', undefined, '.STL'],
    ['../real/odri_electronics_box_base', undefined, '.STL'],
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
