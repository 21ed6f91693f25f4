import { statusGroups, statusGroupSchema } from '@sinter/sdk/contract/orders/orders';
import type { MatchStatus, OrderStatus } from '@sinter/sdk/contract/orders/orders';

/** A tab of a list. No statuses stand for all of them. */
export interface OrderGroup {
  id: string;
  statuses: readonly (MatchStatus | OrderStatus)[];
}

export interface OrderGroups {
  tabs: readonly OrderGroup[];
  /** The tab of a screen whose address names none. */
  first: string;
}

const all: OrderGroup = { id: 'ALL', statuses: [] };

/** The provider's: the contract's groups, beginning with what is awarded (specification 9). */
export const providerGroups: OrderGroups = {
  tabs: [all, ...statusGroupSchema.options.map((id) => ({ id, statuses: statusGroups[id] }))],
  first: 'AWARDED',
};

const buyerTabs: Record<string, readonly OrderStatus[]> = {
  QUOTING: ['DRAFT', 'SUBMITTED', 'MATCHED', 'UNMATCHED', 'DISTRIBUTED'],
  PRODUCTION: ['BID_ACCEPTED', 'AGREEMENT_DONE', 'IN_MANUFACTURING', 'IN_POSTPROCESSING', 'IN_QUALITYCONTROL'],
  SHIPPED: ['SHIPPED', 'INTERNAL_SHIPPED', 'DELIVERED', 'INTERNAL_DELIVERED'],
  DONE: ['COMPLETED', 'INTERNAL_COMPLETED'],
  ON_HOLD: ['ON_HOLD'],
  CLOSED: ['WITHDRAWN', 'ARCHIVED'],
};

export const buyerGroups: OrderGroups = {
  tabs: [all, ...Object.entries(buyerTabs).map(([id, statuses]) => ({ id, statuses }))],
  first: 'ALL',
};
