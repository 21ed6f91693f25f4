import { createToken } from '../../plugin/token.ts';
import type { CallContext, Work } from '../../server/defineServer.ts';

/** What areas above production do with lots, in their own transaction and by the rules of the floor (product 3.5, 3.6). */
export interface LotWork {
  /** Puts lots of the caller's facility on hold; those that are held already stay as they are. Throws NOT_FOUND for others. */
  hold(context: CallContext, unit: Work, lotIds: readonly number[], reason: string): Promise<void>;
  /** They go on where they were; those that are not held stay as they are. */
  release(context: CallContext, unit: Work, lotIds: readonly number[]): Promise<void>;
  /** Open pieces, wherever they are in the lot, that are thrown away; `remake`: as many are to be scheduled again. Throws NOT_POSSIBLE beyond what is open. Answers the rows of the ledger. */
  scrap(
    context: CallContext,
    unit: Work,
    scrapped: { lotId: number; quantity: number; reason: string; remake: boolean },
  ): Promise<readonly number[]>;
  /** Open pieces become a lot of their own that goes back to a step. Throws NOT_POSSIBLE beyond what is open. Answers the lot. */
  rework(
    context: CallContext,
    unit: Work,
    sent: { lotId: number; quantity: number; reason: string; toPosition: number },
  ): Promise<number>;
}
export const lotWork = createToken<LotWork>('production/LotWork@1');
