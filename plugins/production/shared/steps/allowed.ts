import type { StepEvent } from '@sinter/sdk/contract/production/lots';
import { openOf } from './settle.ts';
import { isEnded, stepTransitions } from './transitions.ts';
import type { RuledLot, RuledStep } from './types.ts';

/** What may be done with a step. Builds are moved by their jobs. */
export const allowedEvents = (lot: Pick<RuledLot, 'state' | 'steps'>, step: RuledStep): StepEvent[] =>
  lot.state !== 'OPEN' || step.kind === 'PRINT'
    ? []
    : stepTransitions
        .filter(({ event, from }) => from.includes(step.status) && fits(lot, step, event))
        .map(({ event }) => event);

/** What the table cannot say: a start is undone before anything was counted, and nothing ends before its pieces. */
function fits(lot: Pick<RuledLot, 'steps'>, step: RuledStep, event: StepEvent): boolean {
  if (event === 'UNDO_START') return step.good + step.scrap + step.rework === 0;
  if (event === 'FINISH') return openOf(step) === 0 && beforeEnded(lot, step);
  return event !== 'SKIP' || beforeEnded(lot, step);
}

export const beforeEnded = (lot: Pick<RuledLot, 'steps'>, step: RuledStep): boolean => {
  const before = lot.steps[lot.steps.indexOf(step) - 1];
  return before === undefined || isEnded(before.status);
};
