import type { OrderDetail, PlainEvent } from '@sinter/sdk/contract/orders/orders';
import { actions, offered } from './actions.ts';
import type { Tab } from './tabs/tabs.ts';

/** What a person does next about an order. `below`: it stands on the page already, with what it is about. */
export type NextStep =
  | { kind: 'event'; event: PlainEvent }
  | { kind: 'tab'; tab: Tab; text: string }
  | { kind: 'path'; path: string; text: string }
  | { kind: 'below' };

export interface StepViewer {
  isProvider: boolean;
  /** Where the request is changed; `null` for who may not. */
  editPath: string | null;
  /** Where the rest of the parts is scheduled; `null` where nothing is left. */
  schedulerPath: string | null;
}

/** The one thing that takes the order on, for this person now; `null` when somebody else has to act. */
export function nextStep(order: OrderDetail, { editPath, schedulerPath }: StepViewer): NextStep | null {
  const { allowedEvents, requestStatus } = order;
  const may = (...events: OrderDetail['allowedEvents']) => events.some((event) => allowedEvents.includes(event));
  if (may('UPLOAD_NDA', 'APPROVE_NDA') || offered(allowedEvents, 'answer').length > 0) return { kind: 'below' };
  if (requestStatus === 'MATCHED' && may('SEND')) return { kind: 'below' };
  if (editPath !== null && (requestStatus === 'DRAFT' || requestStatus === 'UNMATCHED')) {
    return { kind: 'path', path: editPath, text: requestStatus === 'DRAFT' ? 'step.DRAFT' : 'step.CHANGE' };
  }
  if (may('AWARD', 'REQUEST_APPROVAL')) return { kind: 'tab', tab: 'quotes', text: 'step.AWARD' };
  if (may('SUBMIT_QUOTE')) return { kind: 'tab', tab: 'quotes', text: 'step.SUBMIT_QUOTE' };
  if (schedulerPath !== null) return { kind: 'path', path: schedulerPath, text: 'details.schedule' };
  const event = offered(allowedEvents, 'page').find((each) => actions[each].look === 'primary');
  return event ? { kind: 'event', event } : null;
}

/** The rest of what the person may do to the order. */
export const otherSteps = (order: OrderDetail, next: NextStep | null): PlainEvent[] =>
  offered(order.allowedEvents, 'page').filter((event) => next?.kind !== 'event' || next.event !== event);

type Waits = Partial<Record<OrderDetail['status'], string>>;
const production = { IN_POSTPROCESSING: 'production', IN_QUALITYCONTROL: 'production' };
const buyerWaits: Waits = {
  ...production,
  DRAFT: 'ownRequest',
  UNMATCHED: 'ownRequest',
  MATCHED: 'ownVendors',
  DISTRIBUTED: 'quotes',
  BID_ACCEPTED: 'confirmation',
  AGREEMENT_DONE: 'production',
  IN_MANUFACTURING: 'production',
  SHIPPED: 'arrival',
  INTERNAL_SHIPPED: 'arrival',
  DELIVERED: 'ownAcceptance',
  INTERNAL_DELIVERED: 'ownAcceptance',
  ON_HOLD: 'resume',
};
const ownProduction = 'ownProduction';
const providerWaits: Waits = {
  NDA_UPLOAD_PENDING: 'ownNda',
  NDA_REJECTED: 'ownNda',
  NDA_VERIFICATION_PENDING: 'ndaCheck',
  BID_WAITING: 'ownQuote',
  BID_SUBMITTED: 'decision',
  PAYMENT_WAITING: 'payment',
  BID_APPROVED: 'ownConfirmation',
  SP_BID_ACCEPTED: ownProduction,
  IN_PROGRESS: ownProduction,
  IN_POSTPROCESSING: ownProduction,
  IN_QUALITYCONTROL: ownProduction,
  SHIPPED: 'receipt',
  INTERNAL_SHIPPED: 'receipt',
  ON_HOLD: 'resume',
};

/** Whom the order waits for, as a key of `waits.…`; `null` when it waits for nobody. */
export function waitsFor(order: OrderDetail, isProvider: boolean): string | null {
  const { status, claim, cancellation, deliveredOn, quote } = order;
  if (claim) return isProvider ? 'ownClaim' : 'claim';
  if (cancellation) return isProvider ? 'ownCancellation' : 'cancellation';
  if (isProvider)
    return (status === 'SHIPPED' || status === 'INTERNAL_SHIPPED') && deliveredOn
      ? 'acceptance'
      : (providerWaits[status] ?? null);
  if (status === 'DISTRIBUTED' && quote) return 'ownDecision';
  return buyerWaits[status] ?? null;
}
