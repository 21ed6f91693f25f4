import type { MatchStatus, OrderEvent, OrderStatus } from '@sinter/sdk/contract/orders/orders';

/** Who may make something happen. `system` follows from something else and is never offered to a person. */
export type Side = 'buyer' | 'provider' | 'system';
export type SystemEvent =
  | 'CHANGE'
  | 'APPROVE'
  | 'ASK_NDA'
  | 'UNLOCK'
  | 'MATCH'
  | 'NO_MATCH'
  | 'LOSE'
  | 'TIME_OUT'
  | 'REOPEN'
  | 'ASK_AGAIN'
  | 'MATCH_AGAIN'
  | 'PAID'
  | 'PAYMENT_ENDED'
  | 'TAKE_BACK';
export type AnyEvent = OrderEvent | SystemEvent;

/** What an agreed order knows besides its status. */
export interface Facts {
  /** The parts have arrived at the buyer. */
  delivered: boolean;
  /** The buyer may still report a problem. */
  claimable: boolean;
  /** The buyer has reported one, and nobody has answered. */
  claimed: boolean;
  /** The buyer has asked to cancel, and nobody has answered. */
  cancelling: boolean;
  /** A quote waits for the buyer's answer. */
  quoted: boolean;
  /** Somebody who may not accept such a quote has asked those who may. */
  asked: boolean;
  /** It was agreed with a facility of the buyer's own enterprise. */
  internal: boolean;
}
export const noFacts: Facts = {
  delivered: false,
  claimable: true,
  claimed: false,
  cancelling: false,
  quoted: false,
  asked: false,
  internal: false,
};

