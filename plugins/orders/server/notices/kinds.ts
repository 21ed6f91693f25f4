import type { Role, Sentence } from '@sinter/sdk/contract';
import { defineNotice, type NoticeCategory } from '@sinter/sdk/server';
import * as z from 'zod';
import { say } from '../texts.ts';
import { anOrder } from './subject.ts';

/** `by`: the facility, customer or colleague whose doing it is. */
const params = z.object({ by: z.string() });

const requests: NoticeCategory = { id: 'requests', title: say('toldRequests') };
const running: NoticeCategory = { id: 'orders', title: say('toldOrders') };
export const delivery: NoticeCategory = { id: 'delivery', title: say('toldDelivery') };

interface Words {
  title: Sentence;
  says: (given: { order: string; by: string }) => Sentence;
}

/** Kinds for these people, mailed unless they chose otherwise, or not (`quiet`). */
const kindsFor = (category: NoticeCategory, roles: readonly Role[], { ofFacility = false, shared = false } = {}) => {
  const define =
    (mail: boolean) =>
    (name: string, { title, says }: Words) =>
      defineNotice({
        ...{ category, roles, mail, ofFacility, shared, title, params },
        id: `orders.${name}`,
        subject: anOrder,
        says: ({ subject, by }) => says({ order: subject, by }),
      });
  return { mailed: define(true), quiet: define(false) };
};

const provider = kindsFor(requests, ['ROLE_SERVICE_PROVIDER'], { shared: true });
/** What happens to the order before a facility is at it, or among the buyer's own people. */
const buyerAlone = kindsFor(requests, ['ROLE_ENGINEER']);
const buyer = kindsFor(requests, ['ROLE_ENGINEER'], { ofFacility: true });
const providerOrder = kindsFor(running, ['ROLE_SERVICE_PROVIDER'], { shared: true });
const buyerOrder = kindsFor(running, ['ROLE_ENGINEER'], { ofFacility: true });
const whoeverAsks = kindsFor(running, ['ROLE_SERVICE_PROVIDER', 'ROLE_ENGINEER']);
const both = kindsFor(running, ['ROLE_SERVICE_PROVIDER', 'ROLE_ENGINEER'], { ofFacility: true, shared: true });
const buyerDelivery = kindsFor(delivery, ['ROLE_ENGINEER'], { ofFacility: true });
const providerDelivery = kindsFor(delivery, ['ROLE_SERVICE_PROVIDER'], { shared: true });

