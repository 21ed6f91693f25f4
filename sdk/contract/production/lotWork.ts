import { createToken } from '../../plugin/token.ts';
import type { Work } from '../../server/defineServer.ts';

/** Whose lots, and who does it; `null`: it follows from what somebody elsewhere has decided. */
export interface LotWorker {
  facilityId: number;
  userId: number | null;
}

/**
 * What areas above production do with lots, in their own transaction and by the rules of the floor (product 3.5, 3.6). Asks for no
 * rights: who calls has decided that the person may know of the lot. All throw NOT_FOUND for lots of another facility.
 */
export interface LotWork {
  /** Puts lots on hold; those that are held already, or are over, stay as they are. */
  hold(worker: LotWorker, unit: Work, lotIds: readonly number[], reason: string): Promise<void>;
  /** They go on where they were; those that are not held stay as they are. */
  release(worker: LotWorker, unit: Work, lotIds: readonly number[]): Promise<void>;
  /**
   * Pieces that are thrown away, also of a lot on hold: open ones, wherever they are in the lot, then those that have passed its last step.
   * `remake`: as many are to be scheduled again. Throws NOT_POSSIBLE beyond what there is, CONFLICT where the order is not made now.
   * Answers the rows of the ledger.
   */
  scrap(
    worker: LotWorker,
    unit: Work,
    scrapped: { lotId: number; quantity: number; reason: string; remake: boolean },
  ): Promise<readonly number[]>;
  /** Pieces, found as for `scrap`, become a lot of their own that goes back to a step and is not held. Answers the lot. */
  rework(
    worker: LotWorker,
    unit: Work,
    sent: { lotId: number; quantity: number; reason: string; toPosition: number },
  ): Promise<number>;
}
export const lotWork = createToken<LotWork>('production/LotWork@1');
