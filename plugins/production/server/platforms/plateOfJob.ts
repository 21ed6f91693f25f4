import type { Tables } from '@sinter/sdk/server';
import { sql, type Kysely } from 'kysely';
import * as z from 'zod';

const plate = z.object({
  platformId: z.number(),
  revision: z.number(),
  boxMm: z.tuple([z.number(), z.number(), z.number()]),
  pieces: z.array(z.object({ orderFileId: z.number(), copy: z.number(), placement: z.array(z.number()).length(16) })),
});
export type Plate = z.infer<typeof plate>;

/** The arrangement that a job builds; `null`: it was planned without one. Asks for no rights. */
export async function plateOfJob(db: Kysely<Tables>, jobId: number): Promise<Plate | null> {
  const { rows } = await sql`
    select r.platform_id as "platformId", r.revision, r.box_mm as "boxMm",
      (select coalesce(json_agg(json_build_object('orderFileId', p.order_file_id, 'copy', p.copy, 'placement', p.placement)
          order by p.order_file_id, p.copy), '[]')
        from platform_piece p where p.platform_id = r.platform_id and p.revision = r.revision) as pieces
    from platform_build b join platform_revision r on r.platform_id = b.platform_id and r.revision = b.revision
    where b.job_id = ${jobId}
  `.execute(db);
  return rows[0] === undefined ? null : plate.parse(rows[0]);
}
