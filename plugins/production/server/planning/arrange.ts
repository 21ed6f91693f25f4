import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { arrangePlannedBuild, PlannedDetail } from '@sinter/sdk/contract/production/planning';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { beginIn } from '../nesting/begin.ts';
import { say } from '../texts.ts';
import { tellPlanning } from './audience.ts';
import { lockDrafts } from './change.ts';
import { detailOf } from './rows.ts';

/** On one plate: what has no place on it is for another build. */
export const arrange = (
  context: CallContext,
  { params: { id }, body }: CallArguments<typeof arrangePlannedBuild>,
): Promise<PlannedDetail> =>
  context.write(async (unit) => {
    const draft = (await lockDrafts(context, unit, [{ id, version: body.version }])).get(id);
    if (!draft) throw new CallError('NOT_FOUND');
    const { rows } = await sql`
      select 1 from planned_build b join nesting n on n.id = b.asked_nesting_id
      where b.id = ${id} and n.state = 'WAITING'
    `.execute(unit.db);
    if (rows.length > 0) throw new CallError('CONFLICT', say('planArranging', { build: draft.name }));
    const nesting = await beginIn(context, unit, {
      equipmentId: draft.equipmentId,
      ...{ spacingMm: body.spacingMm, wallMm: body.wallMm, seconds: body.seconds, mostBuilds: 1 },
      items: [...draft.pieces].map(([orderFileId, quantity]) => ({ orderFileId, quantity })),
    });
    await sql`
      update planned_build set asked_nesting_id = ${nesting.id}, asked_content = content where id = ${id}
    `.execute(unit.db);
    await tellPlanning(context, unit, [id]);
    return detailOf(unit, context, id);
  });