/** Everything that people are told of orders. */
export const kinds = {
  // To a facility that is asked.
  requested: provider.mailed('requested', { title: say('tellRequested'), says: (it) => say('toldRequested', it) }),
  ndaAsked: provider.mailed('ndaAsked', { title: say('tellNdaAsked'), says: (it) => say('toldNdaAsked', it) }),
  ndaApproved: provider.mailed('ndaApproved', {
    title: say('tellNdaApproved'),
    says: ({ order }) => say('toldNdaApproved', { order }),
  }),
  ndaRejected: provider.mailed('ndaRejected', {
    title: say('tellNdaRejected'),
    says: ({ order }) => say('toldNdaRejected', { order }),
  }),
  quoteDue: provider.mailed('quoteDue', {
    title: say('tellQuoteDue'),
    says: ({ order }) => say('toldQuoteDue', { order }),
  }),
  revisionAsked: provider.mailed('revisionAsked', {
    title: say('tellRevisionAsked'),
    says: (it) => say('toldRevisionAsked', it),
  }),
  quoteRejected: provider.mailed('quoteRejected', {
    title: say('tellQuoteRejected'),
    says: ({ order }) => say('toldQuoteRejected', { order }),
  }),
  lapsed: provider.quiet('lapsed', { title: say('tellLapsed'), says: ({ order }) => say('toldLapsed', { order }) }),
  lost: provider.mailed('lost', { title: say('tellLost'), says: ({ order }) => say('toldLost', { order }) }),

  reopened: provider.mailed('reopened', {
    title: say('tellReopened'),
    says: ({ order }) => say('toldReopened', { order }),
  }),

  // To a facility that is at work.
  awarded: providerOrder.mailed('awarded', { title: say('tellAwarded'), says: (it) => say('toldAwarded', it) }),
  cancelAsked: providerOrder.mailed('cancelAsked', {
    title: say('tellCancelAsked'),
    says: (it) => say('toldCancelAsked', it),
  }),
  late: providerOrder.mailed('late', { title: say('tellLate'), says: ({ order }) => say('toldLate', { order }) }),
  received: providerDelivery.quiet('received', { title: say('tellReceived'), says: (it) => say('toldReceived', it) }),
  claimed: providerDelivery.mailed('claimed', { title: say('tellClaimed'), says: (it) => say('toldClaimed', it) }),

  // To who looks after a facility's payments.
  paymentAltered: providerOrder.mailed('paymentAltered', {
    title: say('tellPaymentAltered'),
    says: ({ order }) => say('toldPaymentAltered', { order }),
  }),
  refundFailed: providerOrder.mailed('refundFailed', {
    title: say('tellRefundFailed'),
    says: ({ order }) => say('toldRefundFailed', { order }),
  }),

  // To whoever asked for it.
  recordReady: whoeverAsks.quiet('recordReady', {
    title: say('tellRecordReady'),
    says: ({ order }) => say('toldRecordReady', { order }),
  }),

  // To a buyer who pays.
  paymentEnded: buyerOrder.mailed('paymentEnded', {
    title: say('tellPaymentEnded'),
    says: ({ order }) => say('toldPaymentEnded', { order }),
  }),
  refunded: buyerOrder.mailed('refunded', {
    title: say('tellRefunded'),
    says: ({ order }) => say('toldRefunded', { order }),
  }),

  // To a buyer who asks.
  ndaGiven: buyer.mailed('ndaGiven', { title: say('tellNdaGiven'), says: (it) => say('toldNdaGiven', it) }),
  quoted: buyer.mailed('quoted', { title: say('tellQuoted'), says: (it) => say('toldQuoted', it) }),
  requoted: buyer.mailed('requoted', { title: say('tellRequoted'), says: (it) => say('toldRequoted', it) }),
  quoteWithdrawn: buyer.mailed('quoteWithdrawn', {
    title: say('tellQuoteWithdrawn'),
    says: (it) => say('toldQuoteWithdrawn', it),
  }),
  quoteExpiring: buyer.mailed('quoteExpiring', {
    title: say('tellQuoteExpiring'),
    says: (it) => say('toldQuoteExpiring', it),
  }),
  quoteExpired: buyer.quiet('quoteExpired', {
    title: say('tellQuoteExpired'),
    says: (it) => say('toldQuoteExpired', it),
  }),
  declined: buyer.quiet('declined', { title: say('tellDeclined'), says: (it) => say('toldDeclined', it) }),
  nobodyLeft: buyerAlone.mailed('nobodyLeft', {
    title: say('tellNobodyLeft'),
    says: ({ order }) => say('toldNobodyLeft', { order }),
  }),
  unmatched: buyerAlone.mailed('unmatched', {
    title: say('tellUnmatched'),
    says: ({ order }) => say('toldUnmatched', { order }),
  }),
  matchable: buyerAlone.mailed('matchable', {
    title: say('tellMatchable'),
    says: ({ order }) => say('toldMatchable', { order }),
  }),
  approvalAsked: buyerAlone.mailed('approvalAsked', {
    title: say('tellApprovalAsked'),
    says: (it) => say('toldApprovalAsked', it),
  }),
  approvalRefused: buyerAlone.mailed('approvalRefused', {
    title: say('tellApprovalRefused'),
    says: (it) => say('toldApprovalRefused', it),
  }),
  withdrawn: buyerAlone.quiet('withdrawn', { title: say('tellWithdrawn'), says: (it) => say('toldWithdrawn', it) }),

  // To a buyer whose parts are made.
  ordered: buyerOrder.quiet('ordered', { title: say('tellOrdered'), says: (it) => say('toldOrdered', it) }),
  confirmed: buyerOrder.mailed('confirmed', { title: say('tellConfirmed'), says: (it) => say('toldConfirmed', it) }),
  refused: buyerOrder.mailed('refused', { title: say('tellRefused'), says: (it) => say('toldRefused', it) }),
  cancelled: buyerOrder.mailed('cancelled', { title: say('tellCancelled'), says: (it) => say('toldCancelled', it) }),
  notCancelled: buyerOrder.mailed('notCancelled', {
    title: say('tellNotCancelled'),
    says: (it) => say('toldNotCancelled', it),
  }),
  held: both.mailed('held', { title: say('tellHeld'), says: (it) => say('toldHeld', it) }),
  resumed: both.mailed('resumed', { title: say('tellResumed'), says: (it) => say('toldResumed', it) }),
  started: buyerDelivery.quiet('started', { title: say('tellStarted'), says: (it) => say('toldStarted', it) }),
  printed: buyerDelivery.quiet('printed', { title: say('tellPrinted'), says: (it) => say('toldPrinted', it) }),
  inspecting: buyerDelivery.quiet('inspecting', {
    title: say('tellInspecting'),
    says: (it) => say('toldInspecting', it),
  }),
  delivered: buyerDelivery.mailed('delivered', {
    title: say('tellDelivered'),
    says: ({ order }) => say('toldDelivered', { order }),
  }),
  claimAccepted: buyerDelivery.mailed('claimAccepted', {
    title: say('tellClaimAccepted'),
    says: (it) => say('toldClaimAccepted', it),
  }),
  claimRefused: buyerDelivery.mailed('claimRefused', {
    title: say('tellClaimRefused'),
    says: (it) => say('toldClaimRefused', it),
  }),
  completed: both.quiet('completed', {
    title: say('tellCompleted'),
    says: ({ order }) => say('toldCompleted', { order }),
  }),
};

export type OrderNotice = keyof typeof kinds;
