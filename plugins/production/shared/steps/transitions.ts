import type { StepEvent, StepStatus } from '@sinter/sdk/contract/production/lots';

export interface StepTransition {
  event: StepEvent;
  from: readonly StepStatus[];
  to: StepStatus;
}

/** What people do with a step of a lot. The rest follows from pieces, builds and holds: see settle.ts, and the server's follow.ts and hold.ts. */
export const stepTransitions: readonly StepTransition[] = [
  { event: 'START', from: ['READY'], to: 'IN_PROGRESS' },
  { event: 'UNDO_START', from: ['IN_PROGRESS'], to: 'READY' },
  { event: 'PAUSE', from: ['IN_PROGRESS'], to: 'PAUSED' },
  { event: 'RESUME', from: ['PAUSED'], to: 'IN_PROGRESS' },
  { event: 'FINISH', from: ['IN_PROGRESS', 'PAUSED'], to: 'COMPLETED' },
  { event: 'SKIP', from: ['READY'], to: 'SKIPPED' },
];

/** Pieces wait or are worked on. */
export const openStatuses = ['READY', 'IN_PROGRESS', 'PAUSED', 'ON_HOLD'] as const satisfies readonly StepStatus[];
/** Pieces are counted. */
export const countingStatuses = ['IN_PROGRESS', 'PAUSED'] as const satisfies readonly StepStatus[];

const ended: readonly StepStatus[] = ['COMPLETED', 'SKIPPED', 'CANCELLED'];
export const isEnded = (status: StepStatus): boolean => ended.includes(status);
export const isCounting = (status: StepStatus): boolean => countingStatuses.some((each) => each === status);
