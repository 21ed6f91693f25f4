import { createToken } from '../../plugin/token.ts';
import type { CallContext, Work } from '../../server/defineServer.ts';

/** What scheduling and production tell orders, in the transaction in which it became true. */
export interface OrderProduction {
  /** Throws CONFLICT unless every one of these order files belongs to an order awarded to `facilityId`. */
  requireAwarded(unit: Work, facilityId: number, orderFileIds: readonly number[]): Promise<void>;
  /** The first job of these order files has started. Harmless when their orders are in production already. */
  started(unit: Work, facilityId: number, orderFileIds: readonly number[], userId: number): Promise<void>;
  /**
   * How urgent the order is to the caller's facility: one of its priority labels, or none. Throws NOT_FOUND for an order
   * that the caller may not see.
   */
  setPriority(context: CallContext, unit: Work, orderId: number, labelId: number | null): Promise<void>;
  /** The facility no longer has this label. */
  forgetPriority(unit: Work, facilityId: number, labelId: number): Promise<void>;
  /**
   * So many pieces of each file open jobs will build, and ended ones have built well, which are `made`; `plannedUntil`: the
   * end of the last open job. Lock the files before counting.
   */
  setScheduled(
    unit: Work,
    taken: readonly { orderFileId: number; quantity: number; made: number; plannedUntil: Date | null }[],
  ): Promise<void>;
}
export const orderProduction = createToken<OrderProduction>('orders/OrderProduction@1');
