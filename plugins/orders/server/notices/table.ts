import type { OrderRight } from '@sinter/sdk/contract/orders/rights';
import type { AnyEvent, Side } from '../transitions.ts';
import type { OrderNotice } from './kinds.ts';

/** Who is told: those of a side who work on the order, and where none of them may do what is next, everybody who may. */
export interface Told {
  side: Exclude<Side, 'system'>;
  notice: OrderNotice;
  /** What is next needs this right. */
  next?: OrderRight;
  /** Only from this status, or only from another. */
  from?: string;
  notFrom?: string;
  /** Those who were asked for their approval, not those who work on it. */
  asked?: true;
  /** Only what this side does. */
  by?: Side;
}

/** Whom each event concerns, or in a sentence why nobody is told. */
type Table = Readonly<Partial<Record<AnyEvent, readonly Told[] | string>>>;

const follows = 'It follows from what happened to the match, which tells.';
const putAway = 'Putting away and bringing back is for whoever does it.';

/** Of what happens to one facility's part in an order. */
export const matchNotices: Table = {
  APPROVE: 'The facility is told a moment later, when it knows what to do: sign, or quote.',
  ASK_NDA: [{ side: 'provider', notice: 'ndaAsked', next: 'signNda' }],
  UPLOAD_NDA: [{ side: 'buyer', notice: 'ndaGiven', next: 'verifyNda' }],
  APPROVE_NDA: [{ side: 'provider', notice: 'ndaApproved', next: 'quote' }],
  REJECT_NDA: [{ side: 'provider', notice: 'ndaRejected', next: 'signNda' }],
  // After an agreement it is told that it was approved.
  UNLOCK: [{ side: 'provider', notice: 'requested', next: 'quote', from: 'APPROVED' }],
  DECLINE: [{ side: 'buyer', notice: 'declined' }],
  SUBMIT_QUOTE: [{ side: 'buyer', notice: 'quoted', next: 'accept' }],
  WITHDRAW_QUOTE: [{ side: 'buyer', notice: 'quoteWithdrawn' }],
  REQUEST_REVISION: [{ side: 'provider', notice: 'revisionAsked', next: 'quote' }],
  REJECT_QUOTE: [{ side: 'provider', notice: 'quoteRejected' }],
  AWARD: [
    { side: 'provider', notice: 'awarded', next: 'quote' },
    { side: 'buyer', notice: 'ordered' },
  ],
  PAY: 'The buyer does it; the facility hears of it when it is paid.',
  CANCEL_PAYMENT: 'The buyer does it, and the quote is open as before.',
  PAYMENT_ENDED: [{ side: 'buyer', notice: 'paymentEnded' }],
  PAID: [
    { side: 'provider', notice: 'awarded', next: 'quote' },
    { side: 'buyer', notice: 'ordered' },
  ],
  TIME_OUT: [
    { side: 'provider', notice: 'lapsed' },
    { side: 'buyer', notice: 'quoteExpired', from: 'BID_SUBMITTED' },
  ],
  LOSE: [{ side: 'provider', notice: 'lost' }],
  ACCEPT_AWARD: [{ side: 'buyer', notice: 'confirmed' }],
  REFUSE_AWARD: [{ side: 'buyer', notice: 'refused', next: 'accept' }],
  REOPEN: [{ side: 'provider', notice: 'reopened' }],
  ASK_AGAIN: 'The facility is told a moment later, when it knows what to do: sign, or quote.',
  AGREE_CANCEL: [{ side: 'buyer', notice: 'cancelled' }],
  REFUSE_CANCEL: [{ side: 'buyer', notice: 'notCancelled' }],
  START_PRODUCTION: [{ side: 'buyer', notice: 'started' }],
  FINISH_PRINTING: [{ side: 'buyer', notice: 'printed' }],
  START_INSPECTION: [{ side: 'buyer', notice: 'inspecting' }],
  SHIP: 'The parcel tells, with its tracking number.',
  TAKE_BACK: 'The parcel that was voided tells.',
  REWORK: 'A step back within the facility: its people see it at their work, the customer by the promised date.',
  REMAKE: 'A step back within the facility: its people see it at their work, the customer by the promised date.',
  REPORT_DELIVERY: [{ side: 'buyer', notice: 'delivered', next: 'create' }],
  COMPLETE: [{ side: 'provider', notice: 'completed' }],
  ACCEPT_CLAIM: [{ side: 'buyer', notice: 'claimAccepted' }],
  REFUSE_CLAIM: [{ side: 'buyer', notice: 'claimRefused' }],
  HOLD: [
    { side: 'buyer', notice: 'held', by: 'provider' },
    { side: 'provider', notice: 'held' },
  ],
  RESUME: [
    { side: 'buyer', notice: 'resumed', by: 'provider' },
    { side: 'provider', notice: 'resumed' },
  ],
  ARCHIVE: putAway,
  RESTORE: putAway,
};

/** Of what happens to the request; a facility here is the one that it was awarded to. */
export const orderNotices: Table = {
  SUBMIT: 'The facilities are told when the order reaches them.',
  CHANGE: 'The buyer changes what nobody has been asked for yet.',
  MATCH_AGAIN: [{ side: 'buyer', notice: 'matchable' }],
  MATCH: [{ side: 'buyer', notice: 'nobodyLeft', from: 'DISTRIBUTED' }],
  NO_MATCH: [{ side: 'buyer', notice: 'unmatched' }],
  SEND: 'The buyer does it; the facilities are told when the order reaches them.',
  REQUEST_APPROVAL: [{ side: 'buyer', notice: 'approvalAsked', next: 'accept', asked: true }],
  REFUSE_APPROVAL: [{ side: 'buyer', notice: 'approvalRefused' }],
  AWARD: follows,
  PAID: follows,
  ACCEPT_AWARD: follows,
  REFUSE_AWARD: follows,
  START_PRODUCTION: follows,
  FINISH_PRINTING: follows,
  START_INSPECTION: follows,
  REWORK: follows,
  REMAKE: follows,
  SHIP: follows,
  TAKE_BACK: follows,
  REPORT_DELIVERY: follows,
  CONFIRM_RECEIPT: [{ side: 'provider', notice: 'received' }],
  COMPLETE: [{ side: 'buyer', notice: 'completed' }],
  CLAIM: [{ side: 'provider', notice: 'claimed', next: 'quote' }],
  ACCEPT_CLAIM: follows,
  HOLD: [{ side: 'buyer', notice: 'held', by: 'buyer' }],
  RESUME: [{ side: 'buyer', notice: 'resumed', by: 'buyer' }],
  WITHDRAW: [{ side: 'buyer', notice: 'withdrawn', notFrom: 'DRAFT' }],
  ASK_CANCEL: [{ side: 'provider', notice: 'cancelAsked', next: 'quote' }],
  AGREE_CANCEL: follows,
  ARCHIVE: putAway,
  RESTORE: putAway,
};
