import type { StepStatus } from '@sinter/sdk/contract/production/lots';
import type { RuledLot, RuledStep } from './types.ts';
import { isEnded } from './transitions.ts';

type Counted = Pick<RuledStep, 'received' | 'good' | 'scrap' | 'rework' | 'moved'>;

/** Pieces that nothing has been decided about yet. */
export const openOf = ({ received, good, scrap, rework, moved }: Counted): number =>
  received - good - scrap - rework - moved;

/**
 * What follows from the pieces of a lot. Good ones are received by the next step, which is ready when the one before has
 * ended, or with `streaming` at its first pieces; what no piece reaches any more is cancelled. Builds are moved by their jobs.
 */
export function settle(lot: RuledLot, streaming: boolean): void {
  let before: RuledStep | null = null;
  for (const step of lot.steps) {
    step.received = step.joined + (before?.good ?? 0);
    if (step.kind !== 'PRINT')
      settleStep(step, { ended: before === null || isEnded(before.status), streaming, held: lot.heldFor !== null });
    before = step;
  }
  if (lot.state === 'MERGED') return;
  const ended = lot.steps.every(({ status }) => isEnded(status));
  lot.state = !ended ? 'OPEN' : (lot.steps.at(-1)?.good ?? 0) > 0 ? 'DONE' : 'CANCELLED';
}

interface Around {
  /** The step before has ended, or there is none. */
  ended: boolean;
  streaming: boolean;
  held: boolean;
}

function settleStep(step: RuledStep, { ended, streaming, held }: Around): void {
  const present = step.status === 'ON_HOLD' && step.heldFrom !== null ? step.heldFrom : step.status;
  const next = nextStatus(step, present, { ended, streaming });
  const stops = held && !isEnded(next) && next !== 'NOT_READY';
  step.heldFrom = stops ? next : null;
  enter(step, stops ? 'ON_HOLD' : next);
}

function nextStatus(step: RuledStep, status: StepStatus, { ended, streaming }: Omit<Around, 'held'>): StepStatus {
  const open = openOf(step);
  const waits = open > 0 && (ended || streaming) ? 'READY' : 'NOT_READY';
  switch (status) {
    case 'IN_PROGRESS':
    case 'PAUSED':
      return status;
    case 'COMPLETED':
    case 'SKIPPED':
      // Pieces arrived after it had ended.
      return open > 0 ? waits : status;
    default:
      return ended && step.received === step.moved ? 'CANCELLED' : waits;
  }
}

export function enter(step: RuledStep, status: StepStatus): void {
  if (step.status === status) return;
  step.status = status;
  step.since = new Date();
}
