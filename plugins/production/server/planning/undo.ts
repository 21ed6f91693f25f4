import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import type { undoPlanning } from '@sinter/sdk/contract/production/planning';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { say } from '../texts.ts';
import { lockDrafts, settle } from './change.ts';
import { changeRow } from './lastChange.ts';
import type { Before } from './types.ts';

export async function undo(
  context: CallContext,
  { params: { id } }: CallArguments<typeof undoPlanning>,
): Promise<CallReply<typeof undoPlanning>> {
  return context.write(async (unit) => {
    const { rows } = await sql`
      delete from planning_change where id = ${id} and facility_id = ${context.facilityId}
        and user_id = ${context.user.userId} returning id, what, name, builds
    `.execute(unit.db);
    const [change] = z.array(changeRow).parse(rows);
    if (!change) throw new CallError('NOT_FOUND');
    const seen = change.builds.map((build) => ({ id: build.id, version: build.after }));
    const drafts = await lockDrafts(context, unit, seen, { ended: true });
    const was = new Map<number, Before | null>(change.builds.map((build) => [build.id, build.before]));
    // What is taken on top of what the builds hold now has to be free still.
    const before = new Map(
      [...drafts].map(([buildId, { name, equipmentId, status, locked, pieces }]): [number, Before] => [
        buildId,
        { name, equipmentId, status, locked, pieces: [...pieces] },
      ]),
    );
    for (const draft of drafts.values()) {
      const back = was.get(draft.id);
      if (back) Object.assign(draft, { ...back, pieces: new Map(back.pieces) });
      else draft.status = 'DISCARDED';
    }
    if (drafts.size === 0) throw new CallError('CONFLICT', say('planChangedSince'));
    await settle({ context, unit, drafts, before });
    return { buildIds: [...drafts.keys()] };
  });
}