export type Transition<Status> = {
  from: readonly Status[];
  /** `held`: back to where it was held, archived or paid from. `same`: only something else about it changes. */
  to: Status | 'held' | 'same';
  /** What must be so, besides the status. */
  when?: Partial<Facts>;
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
const claimed: readonly MatchStatus[] = ['SHIPPED', 'INTERNAL_SHIPPED', 'COMPLETED', 'INTERNAL_COMPLETED'];

/** A vendor's side of an order. */
export const matchTransitions: readonly Transition<MatchStatus>[] = [
  { event: 'APPROVE', by: 'system', from: ['CREATED'], to: 'APPROVED' },
  { event: 'ASK_NDA', by: 'system', from: ['APPROVED'], to: 'NDA_UPLOAD_PENDING' },
  { event: 'UPLOAD_NDA', by: 'provider', from: ['NDA_UPLOAD_PENDING', 'NDA_REJECTED'], to: 'NDA_VERIFICATION_PENDING' },
  { event: 'APPROVE_NDA', by: 'buyer', from: ['NDA_VERIFICATION_PENDING'], to: 'NDA_APPROVED' },
  { event: 'REJECT_NDA', by: 'buyer', from: ['NDA_VERIFICATION_PENDING'], to: 'NDA_REJECTED' },
  // One that was approved for another order holds for this one too.
  { event: 'APPROVE_NDA', by: 'system', from: ['NDA_UPLOAD_PENDING', 'NDA_REJECTED'], to: 'NDA_APPROVED' },
  { event: 'UNLOCK', by: 'system', from: ['APPROVED', 'NDA_APPROVED'], to: 'BID_WAITING' },
  { event: 'DECLINE', by: 'provider', from: untilQuoted, to: 'SP_RFQ_REJECTED' },
  { event: 'SUBMIT_QUOTE', by: 'provider', from: ['BID_WAITING'], to: 'BID_SUBMITTED' },
  { event: 'WITHDRAW_QUOTE', by: 'provider', from: ['BID_SUBMITTED'], to: 'BID_WAITING' },
  { event: 'REQUEST_REVISION', by: 'buyer', from: ['BID_SUBMITTED'], to: 'BID_WAITING' },
  { event: 'REJECT_QUOTE', by: 'buyer', from: ['BID_SUBMITTED'], to: 'BID_REJECTED' },
  { event: 'AWARD', by: 'buyer', from: ['BID_SUBMITTED'], to: 'BID_APPROVED' },
  { event: 'PAY', by: 'buyer', from: ['BID_SUBMITTED', 'BID_WAITING'], to: 'PAYMENT_WAITING' },
  { event: 'CANCEL_PAYMENT', by: 'buyer', from: ['PAYMENT_WAITING'], to: 'held' },
  { event: 'PAYMENT_ENDED', by: 'system', from: ['PAYMENT_WAITING'], to: 'held' },
  { event: 'PAID', by: 'system', from: ['PAYMENT_WAITING'], to: 'BID_APPROVED' },
  { event: 'TIME_OUT', by: 'system', from: [...untilQuoted, 'BID_SUBMITTED'], to: 'TIMED_OUT' },
  {
    event: 'LOSE',
    by: 'system',
    from: [...untilQuoted, 'BID_SUBMITTED', 'PAYMENT_WAITING'],
    to: 'BID_LOST',
  },
  { event: 'ACCEPT_AWARD', by: 'provider', from: ['BID_APPROVED'], to: 'SP_BID_ACCEPTED', when: { cancelling: false } },
  { event: 'REFUSE_AWARD', by: 'provider', from: ['BID_APPROVED'], to: 'SP_BID_REJECTED' },
  // Nobody was asked before the award was accepted.
  {
    event: 'REFUSE_AWARD',
    by: 'provider',
    from: ['SP_BID_ACCEPTED'],
    to: 'SP_BID_REJECTED',
    when: { internal: true, cancelling: false },
  },
  // The one who won has refused, and this quote still holds.
  { event: 'REOPEN', by: 'system', from: ['BID_LOST'], to: 'BID_SUBMITTED' },
  // The buyer sends the order to a facility that is out of it.
  {
    event: 'ASK_AGAIN',
    by: 'system',
    from: ['TIMED_OUT', 'SP_RFQ_REJECTED', 'BID_REJECTED', 'BID_LOST', 'SP_BID_REJECTED'],
    to: 'APPROVED',
  },
  {
    event: 'AGREE_CANCEL',
    by: 'provider',
    from: ['BID_APPROVED', 'SP_BID_ACCEPTED'],
    to: 'SP_BID_REJECTED',
    when: { cancelling: true },
  },
  {
    event: 'REFUSE_CANCEL',
    by: 'provider',
    from: ['BID_APPROVED', 'SP_BID_ACCEPTED'],
    to: 'same',
    when: { cancelling: true },
  },
  {
    event: 'START_PRODUCTION',
    by: 'provider',
    from: ['SP_BID_ACCEPTED'],
    to: 'IN_PROGRESS',
    when: { cancelling: false },
  },
  { event: 'FINISH_PRINTING', by: 'provider', from: ['IN_PROGRESS'], to: 'IN_POSTPROCESSING' },
  { event: 'START_INSPECTION', by: 'provider', from: ['IN_PROGRESS', 'IN_POSTPROCESSING'], to: 'IN_QUALITYCONTROL' },
  {
    event: 'SHIP',
    by: 'provider',
    from: ['SP_BID_ACCEPTED', ...inProduction],
    to: 'SHIPPED',
    when: { cancelling: false, internal: false },
  },
  {
    event: 'SHIP',
    by: 'provider',
    from: ['SP_BID_ACCEPTED', ...inProduction],
    to: 'INTERNAL_SHIPPED',
    when: { cancelling: false, internal: true },
  },
  { event: 'REWORK', by: 'provider', from: ['IN_QUALITYCONTROL'], to: 'IN_POSTPROCESSING' },
  { event: 'REMAKE', by: 'provider', from: ['IN_POSTPROCESSING', 'IN_QUALITYCONTROL'], to: 'IN_PROGRESS' },
  {
    event: 'REPORT_DELIVERY',
    by: 'provider',
    from: ['SHIPPED', 'INTERNAL_SHIPPED'],
    to: 'same',
    when: { delivered: false },
  },
  // A parcel that had left is voided: its pieces are in the facility again.
  {
    event: 'TAKE_BACK',
    by: 'system',
    from: ['SHIPPED', 'INTERNAL_SHIPPED'],
    to: 'IN_QUALITYCONTROL',
    when: { delivered: false, claimed: false },
  },
  { event: 'COMPLETE', by: 'system', from: ['SHIPPED'], to: 'COMPLETED', when: { claimed: false } },
  { event: 'COMPLETE', by: 'system', from: ['INTERNAL_SHIPPED'], to: 'INTERNAL_COMPLETED', when: { claimed: false } },
  {
    event: 'ACCEPT_CLAIM',
    by: 'provider',
    from: claimed,
    to: 'IN_PROGRESS',
    when: { claimed: true },
  },
  { event: 'REFUSE_CLAIM', by: 'provider', from: claimed, to: 'same', when: { claimed: true } },
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
    when: { claimed: false },
  },
  { event: 'RESTORE', by: 'provider', from: ['ARCHIVED'], to: 'held' },
];

