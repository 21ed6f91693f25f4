import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { orderProduction } from '@sinter/sdk/contract/orders/production';
import type { reverseMove } from '@sinter/sdk/contract/production/lots';
import type { CallContext } from '@sinter/sdk/server';
import { productionDb } from '../tables.ts';
import { say } from '../texts.ts';
import { changeLot, type Change } from './change.ts';
import { stepAt } from './lot.ts';
import type { Lot, Step } from './types.ts';
import { post } from './moves.ts';
import { enter, openOf } from '../../shared/steps/settle.ts';

const hour = 3_600_000;
const planner = 'PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS';

/** Whether somebody may take back what they, or anybody, counted then. */
export const mayReverse = (
  { userId, permissions }: Pick<CallContext['user'], 'userId' | 'permissions'>,
  move: { user_id: number | null; created_at: Date },
  shiftHours: number,
): boolean =>
  permissions.includes(planner) ||
  (move.user_id === userId && Date.now() - move.created_at.getTime() < shiftHours * hour);

export const reverse = (context: CallContext, { params, body }: CallArguments<typeof reverseMove>) =>
  changeLot(context, { lotId: params.id, ...body, ofPart: true, contained: 'REFUSED' }, async (change) => {
    const move = await moveOf(change, params.moveId);
    if (!mayReverse(context.user, move, change.settings.shiftHours)) {
      throw new CallError('NOT_POSSIBLE', say('shiftOver', { hours: change.settings.shiftHours }));
    }
    const step = stepAt(change.lot, move.position);
    if (move.kind === 'GOOD') takeBackGood(change.lot, step, move.quantity);
    else {
      step.scrap -= move.quantity;
      if (move.remake)
        await context.get(orderProduction).makeAgain(change.unit, change.lot.orderFileId, -move.quantity);
    }
    if (step.status === 'COMPLETED' || step.status === 'SKIPPED') {
      enter(step, 'IN_PROGRESS');
      step.finishedAt = null;
    }
    await post(change, {
      position: move.position,
      kind: move.kind,
      quantity: -move.quantity,
      reason: body.reason,
      batch: move.batch,
      reverses: move.id,
    });
  });

/** Throws NOT_FOUND, or NOT_POSSIBLE for what cannot be taken back: rows of builds, of other lots, and such that were. */
async function moveOf({ unit, lot }: Change, moveId: number) {
  const db = productionDb(unit);
  const move = await db
    .selectFrom('lot_move')
    .selectAll()
    .where('id', '=', moveId)
    .where('lot_id', '=', lot.id)
    .executeTakeFirst();
  if (!move) throw new CallError('NOT_FOUND');
  const back = await db.selectFrom('lot_move').select('id').where('reverses', '=', moveId).executeTakeFirst();
  const step = stepAt(lot, move.position);
  if (
    back ||
    move.quantity <= 0 ||
    move.reverses !== null ||
    step.kind === 'PRINT' ||
    !(move.kind === 'GOOD' || move.kind === 'SCRAP')
  ) {
    throw new CallError('NOT_POSSIBLE', say('notReversible'));
  }
  if (lot.state === 'MERGED') throw new CallError('NOT_POSSIBLE', say('goneOn'));
  return move;
}

/** Good pieces come back from the step after, unless they went on from there. */
function takeBackGood(lot: Lot, step: Step, quantity: number): void {
  const next = lot.steps[lot.steps.indexOf(step) + 1];
  if (next && openOf(next) < quantity) throw new CallError('NOT_POSSIBLE', say('goneOn'));
  step.good -= quantity;
}
