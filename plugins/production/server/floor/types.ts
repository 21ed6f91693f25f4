import { checkAnswerSchema, type LotState, type StepStatus } from '@sinter/sdk/contract/production/lots';
import type { StepKind } from '@sinter/sdk/contract/production/mes';
import * as z from 'zod';

export const keptAnswerSchema = checkAnswerSchema.extend({ by: z.number().int(), at: z.string() });
export type KeptAnswer = z.infer<typeof keptAnswerSchema>;

/** A step of a lot, as it is changed in memory and written at the end. */
export interface Step {
  position: number;
  step: string;
  name: string;
  kind: StepKind;
  workCenter: string;
  status: StepStatus;
  heldFrom: StepStatus | null;
  /** Pieces that came from other lots or were built here; the rest of `received` came from the step before. */
  joined: number;
  received: number;
  good: number;
  scrap: number;
  rework: number;
  moved: number;
  answers: KeptAnswer[];
  startedAt: Date | null;
  startedBy: number | null;
  finishedAt: Date | null;
  since: Date;
}

/** A lot and its steps, locked for the rest of the transaction. */
export interface Lot {
  id: number;
  facilityId: number;
  orderId: number;
  orderFileId: number;
  jobId: number | null;
  jobFileId: number | null;
  quantity: number;
  state: LotState;
  heldFor: string | null;
  version: number;
  controlled: boolean;
  steps: Step[];
}