const orderInProduction: readonly OrderStatus[] = ['IN_MANUFACTURING', 'IN_POSTPROCESSING', 'IN_QUALITYCONTROL'];
const orderClaimed: readonly OrderStatus[] = [
  'SHIPPED',
  'INTERNAL_SHIPPED',
  'DELIVERED',
  'INTERNAL_DELIVERED',
  'COMPLETED',
  'INTERNAL_COMPLETED',
];
const orderHoldable: readonly OrderStatus[] = [
  'SUBMITTED',
  'MATCHED',
  'UNMATCHED',
  'DISTRIBUTED',
  'BID_ACCEPTED',
  'AGREEMENT_DONE',
  ...orderInProduction,
];

/** The buyer's side. After the award it follows the winning match. */
export const orderTransitions: readonly Transition<OrderStatus>[] = [
  { event: 'SUBMIT', by: 'buyer', from: ['DRAFT', 'UNMATCHED'], to: 'SUBMITTED' },
  // The buyer has changed what is asked for: it is matched anew.
  { event: 'CHANGE', by: 'system', from: ['SUBMITTED', 'MATCHED', 'UNMATCHED'], to: 'SUBMITTED' },
  // A facility can do more than when nobody could make it.
  { event: 'MATCH_AGAIN', by: 'system', from: ['UNMATCHED'], to: 'SUBMITTED' },
  { event: 'MATCH', by: 'system', from: ['SUBMITTED', 'DISTRIBUTED'], to: 'MATCHED' },
  { event: 'NO_MATCH', by: 'system', from: ['SUBMITTED'], to: 'UNMATCHED' },
  { event: 'SEND', by: 'buyer', from: ['MATCHED'], to: 'DISTRIBUTED' },
  { event: 'SEND', by: 'buyer', from: ['DISTRIBUTED'], to: 'same' },
  { event: 'REQUEST_APPROVAL', by: 'buyer', from: ['DISTRIBUTED'], to: 'same', when: { quoted: true } },
  { event: 'REFUSE_APPROVAL', by: 'buyer', from: ['DISTRIBUTED'], to: 'same', when: { asked: true } },
  { event: 'AWARD', by: 'system', from: ['DISTRIBUTED'], to: 'BID_ACCEPTED' },
  { event: 'PAID', by: 'system', from: ['DISTRIBUTED'], to: 'BID_ACCEPTED' },
  { event: 'ACCEPT_AWARD', by: 'system', from: ['BID_ACCEPTED'], to: 'AGREEMENT_DONE' },
  { event: 'REFUSE_AWARD', by: 'system', from: ['BID_ACCEPTED', 'AGREEMENT_DONE'], to: 'DISTRIBUTED' },
  { event: 'START_PRODUCTION', by: 'system', from: ['AGREEMENT_DONE'], to: 'IN_MANUFACTURING' },
  { event: 'FINISH_PRINTING', by: 'system', from: ['IN_MANUFACTURING'], to: 'IN_POSTPROCESSING' },
  {
    event: 'START_INSPECTION',
    by: 'system',
    from: ['IN_MANUFACTURING', 'IN_POSTPROCESSING'],
    to: 'IN_QUALITYCONTROL',
  },
  { event: 'REWORK', by: 'system', from: ['IN_QUALITYCONTROL'], to: 'IN_POSTPROCESSING' },
  { event: 'REMAKE', by: 'system', from: ['IN_POSTPROCESSING', 'IN_QUALITYCONTROL'], to: 'IN_MANUFACTURING' },
  {
    event: 'SHIP',
    by: 'system',
    from: ['AGREEMENT_DONE', ...orderInProduction],
    to: 'SHIPPED',
    when: { internal: false },
  },
  {
    event: 'SHIP',
    by: 'system',
    from: ['AGREEMENT_DONE', ...orderInProduction],
    to: 'INTERNAL_SHIPPED',
    when: { internal: true },
  },
  { event: 'TAKE_BACK', by: 'system', from: ['SHIPPED', 'INTERNAL_SHIPPED'], to: 'IN_QUALITYCONTROL' },
  { event: 'REPORT_DELIVERY', by: 'system', from: ['SHIPPED'], to: 'DELIVERED' },
  { event: 'REPORT_DELIVERY', by: 'system', from: ['INTERNAL_SHIPPED'], to: 'INTERNAL_DELIVERED' },
  { event: 'CONFIRM_RECEIPT', by: 'buyer', from: ['SHIPPED'], to: 'DELIVERED' },
  { event: 'CONFIRM_RECEIPT', by: 'buyer', from: ['INTERNAL_SHIPPED'], to: 'INTERNAL_DELIVERED' },
  { event: 'COMPLETE', by: 'buyer', from: ['DELIVERED'], to: 'COMPLETED', when: { claimed: false } },
  { event: 'COMPLETE', by: 'buyer', from: ['INTERNAL_DELIVERED'], to: 'INTERNAL_COMPLETED', when: { claimed: false } },
  {
    event: 'CLAIM',
    by: 'buyer',
    from: orderClaimed,
    to: 'same',
    when: { claimed: false, claimable: true },
  },
  { event: 'ACCEPT_CLAIM', by: 'system', from: orderClaimed, to: 'IN_MANUFACTURING' },
  { event: 'HOLD', by: 'buyer', from: orderHoldable, to: 'ON_HOLD' },
  { event: 'RESUME', by: 'buyer', from: ['ON_HOLD'], to: 'held' },
  {
    event: 'WITHDRAW',
    by: 'buyer',
    from: ['DRAFT', 'SUBMITTED', 'MATCHED', 'UNMATCHED', 'DISTRIBUTED'],
    to: 'WITHDRAWN',
  },
  {
    event: 'ASK_CANCEL',
    by: 'buyer',
    from: ['BID_ACCEPTED', 'AGREEMENT_DONE'],
    to: 'same',
    when: { cancelling: false },
  },
  { event: 'AGREE_CANCEL', by: 'system', from: ['BID_ACCEPTED', 'AGREEMENT_DONE'], to: 'WITHDRAWN' },
  {
    event: 'ARCHIVE',
    by: 'buyer',
    from: ['DRAFT', 'WITHDRAWN', 'UNMATCHED', 'COMPLETED', 'INTERNAL_COMPLETED'],
    to: 'ARCHIVED',
    when: { claimed: false },
  },
  { event: 'RESTORE', by: 'buyer', from: ['ARCHIVED'], to: 'held' },
];

