import type { DemoWorld, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { productionDb } from '../tables.ts';
import { keepRevision, tieBuild, type Arrangement, type Piece } from './keep.ts';

const triple = z.tuple([z.number(), z.number(), z.number()]);
const jobSchema = z.object({
  id: z.number(),
  name: z.string(),
  equipmentId: z.number(),
  partId: z.number(),
  quantity: z.number(),
  /** It has ended, and some of it failed. */
  lost: z.boolean(),
  boxMm: triple,
  size: triple,
  min: triple,
  volumeMm3: z.number(),
  /** Builds of the same machine and material that made parts for the shelf, oldest first. */
  others: z.array(z.number()),
});
type Job = z.infer<typeof jobSchema>;

/** How the first platforms came, and how often they were changed. */
const kinds: readonly Pick<Arrangement & { revisions: number }, 'source' | 'revisions'>[] = [
  { source: 'IN_APP', revisions: 3 },
  { source: 'MAGICS', revisions: 2 },
  { source: 'IN_APP', revisions: 2 },
  { source: 'TRAY', revisions: 1 },
  { source: 'IN_APP', revisions: 1 },
  { source: 'IN_APP', revisions: 2 },
];
const [wallMm, spacingMm, mostPieces] = [6, 4, 60];
const dayMs = 86_400_000;

/** What the demo's jobs build lies in rows on its plate; earlier revisions had fewer pieces, or laid them otherwise. */
export async function seedPlatforms(unit: Work, { rootFacilityId, users, now }: DemoWorld): Promise<void> {
  const { rows } = await sql`
    select j.id, regexp_replace(j.job_name, ' \\d+$', '') as name, j.equipment_id as "equipmentId", f.id as "partId", made.quantity,
      j.status = 'COMPLETED' and made.completed_quantity < made.quantity as lost,
      jsonb_build_array(m.build_x_mm, m.build_y_mm, m.build_z_mm) as "boxMm",
      jsonb_build_array(facts.size_x_mm, facts.size_y_mm, facts.size_z_mm) as size,
      jsonb_build_array(facts.min_x_mm, facts.min_y_mm, facts.min_z_mm) as min, facts.volume_mm3 as "volumeMm3",
      coalesce((select jsonb_agg(other.id order by other.from_date) from job other
        where other.equipment_id = j.equipment_id and other.job_type = 'ORDER_NO_RFQ' and other.status <> 'QUEUED'), '[]') as others
    from job j join job_file made on made.job_id = j.id join rfq_order_file f on f.id = made.order_file_id
      join file_facts facts on facts.file_id = f.file_id join equipment e on e.id = j.equipment_id
      join machine_model m on m.id = e.machine_model_id
    where j.facility_id = ${rootFacilityId} and m.build_x_mm > facts.size_x_mm + ${2 * wallMm}
      and m.build_y_mm > facts.size_y_mm + ${2 * wallMm} and m.build_z_mm > facts.size_z_mm
    order by array_position('{IN_PROGRESS,QUEUED,PAUSED,COMPLETED}', j.status::text), j.id
  `.execute(unit.db);
  const userId = users['planner@demo.example'] ?? null;
  const taken = new Set<number>();
  const jobs = z.array(jobSchema).parse(rows);
  const first = jobs.slice(0, kinds.length - 1);
  for (const [at, job] of [...first, ...jobs.filter(({ lost }) => lost)].slice(0, kinds.length).entries()) {
    const kind = kinds[at];
    if (!kind) return;
    const { source, revisions } = kind;
    let platformId: number | undefined;
    for (let revision = 1; revision <= revisions; revision++) {
      const pieces = laid(job, { turned: revisions === 3 && revision === 1, fewer: (revisions - revision) * 2 });
      const heightMm = job.size[2];
      const volumeMm3 = job.volumeMm3 * pieces.length;
      const kept = await keepRevision(unit, {
        ...(platformId !== undefined && { platformId }),
        ...{ facilityId: rootFacilityId, equipmentId: job.equipmentId, name: job.name, source, pieces, fileId: null },
        ...{ userId: source === 'IN_APP' ? userId : null, boxMm: job.boxMm, heightMm, volumeMm3 },
        utilisation: volumeMm3 / (job.boxMm[0] * job.boxMm[1] * heightMm),
      });
      platformId = kept.platformId;
      const made = new Date(now.getTime() - (at + 2 + (revisions - revision) * 3) * dayMs);
      await productionDb(unit)
        .updateTable('platform_revision')
        .set({ created_at: made })
        .where('platform_id', '=', platformId)
        .where('revision', '=', revision)
        .execute();
      await productionDb(unit).updateTable('platform').set({ changed_at: made }).where('id', '=', platformId).execute();
      const jobId = revision === revisions ? job.id : job.others.find((id) => !taken.has(id));
      if (jobId === undefined) continue;
      taken.add(jobId);
      await tieBuild(unit, { ...kept, jobId });
    }
  }
}

/** In rows from the front left corner on. Pieces lie flat, as in their file or turned by a quarter. */
function laid(job: Job, { turned, fewer }: { turned: boolean; fewer: number }): Piece[] {
  const [width, depth] = turned ? [job.size[1], job.size[0]] : job.size;
  const along = (box: number, size: number): number => Math.floor((box - 2 * wallMm + spacingMm) / (size + spacingMm));
  const [columns, rows] = [along(job.boxMm[0], width), along(job.boxMm[1], depth)];
  const count = Math.max(1, Math.min(job.quantity, mostPieces, columns * rows) - fewer);
  const [minX, minY, minZ] = job.min;
  return Array.from({ length: count }, (_each, copy) => {
    const x = wallMm + (copy % columns) * (width + spacingMm);
    const y = wallMm + Math.floor(copy / columns) * (depth + spacingMm);
    // A quarter turn to the left takes x to y, and y to what is left of x.
    const placement = turned
      ? [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, x + minY + job.size[1], y - minX, -minZ, 1]
      : [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x - minX, y - minY, -minZ, 1];
    return { orderFileId: job.partId, copy, placement };
  });
}
