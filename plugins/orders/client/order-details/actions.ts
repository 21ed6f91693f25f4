import { reasonNeeded, type OrderEvent, type PlainEvent } from '@sinter/sdk/contract/orders/orders';

interface Action {
  look: 'primary' | 'default' | 'danger';
  /** Where it is offered: at the top of the page, at a quote, with what somebody asks, or with a payment. */
  place: 'page' | 'quote' | 'answer' | 'approval' | 'payment';
  /** Something may be written to it, though it need not. */
  note?: true;
  /** The pieces that it is about are counted. */
  pieces?: true;
}

/** Those of the page stand most wanted first. */
export const actions: Record<PlainEvent, Action> = {
  SUBMIT: { look: 'primary', place: 'page' },
  ACCEPT_AWARD: { look: 'primary', place: 'page' },
  RESUME: { look: 'primary', place: 'page' },
  START_PRODUCTION: { look: 'primary', place: 'page' },
  FINISH_PRINTING: { look: 'primary', place: 'page' },
  START_INSPECTION: { look: 'primary', place: 'page' },
  SHIP: { look: 'primary', place: 'page', note: true },
  REPORT_DELIVERY: { look: 'primary', place: 'page' },
  CONFIRM_RECEIPT: { look: 'primary', place: 'page' },
  COMPLETE: { look: 'primary', place: 'page' },
  CLAIM: { look: 'default', place: 'page', pieces: true },
  RESTORE: { look: 'default', place: 'page' },
  REWORK: { look: 'default', place: 'page' },
  REMAKE: { look: 'default', place: 'page', pieces: true },
  HOLD: { look: 'default', place: 'page' },
  ARCHIVE: { look: 'default', place: 'page' },
  WITHDRAW_QUOTE: { look: 'danger', place: 'page', note: true },
  WITHDRAW: { look: 'danger', place: 'page', note: true },
  ASK_CANCEL: { look: 'danger', place: 'page' },
  REFUSE_AWARD: { look: 'danger', place: 'page' },
  DECLINE: { look: 'danger', place: 'page' },
  REQUEST_REVISION: { look: 'default', place: 'quote' },
  REJECT_QUOTE: { look: 'danger', place: 'quote', note: true },
  REFUSE_APPROVAL: { look: 'default', place: 'approval' },
  CANCEL_PAYMENT: { look: 'danger', place: 'payment' },
  ACCEPT_CLAIM: { look: 'primary', place: 'answer', pieces: true, note: true },
  REFUSE_CLAIM: { look: 'danger', place: 'answer' },
  AGREE_CANCEL: { look: 'danger', place: 'answer' },
  REFUSE_CANCEL: { look: 'default', place: 'answer' },
};

/** Is the other side told why? */
export function reasonOf(event: PlainEvent): 'none' | 'optional' | 'required' {
  if (reasonNeeded.includes(event)) return 'required';
  return actions[event].note ? 'optional' : 'none';
}

const isPlain = (event: OrderEvent): event is PlainEvent => event in actions;

/** The allowed ones that are offered in one place, most wanted first. */
export function offered(allowed: readonly OrderEvent[], place: Action['place']): PlainEvent[] {
  const order = Object.keys(actions);
  return allowed
    .filter(isPlain)
    .filter((event) => actions[event].place === place)
    .sort((a, b) => order.indexOf(a) - order.indexOf(b));
}
