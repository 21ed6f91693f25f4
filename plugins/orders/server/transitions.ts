import type { MatchStatus, OrderEvent, OrderStatus } from '@sinter/sdk/contract/orders/orders';

/** Who may make something happen. `system` follows from something else and is never offered to a person. */
type Side = 'buyer' | 'provider' | 'system';
export type SystemEvent =
  'DISTRIBUTE' | 'APPROVE' | 'UNLOCK' | 'MATCH' | 'NO_MATCH' | 'SEND' | 'LOSE' | 'START_PRODUCTION';
export type AnyEvent = OrderEvent | SystemEvent;

export type Transition<Status> = {
  from: readonly Status[];
  /** `held`: back to where it was held or archived from. */
  to: Status | 'held';
} & ({ by: 'system'; event: AnyEvent } | { by: Exclude<Side, 'system'>; event: OrderEvent });

const untilQuoted: readonly MatchStatus[] = [
  'CREATED',
  'APPROVED',
  'NDA_UPLOAD_PENDING',
  'NDA_VERIFICATION_PENDING',
  'NDA_APPROVED',
  'NDA_REJECTED',
  'BID_WAITING',
];
const inProduction: readonly MatchStatus[] = ['IN_PROGRESS', 'IN_POSTPROCESSING', 'IN_QUALITYCONTROL'];

/** A vendor's side of an order. */
export const matchTransitions: readonly Transition<MatchStatus>[] = [
  { event: 'APPROVE', by: 'system', from: ['CREATED'], to: 'APPROVED' },
  { event: 'UNLOCK', by: 'system', from: ['APPROVED', 'NDA_APPROVED'], to: 'BID_WAITING' },
  { event: 'DECLINE', by: 'provider', from: untilQuoted, to: 'SP_RFQ_REJECTED' },
  { event: 'SUBMIT_QUOTE', by: 'provider', from: ['BID_WAITING'], to: 'BID_SUBMITTED' },
  { event: 'WITHDRAW_QUOTE', by: 'provider', from: ['BID_SUBMITTED'], to: 'BID_WAITING' },
  { event: 'REJECT_QUOTE', by: 'buyer', from: ['BID_SUBMITTED'], to: 'BID_REJECTED' },
  { event: 'AWARD', by: 'buyer', from: ['BID_SUBMITTED'], to: 'BID_APPROVED' },
  { event: 'ACCEPT_AWARD', by: 'provider', from: ['BID_APPROVED'], to: 'SP_BID_ACCEPTED' },
  { event: 'REFUSE_AWARD', by: 'provider', from: ['BID_APPROVED'], to: 'SP_BID_REJECTED' },
  {
    event: 'LOSE',
    by: 'system',
    from: [...untilQuoted, 'BID_SUBMITTED', 'PAYMENT_WAITING'],
    to: 'BID_LOST',
  },
  { event: 'START_PRODUCTION', by: 'system', from: ['SP_BID_ACCEPTED'], to: 'IN_PROGRESS' },
  {
    event: 'HOLD',
    by: 'provider',
    from: ['BID_WAITING', 'BID_SUBMITTED', 'PAYMENT_WAITING', 'BID_APPROVED', 'SP_BID_ACCEPTED', ...inProduction],
    to: 'ON_HOLD',
  },
  { event: 'RESUME', by: 'provider', from: ['ON_HOLD'], to: 'held' },
  {
    event: 'ARCHIVE',
    by: 'provider',
    from: [
      'BID_REJECTED',
      'BID_LOST',
      'SP_BID_REJECTED',
      'SP_RFQ_REJECTED',
      'TIMED_OUT',
      'COMPLETED',
      'INTERNAL_COMPLETED',
    ],
    to: 'ARCHIVED',
  },
  { event: 'RESTORE', by: 'provider', from: ['ARCHIVED'], to: 'held' },
];

const orderHoldable: readonly OrderStatus[] = [
  'SUBMITTED',
  'MATCHED',
  'UNMATCHED',
  'DISTRIBUTED',
  'BID_ACCEPTED',
  'AGREEMENT_DONE',
  'IN_MANUFACTURING',
  'IN_POSTPROCESSING',
  'IN_QUALITYCONTROL',
];
/** The buyer's side. After the award it follows the winning match. */
export const orderTransitions: readonly Transition<OrderStatus>[] = [
  { event: 'SUBMIT', by: 'buyer', from: ['DRAFT', 'UNMATCHED'], to: 'SUBMITTED' },
  { event: 'MATCH', by: 'system', from: ['SUBMITTED', 'DISTRIBUTED'], to: 'MATCHED' },
  { event: 'NO_MATCH', by: 'system', from: ['SUBMITTED'], to: 'UNMATCHED' },
  { event: 'SEND', by: 'system', from: ['MATCHED'], to: 'DISTRIBUTED' },
  { event: 'AWARD', by: 'system', from: ['DISTRIBUTED'], to: 'BID_ACCEPTED' },
  { event: 'ACCEPT_AWARD', by: 'system', from: ['BID_ACCEPTED'], to: 'AGREEMENT_DONE' },
  { event: 'REFUSE_AWARD', by: 'system', from: ['BID_ACCEPTED', 'AGREEMENT_DONE'], to: 'DISTRIBUTED' },
  { event: 'START_PRODUCTION', by: 'system', from: ['AGREEMENT_DONE'], to: 'IN_MANUFACTURING' },
  { event: 'HOLD', by: 'buyer', from: orderHoldable, to: 'ON_HOLD' },
  { event: 'RESUME', by: 'buyer', from: ['ON_HOLD'], to: 'held' },
  {
    event: 'WITHDRAW',
    by: 'buyer',
    from: ['DRAFT', 'SUBMITTED', 'MATCHED', 'UNMATCHED', 'DISTRIBUTED'],
    to: 'WITHDRAWN',
  },
  {
    event: 'ARCHIVE',
    by: 'buyer',
    from: ['DRAFT', 'WITHDRAWN', 'UNMATCHED', 'COMPLETED', 'INTERNAL_COMPLETED'],
    to: 'ARCHIVED',
  },
  { event: 'RESTORE', by: 'buyer', from: ['ARCHIVED'], to: 'held' },
];

/** The one transition for `event` from `status`, or `null`. */
export function findTransition<Status extends string>(
  table: readonly Transition<Status>[],
  event: AnyEvent,
  status: Status,
): Transition<Status> | null {
  return table.find((row) => row.event === event && row.from.includes(status)) ?? null;
}

/** What a person of `side` may do from `status`, in the order of the table. */
export function allowedFrom<Status extends string>(
  table: readonly Transition<Status>[],
  side: Exclude<Side, 'system'>,
  status: Status,
): OrderEvent[] {
  return table.flatMap((row) =>
    row.by !== 'system' && row.by === side && row.from.includes(status) ? [row.event] : [],
  );
}
