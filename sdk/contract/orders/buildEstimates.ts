import { createToken } from '../../plugin/token.ts';

/** A build as far as its time hangs on it. Lengths mm, areas mm², volumes mm³, of all parts together. */
export interface EstimatedBuild {
  volumeMm3: number;
  areaMm2: number;
  /** From the plate to the highest point, and the heights of the parts one after the other. */
  heightMm: number;
  heightsMm: number;
}

/** Time and material of a build that is arranged, by the model that prices parts. `null` for a process without a model. */
export interface BuildEstimates {
  hours(processKey: string, build: EstimatedBuild): number | null;
  /** With supports, powder to be refreshed and waste. */
  grams(processKey: string, volumeMm3: number, densityMgPerMm3: number): number | null;
}
export const buildEstimates = createToken<BuildEstimates>('orders/BuildEstimates@1');
