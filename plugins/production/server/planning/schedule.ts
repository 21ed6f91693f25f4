import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { jobDraftSchema } from '@sinter/sdk/contract/scheduling/jobs';
import { jobWork } from '@sinter/sdk/contract/scheduling/jobWork';
import type { PlannedDetail, schedulePlannedBuild } from '@sinter/sdk/contract/production/planning';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { say } from '../texts.ts';
import { tellPlanning } from './audience.ts';
import { lockDrafts } from './change.ts';
import { keepPlate } from './plate.ts';
import { detailOf, holdsControlled, seenBuilds } from './rows.ts';
import type { Draft } from './types.ts';

const hourMs = 3_600_000;
const plannedSchema = jobDraftSchema.extend({ eventId: z.uuid() });

/** The job, its parts and the end of the planned build are one transaction. */
export const schedule = (
  context: CallContext,
  { params: { id }, body }: CallArguments<typeof schedulePlannedBuild>,
): Promise<PlannedDetail> =>
  context.write(async (unit) => {
    if (await wasScheduled(context, unit, id, body.eventId)) return detailOf(unit, context, id);
    const draft = (await lockDrafts(context, unit, [{ id, version: body.version }])).get(id);
    if (!draft) throw new CallError('NOT_FOUND');
    const lies = await liesOf(unit, draft);
    const jobId = await context.get(jobWork).plan(context, jobOf(draft, body, lies), unit);
    if (lies) await keepPlate(context, unit, { draft, jobId, nestingId: lies.nestingId });
    await sql`
      update planned_build b set status = 'SCHEDULED', job_id = ${jobId}, scheduled_by = ${body.eventId},
        controlled = ${holdsControlled}, version = b.version + 1, changed_at = now(), changed_by = ${context.user.userId}
      where b.id = ${id}
    `.execute(unit.db);
    await sql`delete from planned_piece where build_id = ${id}`.execute(unit.db);
    await tellPlanning(context, unit, [id]);
    return detailOf(unit, context, id);
  });

/** Waits for the request that it repeats. */
async function wasScheduled(context: CallContext, unit: Work, id: number, eventId: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select b.scheduled_by is not distinct from ${eventId}::uuid as done from planned_build b
    where b.id = ${id} and ${seenBuilds(context)} for update of b
  `.execute(unit.db);
  return rows[0]?.done === true;
}

interface Lies {
  nestingId: number;
  utilisation: number;
  grams: number | null;
  unplaced: number;
}

/** Its arrangement; `null`: it has none of the pieces that it holds now. */
async function liesOf(unit: Work, { id, name }: Draft): Promise<Lies | null> {
  const { rows } = await sql<Lies & { current: boolean; arranging: boolean }>`
    select b.nesting_id as "nestingId", b.utilisation, b.grams, b.unplaced, b.nesting_id is not null and b.arranged_content = b.content as current,
      coalesce(n.state = 'WAITING', false) as arranging
    from planned_build b left join nesting n on n.id = b.asked_nesting_id where b.id = ${id}
  `.execute(unit.db);
  const [row] = rows;
  if (!row || row.arranging) throw new CallError('CONFLICT', say('planArranging', { build: name }));
  if (!row.current) return null;
  if (row.unplaced > 0) throw new CallError('CONFLICT', say('planUnplaced', { count: row.unplaced }));
  return row;
}

type Body = CallArguments<typeof schedulePlannedBuild>['body'];

const jobOf = ({ equipmentId, materialId, pieces }: Draft, body: Body, lies: Lies | null) =>
  plannedSchema.parse({
    ...{ eventId: body.eventId, jobName: body.jobName, fromDate: body.fromDate, toDate: body.toDate },
    equipmentDTO: { id: equipmentId },
    materialDTO: { id: materialId },
    jobSource: 'BUILD_PLANNING',
    estimatedTime: String(Math.max(0, (Number(body.toDate) - Number(body.fromDate)) / hourMs).toFixed(2)),
    materialQuantityUsed: (lies?.grams ?? 0).toFixed(1),
    buildPlateUtilization: lies && Math.min(lies.utilisation, 1),
    files: [...pieces].map(([rfqCadFileId, quantity]) => ({ rfqCadFileId, quantity })),
  });
