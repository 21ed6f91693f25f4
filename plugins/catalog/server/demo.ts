import type { DemoWorld, Work } from '@sinter/sdk/server';
import type { CatalogTables } from './tables.ts';

/** [process, name, general material, density g/cm³ (where the library has none), price per kg in cents] */
const materials = [
  ['SELECTIVE_LASER_SINTERING', 'PA 2200 (PA12)', 'Polyamide', 0.93, 6800],
  ['SELECTIVE_LASER_SINTERING', 'PA 3200 GF (PA12 glass-filled)', 'Polyamide', 1.22, 7600],
  ['SELECTIVE_LASER_SINTERING', 'PA 1101 (PA11)', 'Polyamide', 0.99, 8200],
  ['SELECTIVE_LASER_SINTERING', 'TPU 1301', 'Elastomer', 1.11, 9400],
  ['SELECTIVE_LASER_SINTERING', 'Alumide', 'Polyamide', 1.36, 9100],
  ['HPBJ', 'HP 3D HR PA 12', 'Polyamide', 1.01, 6100],
  ['HPBJ', 'HP 3D HR PA 11', 'Polyamide', 1.05, 7900],
  ['HPBJ', 'HP 3D HR PP', 'Polypropylene', 0.89, 8800],
  ['HPBJ', 'Ultrasint TPU01', 'Elastomer', 1.11, 9900],
  ['FUSED_DEPOSITION_MODELING', 'ABS-M30', 'ABS', 1.04, 14500],
  ['FUSED_DEPOSITION_MODELING', 'ASA', 'ASA', 1.05, 14800],
  ['FUSED_DEPOSITION_MODELING', 'PC-ISO', 'Polycarbonate', 1.2, 21000],
  ['FUSED_DEPOSITION_MODELING', 'ULTEM 9085', 'PEI', 1.27, 38500],
  ['FUSED_DEPOSITION_MODELING', 'Nylon 12CF', 'Polyamide', 1.15, 32000],
  ['SLA', 'Accura Xtreme', 'Photopolymer', 1.19, 18500],
  ['SLA', 'Accura ClearVue', 'Photopolymer', 1.17, 21500],
  ['DIRECT_METAL_LASER_SINTERING', 'AlSi10Mg', 'Aluminium', 2.67, 7900],
  ['DIRECT_METAL_LASER_SINTERING', 'Ti64 ELI', 'Titanium', 4.41, 28500],
  ['DIRECT_METAL_LASER_SINTERING', '316L', 'Stainless steel', 7.97, 5900],
  ['DIRECT_METAL_LASER_SINTERING', 'IN718', 'Nickel alloy', 8.15, 9800],
] as const;

/** [manufacturer, model, process, x, y, z in mm] */
const models = [
  ['EOS', 'FORMIGA P 110 Velocis', 'SELECTIVE_LASER_SINTERING', 200, 250, 330],
  ['EOS', 'EOS P 396', 'SELECTIVE_LASER_SINTERING', 340, 340, 600],
  ['HP', 'Jet Fusion 5200', 'HPBJ', 380, 284, 380],
  ['Stratasys', 'F370', 'FUSED_DEPOSITION_MODELING', 355, 254, 355],
  ['Stratasys', 'Fortus 450mc', 'FUSED_DEPOSITION_MODELING', 406, 355, 406],
  ['3D Systems', 'ProX 800', 'SLA', 650, 750, 550],
  ['EOS', 'EOS M 290', 'DIRECT_METAL_LASER_SINTERING', 250, 250, 325],
  ['EOS', 'EOS M 400-4', 'DIRECT_METAL_LASER_SINTERING', 400, 400, 400],
] as const;

/** [facility, name, model, loaded material, further materials, rate per hour in cents, layer height in µm where it stays the same] */
const machines = [
  ['root', 'SLS-01', 'FORMIGA P 110 Velocis', 'PA 2200 (PA12)', ['PA 1101 (PA11)', 'TPU 1301'], 1900, 100],
  ['root', 'SLS-02', 'EOS P 396', 'PA 2200 (PA12)', ['PA 3200 GF (PA12 glass-filled)', 'Alumide'], 3400, 120],
  ['root', 'SLS-03', 'EOS P 396', 'PA 3200 GF (PA12 glass-filled)', ['PA 2200 (PA12)', 'PA 1101 (PA11)'], 3400, 100],
  [
    'root',
    'MJF-01',
    'Jet Fusion 5200',
    'HP 3D HR PA 12',
    ['HP 3D HR PA 11', 'HP 3D HR PP', 'Ultrasint TPU01'],
    3900,
    80,
  ],
  ['root', 'MJF-02', 'Jet Fusion 5200', 'HP 3D HR PA 11', ['HP 3D HR PA 12', 'Ultrasint TPU01'], 3900, 80],
  ['root', 'FDM-01', 'Fortus 450mc', 'ULTEM 9085', ['ABS-M30', 'ASA', 'PC-ISO', 'Nylon 12CF'], 1400, null],
  ['root', 'FDM-02', 'F370', 'ABS-M30', ['ASA', 'PC-ISO'], 900, null],
  ['root', 'SLA-01', 'ProX 800', 'Accura Xtreme', ['Accura ClearVue'], 2600, 100],
  ['root', 'DMLS-01', 'EOS M 290', 'AlSi10Mg', ['316L', 'IN718'], 5200, 30],
  ['second', 'DMLS-L1', 'EOS M 290', 'Ti64 ELI', ['316L'], 5200, 30],
  ['second', 'DMLS-L2', 'EOS M 400-4', 'AlSi10Mg', ['IN718', '316L'], 7400, 40],
  ['second', 'SLS-L1', 'EOS P 396', 'PA 2200 (PA12)', ['PA 1101 (PA11)'], 3400, 120],
] as const;

