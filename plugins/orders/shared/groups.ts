import { awaitingMe } from '@sinter/sdk/contract/orders/filters';
import {
  matchStatusSchema,
  orderStatusSchema,
  statusGroups,
  statusGroupSchema,
  type MatchStatus,
  type OrderStatus,
} from '@sinter/sdk/contract/orders/orders';

/** A tab of a list. No statuses stand for all of them. */
export interface OrderGroup {
  id: string;
  statuses: readonly (MatchStatus | OrderStatus | typeof awaitingMe)[];
}

export interface OrderGroups {
  /** Names its columns and filters among the person's preferences. */
  name: string;
  tabs: readonly OrderGroup[];
  /** The tab of a screen whose address names none. */
  first: string;
  /** The tab in which nothing is left out. */
  everything: string;
}

const all: OrderGroup = { id: 'ALL', statuses: [] };
const awaiting: OrderGroup = { id: awaitingMe, statuses: [awaitingMe] };

/** The provider's: the contract's groups, beginning with what is awarded (specification 9). */
export const providerGroups: OrderGroups = {
  name: 'PROVIDER_ORDER',
  tabs: [all, awaiting, ...statusGroupSchema.options.map((id) => ({ id, statuses: statusGroups[id] }))],
  first: 'AWARDED',
  everything: 'ALL',
};

const quoting = ['SUBMITTED', 'MATCHED', 'UNMATCHED', 'DISTRIBUTED'] as const;
const inProduction = [
  'BID_ACCEPTED',
  'AGREEMENT_DONE',
  'IN_MANUFACTURING',
  'IN_POSTPROCESSING',
  'IN_QUALITYCONTROL',
] as const;
const shipped = ['SHIPPED', 'INTERNAL_SHIPPED', 'DELIVERED', 'INTERNAL_DELIVERED'] as const;
const closed = ['COMPLETED', 'INTERNAL_COMPLETED', 'WITHDRAWN', 'ARCHIVED'] as const;

/** The engineer's (product 2, engineer dashboards). */
export const buyerGroups: OrderGroups = {
  name: 'ENGINEER_ORDER',
  tabs: [
    all,
    awaiting,
    { id: 'DRAFTS', statuses: ['DRAFT'] },
    { id: 'QUOTING', statuses: quoting },
    { id: 'PRODUCTION', statuses: inProduction },
    { id: 'SHIPPED', statuses: shipped },
    { id: 'CLOSED', statuses: closed },
    { id: 'ON_HOLD', statuses: ['ON_HOLD'] },
  ],
  first: 'ALL',
  everything: 'ALL',
};

const publicStatuses = {
  PUBLIC_REQUESTED: ['DRAFT', ...quoting, 'ON_HOLD'],
  PUBLIC_PRODUCTION: inProduction,
  PUBLIC_SHIPPED: shipped,
  PUBLIC_CLOSED: closed,
} satisfies Record<string, readonly OrderStatus[]>;
export type PublicGroup = keyof typeof publicStatuses;

/** What the public is told of a status of the buyer's side. */
export function publicGroupOf(status: string): PublicGroup {
  const is = (group: PublicGroup) => publicStatuses[group].some((each) => each === status);
  if (is('PUBLIC_PRODUCTION')) return 'PUBLIC_PRODUCTION';
  if (is('PUBLIC_SHIPPED')) return 'PUBLIC_SHIPPED';
  return is('PUBLIC_CLOSED') ? 'PUBLIC_CLOSED' : 'PUBLIC_REQUESTED';
}

const publicTabs = Object.entries(publicStatuses).map(([id, statuses]): OrderGroup => ({ id, statuses }));

/** The third-party engineer's: what the public is told, and nothing finer. */
export const publicGroups: OrderGroups = {
  name: 'PUBLIC_ORDER',
  tabs: publicTabs,
  first: 'PUBLIC_PRODUCTION',
  everything: 'PUBLIC_REQUESTED',
};

/** What has been put away, for either side. */
export const archiveGroups: OrderGroups = {
  name: 'ARCHIVED_ORDER',
  tabs: [{ id: 'ARCHIVED', statuses: ['ARCHIVED'] }],
  first: 'ARCHIVED',
  everything: 'ARCHIVED',
};

const over = new Set<MatchStatus | OrderStatus>([
  ...shipped,
  ...closed,
  ...statusGroups.SHIPPED,
  ...statusGroups.DONE,
  ...statusGroups.LOST,
  'NDA_REJECTED',
]);

/** Is there nothing left to hurry for? */
export const isOver = (status: MatchStatus | OrderStatus): boolean => over.has(status);

/** The statuses in which a delivery date still counts. */
export const openStatuses = (side: 'provider' | 'buyer'): readonly (MatchStatus | OrderStatus)[] =>
  (side === 'provider' ? matchStatusSchema.options : orderStatusSchema.options).filter((status) => !isOver(status));
