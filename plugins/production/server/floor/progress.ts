import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { orderProduction } from '@sinter/sdk/contract/orders/production';
import type { CheckAnswer, progressStep } from '@sinter/sdk/contract/production/lots';
import type { CatalogStep } from '@sinter/sdk/contract/production/mes';
import type { CallContext } from '@sinter/sdk/server';
import { areAttached } from '../checkFiles/files.ts';
import { fits } from '../answers.ts';
import { say } from '../texts.ts';
import { changeLot, requireFree, type Change } from './change.ts';
import { move } from './fire.ts';
import { stepAt } from './lot.ts';
import { lotFrom } from './lotFrom.ts';
import type { Step } from './types.ts';
import { post } from './moves.ts';
import { openOf } from '../../shared/steps/settle.ts';
import { isCounting } from '../../shared/steps/transitions.ts';

type Progress = CallArguments<typeof progressStep>['body'];

export const progress = (context: CallContext, { params, body }: CallArguments<typeof progressStep>) =>
  changeLot(
    context,
    {
      lotId: params.id,
      ...body,
      ofPart: body.scrap.some(({ remake }) => remake),
      contained: 'REFUSED',
      back: body.rework.length > 0 || body.scrap.some(({ remake }) => remake),
    },
    async (change) => {
      const step = stepAt(change.lot, params.position);
      if (step.kind === 'PRINT' || !isCounting(step.status)) {
        throw new CallError('TRANSITION_REFUSED', say('stepStands', { status: say(`step.${step.status}`) }), {
          from: step.status,
          event: 'PROGRESS',
          allowed: [],
        });
      }
      if (body.batch !== '') await requireFree(context, change.unit, change.lot.facilityId, { batches: [body.batch] });
      requireEnough(step, body);
      await count(change, step, body);
      await answer(change, step, body.checks);
      if (body.finish) await move(change, step, 'FINISH', '');
    },
  );

function requireEnough(step: Step, { good, scrap, rework }: Progress): void {
  const counted = [...scrap, ...rework].reduce((sum, { quantity }) => sum + quantity, good);
  const open = openOf(step);
  if (counted > open) throw new CallError('NOT_POSSIBLE', say('moreThanOpen', { count: open }));
  if (rework.some(({ toPosition }) => toPosition > step.position)) {
    throw new CallError('INVALID_INPUT', undefined, { fields: { rework: say('reworkForward') } });
  }
}

async function count(change: Change, step: Step, { good, scrap, rework, batch }: Progress): Promise<void> {
  const { context, unit, lot } = change;
  const { position } = step;
  if (good > 0) {
    step.good += good;
    await post(change, { position, kind: 'GOOD', quantity: good, batch });
  }
  for (const { quantity, reason, remake } of scrap) {
    step.scrap += quantity;
    await post(change, { position, kind: 'SCRAP', quantity, reason, batch, remake });
    if (remake) await context.get(orderProduction).makeAgain(unit, lot.orderFileId, quantity);
  }
  for (const { quantity, reason, toPosition } of rework) {
    step.rework += quantity;
    const child = await lotFrom(change, { position: toPosition, quantity, how: 'REWORK' });
    await post(change, { position, kind: 'REWORK', quantity, reason, batch, otherLotId: child });
  }
}

async function answer({ unit, lot, plan, by }: Change, step: Step, checks: readonly CheckAnswer[]): Promise<void> {
  const asked: CatalogStep | undefined = plan[step.position];
  const files = checks.flatMap(({ key, value }) =>
    typeof value === 'number' && asked?.checks.some((each) => each.key === key && each.kind === 'FILE') ? [value] : [],
  );
  const attached = await areAttached(unit, { place: 'STEP', subjectId: lot.id, position: step.position }, files);
  for (const [index, { key, value }] of checks.entries()) {
    const check = asked?.checks.find((each) => each.key === key);
    if (!check || !fits(check, value) || (check.kind === 'FILE' && !attached)) {
      throw new CallError('INVALID_INPUT', undefined, { fields: { [`checks.${index}`]: say('checkWrong') } });
    }
    const kept = { key, value, by: by.userId, at: new Date().toISOString() };
    step.answers = [...step.answers.filter((each) => each.key !== key), kept];
  }
}
