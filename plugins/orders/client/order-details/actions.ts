import type { CallInput } from '@sinter/sdk/contract/call';
import type { fireOrderEvent, OrderEvent } from '@sinter/sdk/contract/orders/orders';

/** Events that need nothing but a reason; a quote and an award have calls of their own. */
export type PlainEvent = CallInput<typeof fireOrderEvent>['body']['event'];

interface Action {
  look: 'primary' | 'default' | 'danger';
  /** Is the other side told why? */
  reason: 'none' | 'optional' | 'required';
}

export const actions: Record<PlainEvent, Action> = {
  SUBMIT: { look: 'primary', reason: 'none' },
  ACCEPT_AWARD: { look: 'primary', reason: 'none' },
  RESUME: { look: 'primary', reason: 'none' },
  RESTORE: { look: 'default', reason: 'none' },
  HOLD: { look: 'default', reason: 'required' },
  ARCHIVE: { look: 'default', reason: 'none' },
  WITHDRAW_QUOTE: { look: 'danger', reason: 'optional' },
  REJECT_QUOTE: { look: 'danger', reason: 'optional' },
  WITHDRAW: { look: 'danger', reason: 'optional' },
  REFUSE_AWARD: { look: 'danger', reason: 'required' },
  DECLINE: { look: 'danger', reason: 'required' },
};

const isPlain = (event: OrderEvent): event is PlainEvent => event in actions;

/** Those that stand at the top of the page, as buttons, most wanted first; a quote is rejected where it is shown. */
export function pageActions(allowed: readonly OrderEvent[]): PlainEvent[] {
  const order = Object.keys(actions);
  return allowed
    .filter(isPlain)
    .filter((event) => event !== 'REJECT_QUOTE')
    .sort((a, b) => order.indexOf(a) - order.indexOf(b));
}
