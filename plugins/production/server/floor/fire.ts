import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { fireStepEvent, StepEvent } from '@sinter/sdk/contract/production/lots';
import { requireGates } from '@sinter/sdk/contract/production/askGates';
import type { CatalogStep } from '@sinter/sdk/contract/production/mes';
import type { CallContext } from '@sinter/sdk/server';
import { productionDb } from '../tables.ts';
import { say } from '../texts.ts';
import { allowedEvents, beforeEnded } from '../../shared/steps/allowed.ts';
import { changeLot, type Change } from './change.ts';
import { stepAt } from './lot.ts';
import type { Lot, Step } from './types.ts';
import { post } from './moves.ts';
import { startsAfter } from '../../shared/steps/advance.ts';
import { enter, openOf, settle } from '../../shared/steps/settle.ts';
import { openStatuses, stepTransitions } from '../../shared/steps/transitions.ts';

export const fire = (context: CallContext, { params, body }: CallArguments<typeof fireStepEvent>) =>
  changeLot(context, { lotId: params.id, ...body, contained: 'REFUSED' }, async (change) => {
    const step = stepAt(change.lot, params.position);
    await move(change, step, body.event, body.reason);
  });

/** Throws TRANSITION_REFUSED, or NOT_POSSIBLE with what is missing. */
export async function move(change: Change, step: Step, event: StepEvent, reason: string): Promise<void> {
  const { lot, plan, by } = change;
  const transition = stepTransitions.find((each) => each.event === event && each.from.includes(step.status));
  const allowed = allowedEvents(lot, step);
  if (!transition || (!allowed.includes(event) && event !== 'FINISH') || step.kind === 'PRINT') {
    throw new CallError('TRANSITION_REFUSED', say('stepStands', { status: say(`step.${step.status}`) }), {
      from: step.status,
      event,
      allowed,
    });
  }
  const asked = plan[step.position];
  if (event === 'START') {
    await requireRoom(change, step);
    await requireGate(change, step, 'STEP_START');
    step.startedAt = new Date();
    step.startedBy = by.userId;
  }
  if (event === 'UNDO_START') [step.startedAt, step.startedBy] = [null, null];
  if (event === 'FINISH') {
    requireFinished(lot, step, asked);
    await requireGate(change, step, 'STEP_FINISH');
  }
  if (event === 'SKIP') await skip(change, step, asked, reason);
  if (event === 'FINISH' || event === 'SKIP') step.finishedAt = new Date();
  enter(step, transition.to);
  if (event === 'FINISH') await advance(change, step);
}

/** The next step begins with the person who is there already; one that a checklist or a non-conformance stands before waits for them. */
async function advance(change: Change, ended: Step): Promise<void> {
  const { lot, settings, by } = change;
  if (!settings.autoAdvance) return;
  settle(lot, settings.lotStreaming);
  const next = startsAfter(lot.steps, ended);
  if (!next) return;
  try {
    await requireGate(change, next, 'STEP_START');
  } catch (error) {
    if (error instanceof CallError && ['CHECKLIST_OPEN', 'NCR_OPEN', 'CONFLICT'].includes(error.code)) return;
    throw error;
  }
  next.startedAt = new Date();
  next.startedBy = by.userId;
  enter(next, 'IN_PROGRESS');
}

const requireGate = ({ context, unit, lot }: Change, { position }: Step, gate: 'STEP_START' | 'STEP_FINISH') =>
  requireGates(context, unit, lot.facilityId, { gate, subjectId: lot.id, position });

/** Everything was counted and answered. Throws NOT_POSSIBLE with what is missing. */
function requireFinished(lot: Lot, step: Step, asked: CatalogStep | undefined): void {
  const open = openOf(step);
  if (open > 0) throw new CallError('NOT_POSSIBLE', say('stillOpen', { count: open }));
  if (!beforeEnded(lot, step)) throw new CallError('NOT_POSSIBLE', say('beforeRuns'));
  const missing = asked?.checks.find(
    ({ key, required }) => required && !step.answers.some((answer) => answer.key === key),
  );
  if (missing) throw new CallError('NOT_POSSIBLE', say('checkMissing', { check: missing.label }));
}

/** Its pieces go on as they are. */
async function skip(change: Change, step: Step, asked: CatalogStep | undefined, reason: string): Promise<void> {
  const { context, lot } = change;
  if (!asked?.optional) {
    if (!context.user.permissions.includes('MES_SETTINGS_EDITOR')) {
      throw new CallError('NOT_POSSIBLE', say('notOptional'));
    }
    if (reason === '') throw new CallError('INVALID_INPUT', undefined, { fields: { reason: say('reasonMissing') } });
  }
  const quantity = openOf(step);
  step.good += quantity;
  await post({ ...change, lot }, { position: step.position, kind: 'GOOD', quantity, reason });
}

/** A work center that blocks takes no more lots than its limit. */
async function requireRoom({ unit, lot, settings }: Change, step: Step): Promise<void> {
  const center = settings.workCenters.find(({ key }) => key === step.workCenter);
  if (!center?.blocks || center.limit === null) return;
  const { count } = await productionDb(unit)
    .selectFrom('lot_step')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('facility_id', '=', lot.facilityId)
    .where('work_center', '=', step.workCenter)
    .where(
      'status',
      'in',
      openStatuses.filter((status) => status !== 'READY'),
    )
    .executeTakeFirstOrThrow();
  if (count >= center.limit) throw new CallError('CONFLICT', say('centerFull', { count: center.limit }));
}
