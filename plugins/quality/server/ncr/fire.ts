import { CallError, type Sentence } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { NcrBlock } from '@sinter/sdk/contract/quality/ncr';
import type { fireNcrEvent } from '@sinter/sdk/contract/quality/ncrs';
import type { QualitySettings } from '@sinter/sdk/contract/quality/settings';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { qualitySettings } from '../settings.ts';
import { qualityDb } from '../tables.ts';
import { say } from '../texts.ts';
import { carryOut } from './carry.ts';
import { releaseHolds } from './hold.ts';
import { lockFor, remember, touch, wasDone, type LockedNcr } from './lock.ts';
import { tellBoard } from './notices.ts';
import { readOf } from './read.ts';
import { blocksOf, isEnded, possible, transitionsFrom, type NcrTransition } from './transitions.ts';

type Fire = CallArguments<typeof fireNcrEvent>['body'];

export async function fire(context: CallContext, { params, body }: CallArguments<typeof fireNcrEvent>) {
  const { db, facilityId, user } = context;
  const settings = await qualitySettings(context, db, facilityId);
  await context.write(async (unit) => {
    const ncr = await lockFor(context, unit, params.id);
    if (await wasDone(unit, ncr, user, body.eventId)) return;
    const transition = requireTransition(ncr, body, settings);
    const blocks = blocksOf(ncr).filter((block) => transition.blockedBy.includes(block));
    if (blocks.length > 0) throw new CallError('NOT_POSSIBLE', inTheWay(ncr, blocks));
    const before = ncr.status;
    ncr.status = transition.to;
    await qualityDb(unit)
      .updateTable('ncr')
      .set({ status: transition.to, closed_at: isEnded(transition.to) ? new Date() : null })
      .where('id', '=', ncr.id)
      .execute();
    await remember(unit, ncr, {
      ...{ what: body.event, note: body.reason, by: user.userId, before },
      after: { status: transition.to, ...(body.reason !== '' && { reason: body.reason }) },
    });
    await follow(context, unit, ncr, transition, settings);
    await touch(unit, ncr);
  });
  return readOf(context, params.id);
}

/** Throws TRANSITION_REFUSED with what is allowed instead, INVALID_INPUT without the reason that it needs. */
function requireTransition(ncr: LockedNcr, { event, reason }: Fire, { rigor }: QualitySettings): NcrTransition {
  const transition = transitionsFrom(ncr.status, rigor).find((row) => row.event === event);
  if (!transition) {
    throw new CallError('TRANSITION_REFUSED', say('notNow', { status: say(`status.${ncr.status}`) }), {
      from: ncr.status,
      event,
      allowed: possible(ncr.status, rigor, ncr).allowed,
    });
  }
  if (transition.needsReason && reason === '') {
    throw new CallError('INVALID_INPUT', undefined, { fields: { reason: say('reasonMissing') } });
  }
  return transition;
}

/** All that stands in the way, each named. */
function inTheWay({ rows }: LockedNcr, blocks: readonly NcrBlock[]): Sentence {
  const pieces = (state: string) =>
    rows.filter((row) => row.state === state).reduce((sum, { quantity }) => sum + quantity, 0);
  const said: Record<NcrBlock, () => Sentence> = {
    PENDING_ROWS: () => say('blockedPending', { pieces: pieces('PENDING') }),
    REFUSED_ROWS: () => say('blockedRefused', { pieces: pieces('REFUSED') }),
    SIGNATURES: () => say('blockedSignatures', { pieces: pieces('PROPOSED') }),
    CONCESSION: () => say('blockedConcession', { pieces: pieces('CUSTOMER') }),
    HOLDS: () => say('blockedHolds'),
    POSTED: () => say('blockedPosted'),
  };
  const [first, ...more] = blocks.map((block) => said[block]());
  if (first && more.length === 0) return first;
  return say('blockedBy', { why: blocks.map((block) => say(`block.${block}`)) });
}

async function follow(
  context: CallContext,
  unit: Work,
  ncr: LockedNcr,
  { effect }: NcrTransition,
  { rigor, boardRoles }: QualitySettings,
): Promise<void> {
  if (effect === 'CARRY_OUT') {
    await carryOut({ services: context, unit, by: context.user, rigor }, ncr);
    if (rigor === 'FULL') await tellBoard(unit, ncr, boardRoles, context.user.userId);
  }
  if (effect === 'RELEASE') await releaseHolds(context, unit, ncr, null);
  if (effect === 'BEGIN_ANEW') await beginAnew(unit, ncr);
}

/** What was decided is only proposed again: nothing of it has moved a piece. */
async function beginAnew(unit: Work, ncr: LockedNcr): Promise<void> {
  await sql`delete from ncr_signature s using ncr_row r where r.id = s.row_id and r.ncr_id = ${ncr.id}`.execute(
    unit.db,
  );
  await sql`
    update ncr_row set state = 'PROPOSED', concession = null, done_at = null
    where ncr_id = ${ncr.id} and disposition is not null
  `.execute(unit.db);
}
