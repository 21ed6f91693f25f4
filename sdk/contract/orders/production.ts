import type { Kysely } from 'kysely';
import { createToken } from '../../plugin/token.ts';
import type { CallContext, Work } from '../../server/defineServer.ts';
import type { Tables } from '../../server/tables.ts';

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
  /** So many more pieces of a part are made again; fewer when it is below zero. Lock the part before. */
  makeAgain(unit: Work, orderFileId: number, quantity: number): Promise<void>;
  /** When the facility accepted the award of each of these parts; those that it did not are left out. */
  awardedAt(
    db: Kysely<Tables>,
    facilityId: number,
    orderFileIds: readonly number[],
  ): Promise<ReadonlyMap<number, Date>>;
  /** How far the work of the facility on an order is; `back`: it may go back to there. Harmless where the order is there already, or elsewhere. */
  reached(unit: Work, facilityId: number, orderId: number, stage: WorkStage, back: boolean): Promise<void>;
  /** `null` where the order was not awarded to the facility. Asks for no rights. */
  standing(db: Kysely<Tables>, facilityId: number, orderId: number): Promise<OrderStanding | null>;
  /**
   * The buyer, who is the caller, reports a problem with shipped parts: the event CLAIM, with its photos. Throws what that event
   * refuses with; the files were prepared before.
   */
  claim(
    context: CallContext,
    unit: Work,
    orderId: number,
    claim: { eventId: string; orderFileId: number; quantity: number; reason: string; fileIds: readonly number[] },
  ): Promise<void>;
  /**
   * Pieces are made once more, and the order goes back into production. `again`: they had left, so that they leave once more; the
   * problem that the buyer has reported is accepted with it. Throws NOT_POSSIBLE where an order that was shipped has none.
   */
  remake(
    unit: Work,
    facilityId: number,
    orderId: number,
    remade: { orderFileId: number; quantity: number; again: boolean; userId: number | null; reason: string },
  ): Promise<void>;
  /** What a piece of each part was sold for; parts without an accepted quote of the facility are left out. Asks for no rights. */
  pricesOf(
    db: Kysely<Tables>,
    facilityId: number,
    orderFileIds: readonly number[],
  ): Promise<ReadonlyMap<number, { amount: number; currency: string }>>;
}
/** How an order stands with a facility that makes it. */
export interface OrderStanding {
  companyId: number;
  createdBy: number;
  /** MAKING: awarded and not shipped. SHIPPED: it has left, or is over. OTHER: on hold, archived, or not accepted yet. */
  phase: 'MAKING' | 'SHIPPED' | 'OTHER';
  /** The facility is of the buyer's own enterprise. */
  internal: boolean;
  /** The buyer has reported a problem, and nobody has answered. */
  claimed: boolean;
  /** The buyer may report a problem with what was shipped: the event CLAIM. */
  claimable: boolean;
  /** When that time is over; `null`: it has no end yet. */
  claimableUntil: Date | null;
}

/** PRINTING: something is to be built. POST: all is built, and a step after it is open. INSPECTION: only inspections are. */
export type WorkStage = 'PRINTING' | 'POST' | 'INSPECTION';
export const orderProduction = createToken<OrderProduction>('orders/OrderProduction@1');
