import { claimDays, type MatchStatus, type OrderStatus } from '@sinter/sdk/contract/orders/orders';
import { noFacts, type Facts } from './transitions.ts';

const day = 86_400_000;

/** What is kept of an agreed match besides its status. */
export interface Kept {
  deliveredAt: Date | null;
  claim: unknown;
  cancellation: unknown;
  /** Whether the facility is of the buyer's own enterprise. */
  internal: boolean;
}

/** When an order that arrived then becomes complete by itself. */
export const completeAt = (deliveredAt: Date): Date => new Date(deliveredAt.getTime() + claimDays * day);

/** Statuses of an order that has arrived and becomes complete by itself. */
export const isDelivered = (status: OrderStatus): boolean => status === 'DELIVERED' || status === 'INTERNAL_DELIVERED';

/** The facts by which transitions are told apart; nothing has happened where nothing is agreed. */
export function factsOf(kept: Kept | null): Facts {
  if (!kept) return noFacts;
  const { deliveredAt, claim, cancellation, internal } = kept;
  return {
    ...noFacts,
    delivered: deliveredAt !== null,
    claimable: deliveredAt === null || completeAt(deliveredAt).getTime() > Date.now(),
    claimed: claim !== null,
    cancelling: cancellation !== null,
    internal,
  };
}

/** Those of an order: of what was agreed (`kept`), of its matches, and whether an approval is asked for. */
export const orderFacts = (kept: Kept | null, matches: readonly MatchStatus[], asked: boolean): Facts => ({
  ...factsOf(kept),
  quoted: matches.includes('BID_SUBMITTED'),
  asked,
});
