import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { machineLibrary, materialLibrary } from './index.ts';

/** The content of the library: `../index.ts` has a migration of this name, which brings it into the tables. */
export const libraryVersion = createHash('sha256')
  .update(JSON.stringify([machineLibrary, materialLibrary]))
  .digest('hex')
  .slice(0, 8);

/** Adds what the tables lack and sets what they have right, by name. Rows that left the library stay: somebody may use them. */
export async function loadLibrary<DB>(db: Kysely<DB>): Promise<void> {
  const makers = machineLibrary.map(({ manufacturer }) => manufacturer);
  const generals = [
    ...machineLibrary.flatMap((row) => row.generalMaterials),
    ...materialLibrary.map((row) => row.generalMaterial),
  ];
  await sql`
    insert into manufacturer (name) select distinct unnest(${makers}::text[]) on conflict do nothing
  `.execute(db);
  await sql`
    insert into general_material (name) select distinct unnest(${generals}::text[]) on conflict do nothing
  `.execute(db);

  const machines = sql`jsonb_to_recordset(${JSON.stringify(machineLibrary)}::jsonb) as row(
    manufacturer text, model text, process text, kind text, "buildVolume" jsonb, "generalMaterials" jsonb, source text)`;
  await sql`
    insert into machine_model
      (model_name, manufacturer_id, am_process_id, kind, build_x_mm, build_y_mm, build_z_mm, source)
    select row.model, maker.id, p.id, row.kind, (row."buildVolume"->>'x')::float8, (row."buildVolume"->>'y')::float8,
      (row."buildVolume"->>'z')::float8, row.source
    from ${machines} join manufacturer maker on maker.name = row.manufacturer join am_process p on p.process_key = row.process
    on conflict (owner_facility_id, manufacturer_id, model_name) do update set
      am_process_id = excluded.am_process_id, kind = excluded.kind, build_x_mm = excluded.build_x_mm, build_y_mm = excluded.build_y_mm,
      build_z_mm = excluded.build_z_mm, source = excluded.source
  `.execute(db);
  await sql`
    delete from machine_model_general_material mg using machine_model m, manufacturer maker
    where m.id = mg.machine_model_id and m.owner_facility_id is null and maker.id = m.manufacturer_id
      and exists (select 1 from ${machines} where row.manufacturer = maker.name and row.model = m.model_name)
  `.execute(db);
  await sql`
    insert into machine_model_general_material (machine_model_id, general_material_id)
    select m.id, g.id
    from ${machines} cross join jsonb_array_elements_text(row."generalMaterials") as named(name)
      join manufacturer maker on maker.name = row.manufacturer
      join machine_model m on m.manufacturer_id = maker.id and m.model_name = row.model and m.owner_facility_id is null
      join general_material g on g.name = named.name
    on conflict do nothing
  `.execute(db);

  const materials = materialLibrary.map(({ properties, ...row }) => {
    const { heatDeflectionC, heatDeflectionAt = heatDeflectionC === null ? null : 0.45 } = properties;
    return { ...row, properties: { ...properties, heatDeflectionAt } };
  });
  await sql`
    insert into material
      (name, manufacturer, general_material_id, am_process_id, density_mg_per_mm3, properties, source)
    select row.name, row.manufacturer, g.id, p.id, row.density, row.properties, row.source
    from jsonb_to_recordset(${JSON.stringify(materials)}::jsonb) as row(
        name text, manufacturer text, "generalMaterial" text, process text, density float8, properties jsonb, source text)
      join general_material g on g.name = row."generalMaterial" join am_process p on p.process_key = row.process
    on conflict (owner_facility_id, am_process_id, name) do update set
      manufacturer = excluded.manufacturer, general_material_id = excluded.general_material_id,
      density_mg_per_mm3 = excluded.density_mg_per_mm3, properties = excluded.properties, source = excluded.source
  `.execute(db);
}
