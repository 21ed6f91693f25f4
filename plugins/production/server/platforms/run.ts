import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { keepNestedBuild, renamePlatform, runPlatform } from '@sinter/sdk/contract/production/platforms';
import { jobDraftSchema } from '@sinter/sdk/contract/scheduling/jobs';
import { jobWork } from '@sinter/sdk/contract/scheduling/jobWork';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { arrangementOf } from '../nesting/arrangement.ts';
import { requireNesting } from '../nesting/read.ts';
import { productionDb } from '../tables.ts';
import { say } from '../texts.ts';
import { tellPlatform } from './audience.ts';
import { keepRevision, keptAs, tieBuild } from './keep.ts';
import { requireRevision } from './sight.ts';

const hourMs = 3_600_000;
const plannedSchema = jobDraftSchema.extend({ eventId: z.uuid() });

/** The job and what it builds are one transaction. */
export const run = (
  context: CallContext,
  { params: { id, revision }, body }: CallArguments<typeof runPlatform>,
): Promise<CallResult<typeof runPlatform>> =>
  context.write(async (unit) => {
    const { equipmentId } = await requireRevision(unit, context, id, revision);
    const { files, materialId, utilisation } = await holdsOf(unit, id, revision);
    const { eventId, jobName, fromDate, toDate } = body;
    const draft = plannedSchema.parse({
      ...{ eventId, jobName, fromDate, toDate, files },
      equipmentDTO: { id: equipmentId },
      materialDTO: { id: materialId },
      estimatedTime: Math.max(0, (Number(toDate) - Number(fromDate)) / hourMs).toFixed(2),
      buildPlateUtilization: Math.min(utilisation, 1),
    });
    const jobId = await context.get(jobWork).plan(context, draft, unit);
    await tieBuild(unit, { platformId: id, revision, jobId });
    return { jobId };
  });

interface Holds {
  utilisation: number;
  materialId: number;
  materials: number;
  files: { rfqCadFileId: number; quantity: number }[];
}

/** The pieces of each part. A job builds in one material. */
async function holdsOf(unit: Work, id: number, revision: number): Promise<Holds> {
  const { rows } = await sql<Holds>`
    select r.utilisation, min(f.material_id) as "materialId", count(distinct f.material_id)::int as materials,
      jsonb_agg(jsonb_build_object('rfqCadFileId', f.id, 'quantity', held.pieces) order by f.id) as files
    from platform_revision r
      join (select order_file_id, count(*)::int as pieces from platform_piece
        where platform_id = ${id} and revision = ${revision} group by 1) held on true
      join rfq_order_file f on f.id = held.order_file_id
    where r.platform_id = ${id} and r.revision = ${revision} group by r.utilisation
  `.execute(unit.db);
  const [row] = rows;
  if (!row) throw new CallError('CONFLICT', say('platformEmpty'));
  if (row.materials > 1) throw new CallError('CONFLICT', say('platformMaterials'));
  return row;
}

export const keepNested = (
  context: CallContext,
  { params: { id, number }, body: { name, platformId } }: CallArguments<typeof keepNestedBuild>,
): Promise<CallResult<typeof keepNestedBuild>> =>
  context.write(async (unit) => {
    const { state } = await requireNesting(unit, context, id);
    if (state !== 'READY') throw new CallError('CONFLICT', say('nestNotReady'));
    const lies = await arrangementOf(unit, id, number);
    if (!lies) throw new CallError('NOT_FOUND');
    if (platformId !== null) await requireRevision(unit, context, platformId);
    await sql`select 1 from nesting where id = ${id} for update`.execute(unit.db);
    const { facilityId, user } = context;
    const kept = await keptAs(unit, lies.fileId);
    return (
      kept ??
      keepRevision(unit, {
        ...lies,
        ...(platformId !== null && { platformId }),
        ...{ facilityId, name, source: 'IN_APP', userId: user.userId },
      })
    );
  });

export const rename = (
  context: CallContext,
  { params: { id }, body: { name } }: CallArguments<typeof renamePlatform>,
): Promise<CallResult<typeof renamePlatform>> =>
  context.write(async (unit) => {
    await requireRevision(unit, context, id);
    await productionDb(unit).updateTable('platform').set({ name }).where('id', '=', id).execute();
    await tellPlatform(unit, id);
    return { name };
  });
