import type { LotState, StepStatus } from '@sinter/sdk/contract/production/lots';
import type { StepKind } from '@sinter/sdk/contract/production/mes';

/** What the rules know of a step. */
export interface RuledStep {
  kind: StepKind;
  status: StepStatus;
  heldFrom: StepStatus | null;
  /** Pieces that came from other lots or were built here; the rest of `received` came from the step before. */
  joined: number;
  received: number;
  good: number;
  scrap: number;
  rework: number;
  moved: number;
  since: Date;
}

/** What they know of a lot. */
export interface RuledLot {
  state: LotState;
  heldFor: string | null;
  steps: RuledStep[];
}
