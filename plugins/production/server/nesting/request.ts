import type { NestingRequest } from '@sinter/sdk/contract/preparation/nesting';
import { lengthUnitSchema } from '@sinter/sdk/contract/preparation/lengthUnit';
import type { Services } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { productionDb } from '../tables.ts';

const partSchema = z.object({
  id: z.number(),
  fileId: z.number(),
  units: lengthUnitSchema,
  quantity: z.number(),
  name: z.string(),
});

/** Begins a nesting that waits, anew where another worker was at it; `null`: it waits no more. */
export async function askedFor(services: Services, id: number): Promise<NestingRequest | null> {
  const row = await services.write((unit) =>
    productionDb(unit)
      .updateTable('nesting')
      .set({ begun_at: new Date(), share: 0 })
      .where('id', '=', id)
      .where('state', '=', 'WAITING')
      .returning(['space', 'turning', 'spacing_mm', 'wall_mm', 'box_mm', 'seconds', 'most_builds'])
      .executeTakeFirst(),
  );
  if (!row) return null;
  // What preparation has made is in mm.
  const { rows } = await sql`
    select i.order_file_id as id, f.file_id as "fileId", i.quantity, s.file_name as name,
      case when f.file_id = f.original_file_id then f.units else 'MM' end as units
    from nesting_item i join rfq_order_file f on f.id = i.order_file_id join stored_file s on s.id = f.original_file_id
    where i.nesting_id = ${id} order by i.position
  `.execute(services.db);
  const [x = 0, y = 0, z_ = 0] = row.box_mm;
  return {
    parts: z.array(partSchema).parse(rows),
    boxMm: [x, y, z_],
    wallMm: row.wall_mm,
    spacingMm: row.spacing_mm,
    space: row.space,
    turning: row.turning,
    mostBuilds: row.most_builds,
    seconds: row.seconds,
    titleOf: (build) => titleOf(id, build),
  };
}

export const titleOf = (id: number, build: number): string => `Nesting ${id}, build ${build}`;