/** What the demo's main facility finishes parts with. */
const finishing = [
  'Bead blasting',
  'Colour dyeing',
  'Depowdering',
  'Heat treatment',
  'Support removal',
  'Vapour smoothing',
];

/** The demo company has what the library has, and adds the rest as its own. */
export async function seedDemo(unit: Work, world: DemoWorld): Promise<void> {
  const db = unit.db.withTables<CatalogTables>();
  const processes = idsBy(await db.selectFrom('am_process').select(['id', 'process_key as name']).execute());
  const owner = world.rootFacilityId;
  const names = [...new Set(materials.map(([, , general]) => general))];
  await db
    .insertInto('general_material')
    .values(names.map((name) => ({ name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const generals = idsBy(await db.selectFrom('general_material').select(['id', 'name']).execute());

  const shipped = await db
    .selectFrom('material as m')
    .innerJoin('am_process as p', 'p.id', 'm.am_process_id')
    .select(['m.id', 'm.name', 'p.process_key as process'])
    .where('m.owner_facility_id', 'is', null)
    .execute();
  const known = materials.flatMap(([process, name]) =>
    shipped.filter((row) => row.process === process && row.name === name),
  );
  const materialIds = idsBy([
    ...known,
    ...(await db
      .insertInto('material')
      .values(
        materials
          .filter(([, name]) => !known.some((row) => row.name === name))
          .map(([process, name, general, density]) => ({
            name,
            am_process_id: processes(process),
            general_material_id: generals(general),
            density_mg_per_mm3: density,
            owner_facility_id: owner,
          })),
      )
      .returning(['id', 'name'])
      .execute()),
  ]);

  await db
    .insertInto('manufacturer')
    .values([...new Set(models.map(([maker]) => maker))].map((name) => ({ name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const makers = idsBy(await db.selectFrom('manufacturer').select(['id', 'name']).execute());
  const present = await db
    .selectFrom('machine_model')
    .select(['id', 'model_name as name', 'manufacturer_id as maker'])
    .where('owner_facility_id', 'is', null)
    .execute();
  const own = models.filter(
    ([maker, model]) => !present.some((row) => row.name === model && row.maker === makers(maker)),
  );
  const added = await db
    .insertInto('machine_model')
    .values(
      own.map(([maker, model, process, x, y, z]) => ({
        model_name: model,
        manufacturer_id: makers(maker),
        am_process_id: processes(process),
        kind: 'THREED_PRINTER',
        build_x_mm: x,
        build_y_mm: y,
        build_z_mm: z,
        owner_facility_id: owner,
      })),
    )
    .returning(['id', 'model_name as name'])
    .execute();
  const modelIds = idsBy([
    ...present.filter((row) => models.some(([maker, model]) => row.name === model && row.maker === makers(maker))),
    ...added,
  ]);
  await db
    .insertInto('machine_model_general_material')
    .values(
      own.flatMap(([, model, process]) =>
        [...new Set(materials.filter(([of]) => of === process).map(([, , general]) => general))].map((general) => ({
          machine_model_id: modelIds(model),
          general_material_id: generals(general),
        })),
      ),
    )
    .execute();

  const equipmentIds = idsBy(
    await db
      .insertInto('equipment')
      .values(
        machines.map(([facility, name, model, loaded, , rate, layer]) => ({
          facility_id: facility === 'root' ? world.rootFacilityId : world.secondFacilityId,
          machine_model_id: modelIds(model),
          display_name: name,
          current_material_id: materialIds(loaded),
          hourly_rate_minor: rate,
          layer_um: layer,
        })),
      )
      .returning(['id', 'display_name as name'])
      .execute(),
  );
  await db
    .insertInto('equipment_material')
    .values(
      machines.flatMap(([, name, , loaded, further]) =>
        [loaded, ...further].map((material) => ({
          equipment_id: equipmentIds(name),
          material_id: materialIds(material),
        })),
      ),
    )
    .execute();

  const facilities = { root: world.rootFacilityId, second: world.secondFacilityId };
  await db
    .insertInto('facility_material')
    .values(
      (['root', 'second'] as const).flatMap((facility) =>
        materials
          .filter(([, name]) =>
            machines.some((row) => row[0] === facility && (row[3] === name || includes(row[4], name))),
          )
          .map(([, name, , , price]) => ({
            facility_id: facilities[facility],
            material_id: materialIds(name),
            price_per_kg_minor: price,
          })),
      ),
    )
    .execute();
  const steps = await db
    .selectFrom('post_processing')
    .select('id')
    .where('name', 'in', finishing)
    .orderBy('id')
    .execute();
  await db
    .insertInto('facility_post_processing')
    .values(steps.map(({ id }) => ({ facility_id: world.rootFacilityId, post_processing_id: id })))
    .execute();
}

const includes = (list: readonly string[], name: string): boolean => list.includes(name);

function idsBy(rows: readonly { id: number; name: string }[]): (name: string) => number {
  const ids = new Map(rows.map((row) => [row.name, row.id]));
  return (name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`The demo data names "${name}", which does not exist.`);
    return id;
  };
}
