import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';

const arrangementSchema = z.object({
  equipmentId: z.number(),
  boxMm: z.tuple([z.number(), z.number(), z.number()]),
  heightMm: z.number(),
  volumeMm3: z.number(),
  utilisation: z.number(),
  fileId: z.number(),
  pieces: z.array(z.object({ orderFileId: z.number(), copy: z.number(), placement: z.array(z.number()).length(16) })),
});
export type NestedArrangement = z.infer<typeof arrangementSchema>;

/** How a build of a nesting lies; `number` left out: its first one. `null`: it has none. Asks for no rights. */
export async function arrangementOf(
  { db }: Pick<Work, 'db'>,
  nestingId: number,
  number: number | null = null,
): Promise<NestedArrangement | null> {
  const { rows } = await sql`
    select n.equipment_id as "equipmentId", n.box_mm as "boxMm", b.height_mm as "heightMm", b.volume_mm3 as "volumeMm3",
      b.utilisation, b.file_id as "fileId", b.instances as pieces
    from nesting_build b join nesting n on n.id = b.nesting_id
    where b.nesting_id = ${nestingId} and b.number = coalesce(${number}::int, b.number) order by b.number limit 1
  `.execute(db);
  return rows[0] === undefined ? null : arrangementSchema.parse(rows[0]);
}
