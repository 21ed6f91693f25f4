import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { keepRevision, tieBuild } from '../platforms/keep.ts';
import type { Draft } from './types.ts';

const buildSchema = z.object({
  boxMm: z.tuple([z.number(), z.number(), z.number()]),
  heightMm: z.number(),
  volumeMm3: z.number(),
  utilisation: z.number(),
  fileId: z.number(),
  pieces: z.array(z.object({ orderFileId: z.number(), copy: z.number(), placement: z.array(z.number()).length(16) })),
});

/** The nesting goes some day: what the job builds stays as a machine platform. */
export async function keepPlate(
  { facilityId, user }: CallContext,
  unit: Work,
  { draft, jobId, nestingId }: { draft: Draft; jobId: number; nestingId: number },
): Promise<void> {
  const { rows } = await sql`
    select n.box_mm as "boxMm", b.height_mm as "heightMm", b.volume_mm3 as "volumeMm3", b.utilisation,
      b.file_id as "fileId", b.instances as pieces
    from nesting_build b join nesting n on n.id = b.nesting_id where b.nesting_id = ${nestingId} order by b.number limit 1
  `.execute(unit.db);
  const [lies] = z.array(buildSchema).parse(rows);
  if (!lies) return;
  const { name, equipmentId } = draft;
  const kept = await keepRevision(unit, {
    ...lies,
    ...{ facilityId, equipmentId, name, source: 'IN_APP', userId: user.userId },
  });
  await tieBuild(unit, { ...kept, jobId });
}
