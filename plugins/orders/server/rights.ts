import { hasOrderRight, type OrderRight } from '@sinter/sdk/contract/orders/rights';
import type { Principal } from '@sinter/sdk/contract';
import { notKiosk, refusal } from '@sinter/sdk/contract/guard';
import type { OrderEvent } from '@sinter/sdk/contract/orders/orders';

/** The right that each event needs; `null`: everybody who sees the order, but a kiosk, which moves lots only. */
const needed: Record<OrderEvent, OrderRight | null> = {
  SUBMIT: 'create',
  WITHDRAW: 'hold',
  HOLD: 'hold',
  RESUME: 'hold',
  SUBMIT_QUOTE: 'quote',
  WITHDRAW_QUOTE: 'quote',
  DECLINE: 'quote',
  AWARD: 'accept',
  REJECT_QUOTE: 'accept',
  REQUEST_REVISION: 'accept',
  ACCEPT_AWARD: 'quote',
  REFUSE_AWARD: 'quote',
  ASK_CANCEL: 'hold',
  AGREE_CANCEL: 'quote',
  REFUSE_CANCEL: 'quote',
  START_PRODUCTION: 'produce',
  FINISH_PRINTING: 'produce',
  START_INSPECTION: 'produce',
  REWORK: 'produce',
  REMAKE: 'produce',
  SHIP: 'produce',
  REPORT_DELIVERY: 'produce',
  CONFIRM_RECEIPT: 'create',
  COMPLETE: 'create',
  CLAIM: 'create',
  ACCEPT_CLAIM: 'quote',
  REFUSE_CLAIM: 'quote',
  ARCHIVE: null,
  RESTORE: 'hold',
};

export function mayDo(viewer: Principal, event: OrderEvent): boolean {
  if (refusal(notKiosk, viewer) !== null) return false;
  const right = needed[event];
  return right === null || hasOrderRight(viewer.memberRoles, right);
}
