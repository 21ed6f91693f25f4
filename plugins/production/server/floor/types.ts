import { checkAnswerSchema } from '@sinter/sdk/contract/production/lots';
import * as z from 'zod';
import type { RuledLot, RuledStep } from '../../shared/steps/types.ts';

export const keptAnswerSchema = checkAnswerSchema.extend({ by: z.number().int(), at: z.string() });
export type KeptAnswer = z.infer<typeof keptAnswerSchema>;

/** A step of a lot, as it is changed in memory and written at the end. */
export interface Step extends RuledStep {
  position: number;
  step: string;
  name: string;
  workCenter: string;
  answers: KeptAnswer[];
  startedAt: Date | null;
  startedBy: number | null;
  finishedAt: Date | null;
}

/** A lot and its steps, locked for the rest of the transaction. */
export interface Lot extends RuledLot {
  id: number;
  number: string;
  facilityId: number;
  orderId: number;
  orderFileId: number;
  jobId: number | null;
  jobFileId: number | null;
  quantity: number;
  version: number;
  controlled: boolean;
  steps: Step[];
}