const holds = ({ when = {} }: { when?: Partial<Facts> }, facts: Facts): boolean =>
  (when.delivered ?? facts.delivered) === facts.delivered &&
  (when.claimable ?? facts.claimable) === facts.claimable &&
  (when.claimed ?? facts.claimed) === facts.claimed &&
  (when.cancelling ?? facts.cancelling) === facts.cancelling &&
  (when.quoted ?? facts.quoted) === facts.quoted &&
  (when.asked ?? facts.asked) === facts.asked &&
  (when.internal ?? facts.internal) === facts.internal;

/** The one transition for `event` from `status`, or `null`. */
export function findTransition<Status extends string>(
  table: readonly Transition<Status>[],
  event: AnyEvent,
  status: Status,
  facts: Facts,
): Transition<Status> | null {
  return table.find((row) => row.event === event && row.from.includes(status) && holds(row, facts)) ?? null;
}

/** What a person of `side` may do from `status`, in the order of the table. */
export function allowedFrom<Status extends string>(
  table: readonly Transition<Status>[],
  side: Exclude<Side, 'system'>,
  status: Status,
  facts: Facts,
): OrderEvent[] {
  return table.flatMap((row) =>
    row.by !== 'system' && row.by === side && row.from.includes(status) && holds(row, facts) ? [row.event] : [],
  );
}
