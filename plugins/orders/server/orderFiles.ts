import type { OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import type { OrderFiles } from '@sinter/sdk/contract/orders/orderFiles';
import { sql, type RawBuilder } from 'kysely';
import { fileJson } from './fileJson.ts';

/** Good pieces of order file `f`: those that are made once more turned out not to be. */
export const madePieces = sql`least(f.quantity, greatest(f.made - f.remake_quantity, 0))`;

/** Order file `f` as the contract's OrderFile, over `orderFileJoins`. */
export const orderFileJson = (machines: RawBuilder<unknown>, unitPrice: RawBuilder<unknown>) => sql`jsonb_build_object(
  'id', f.id, 'quantity', f.quantity,
  'scheduled', f.scheduled, 'made', ${madePieces},
  'notScheduled', greatest(f.quantity + f.remake_quantity - f.scheduled, 0),
  'aMProcess', jsonb_build_object('id', p.id, 'name', p.name),
  'materials', jsonb_build_array(jsonb_build_object('id', mat.id, 'name', mat.name)),
  'finish', case when finish.id is null then null else jsonb_build_object('id', finish.id, 'name', finish.name) end,
  'color', f.color, 'tolerance', f.tolerance, 'inspection', f.inspection, 'notes', f.notes,
  'machines', ${machines},
  'originalFileDTO', ${fileJson('original')}, 'units', f.units,
  'fileDTO', ${fileJson('mesh')},
  'pngFileDTO', case when png.id is null then null else ${fileJson('png')} end,
  'itar', original.controlled,
  'report', jsonb_build_object(
    'volumeMm3', facts.volume_mm3, 'areaMm2', facts.area_mm2, 'facets', facts.facets, 'watertight', facts.watertight,
    'size', jsonb_build_array(facts.size_x_mm, facts.size_y_mm, facts.size_z_mm)),
  'unitPrice', ${unitPrice})`;

export const orderFileJoins = sql`
  join am_process p on p.id = f.am_process_id
  join material mat on mat.id = f.material_id
  join stored_file original on original.id = f.original_file_id
  join stored_file mesh on mesh.id = f.file_id
  join file_facts facts on facts.file_id = f.file_id
  left join post_processing finish on finish.id = f.finish_id
  left join stored_file png on png.id = coalesce(f.png_file_id, facts.thumbnail_file_id)`;

export const files: OrderFiles = {
  async read(db, orderFileIds) {
    const { rows } = await sql<{ file: OrderFile }>`
      select ${orderFileJson(sql`'[]'::jsonb`, sql`null`)} as file
      from rfq_order_file f ${orderFileJoins} where f.id = any(${orderFileIds})
    `.execute(db);
    return new Map(rows.map(({ file }) => [file.id, file]));
  },
};
