import type { LotDetail, LotStep } from '@sinter/sdk/contract/production/lots';
import { allowedEvents } from '../../shared/steps/allowed.ts';
import { startsAfter } from '../../shared/steps/advance.ts';
import { enter, openOf, settle } from '../../shared/steps/settle.ts';
import { isCounting, stepTransitions } from '../../shared/steps/transitions.ts';
import type { RuledStep } from '../../shared/steps/types.ts';
import { passes } from '../lot/staged.ts';
import type { Doing, Queued } from './actions.ts';

interface Around {
  streaming: boolean;
  /** A step that ends starts the next one at its work center. */
  autoAdvance: boolean;
  /** Who does it. */
  me: string;
  /** They may skip steps that are not optional. */
  skips: boolean;
}

type Draft = Omit<LotStep, 'status'> & RuledStep;
type DraftLot = Omit<LotDetail, 'steps'> & { steps: Draft[] };

/** A lot as it is once what waits on the device has been sent, by the rules of the server; after a refusal, as the server has it. */
export function applied(
  lot: LotDetail,
  queue: readonly Queued[],
  { streaming, autoAdvance, me, skips }: Around,
): LotDetail {
  if (queue.length === 0) return lot;
  // Until the person has decided, nothing of it is as they see it, and nothing more is done.
  if (queue.some(({ refusal }) => refusal !== null)) {
    return { ...lot, steps: lot.steps.map((step) => ({ ...step, allowed: [], counts: false })) };
  }
  const draft: DraftLot = { ...lot, steps: lot.steps.map((step, at): Draft => draftOf(step, lot.steps[at - 1])) };
  for (const { doing, at, by: actor } of queue) {
    const by = { me: actor?.name ?? me, at: new Date(at).toISOString() };
    const ended = act(draft, doing, by);
    settle(draft, streaming);
    const next = autoAdvance && ended ? startsAfter(draft.steps, ended) : null;
    if (next) fire(next, 'START', by);
  }
  return { ...draft, steps: draft.steps.map((step) => shown(draft, step, skips)) };
}

function draftOf(step: LotStep, before: LotStep | undefined): Draft {
  const runs = step.startedAt !== null && step.finishedAt === null;
  return {
    ...step,
    joined: step.received - (before?.good ?? 0),
    heldFrom: step.status === 'ON_HOLD' && runs ? 'IN_PROGRESS' : null,
    since: new Date(),
  };
}

function shown(lot: DraftLot, draft: Draft, skips: boolean): LotStep {
  const { joined: _joined, heldFrom: _heldFrom, since: _since, ...step } = draft;
  const open = openOf(draft);
  return {
    ...step,
    open,
    allowed: allowedEvents(lot, draft).filter((event) => event !== 'SKIP' || draft.optional || skips),
    counts: lot.state === 'OPEN' && step.kind !== 'PRINT' && isCounting(step.status) && open > 0,
  };
}

/** Answers the step that it finished. */
function act(lot: DraftLot, doing: Doing, by: { me: string; at: string }): Draft | null {
  if (doing.kind === 'HOLD') {
    lot.heldFor = doing.hold ? doing.reason : null;
    return null;
  }
  const step = lot.steps.find(({ position }) => position === doing.position);
  if (!step) return null;
  switch (doing.kind) {
    case 'EVENT':
      fire(step, doing.event, by);
      return doing.event === 'FINISH' ? step : null;
    case 'PROGRESS':
      count(step, doing, by);
      if (doing.finish) fire(step, 'FINISH', by);
      return doing.finish ? step : null;
    case 'REVERSE':
      if (doing.moved === 'GOOD') step.good -= doing.quantity;
      else step.scrap -= doing.quantity;
      if (step.status === 'COMPLETED' || step.status === 'SKIPPED') enter(step, 'IN_PROGRESS');
      step.finishedAt = null;
      return null;
  }
}

function fire(step: Draft, event: LotStep['allowed'][number], { me, at }: { me: string; at: string }): void {
  const transition = stepTransitions.find((each) => each.event === event && each.from.includes(step.status));
  if (!transition) return;
  if (event === 'START') [step.startedAt, step.startedBy] = [at, me];
  if (event === 'UNDO_START') [step.startedAt, step.startedBy] = [null, ''];
  if (event === 'SKIP') step.good += openOf(step);
  if (event === 'FINISH' || event === 'SKIP') step.finishedAt = at;
  enter(step, transition.to);
}

function count(step: Draft, doing: Extract<Doing, { kind: 'PROGRESS' }>, { me, at }: { me: string; at: string }): void {
  const sum = (rows: readonly { quantity: number }[]) => rows.reduce((all, { quantity }) => all + quantity, 0);
  step.good += doing.good;
  step.scrap += sum(doing.scrap);
  step.rework += sum(doing.rework);
  step.checks = step.checks.map((check) => {
    const answer = doing.checks.find(({ key }) => key === check.key);
    return answer ? { ...check, value: answer.value, passed: passes(check, answer.value), by: me, at } : check;
  });
}
