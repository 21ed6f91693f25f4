import type { LotDetail, LotStep } from '@sinter/sdk/contract/production/lots';
import type { LotStore } from './LotStore.ts';

/** What the parts of a step are drawn from. */
export interface StepProps {
  store: LotStore;
  lot: LotDetail;
  step: LotStep;
}
