import { createToken } from '../../plugin/token.ts';
import type { Work } from '../../server/defineServer.ts';

/** A build that is done, as far as estimates learn from it. */
export interface FinishedBuild {
  jobId: number;
  facilityId: number;
  equipmentId: number;
  materialId: number;
  /** Counts where nothing was learned from the job before. */
  finishedAt: Date;
  /** What was built; or what the model said of it, where the caller knows. */
  built: { parts: readonly { orderFileId: number; quantity: number }[] } | { hours: number; grams: number };
  /** What it took. `grams`: `null` where nobody has said it. */
  hours: number;
  grams: number | null;
}

/** Estimates learn from finished builds, in the transaction in which a job ends or is put right. */
export interface FinishedBuilds {
  /** Says it anew where it was said of a job before. Nothing is learned where the model cannot say what the build should have taken. */
  finished(unit: Work, builds: readonly FinishedBuild[]): Promise<void>;
  /** The job did not end well after all. Harmless where nothing was learned from it. */
  forget(unit: Work, jobId: number): Promise<void>;
}
export const finishedBuilds = createToken<FinishedBuilds>('orders/FinishedBuilds@1');
