import { hasOrderRight, type OrderRight } from '@sinter/sdk/contract/orders/rights';
import type { Principal } from '@sinter/sdk/contract';
import type { OrderEvent } from '@sinter/sdk/contract/orders/orders';

/** The right that each event needs. */
const needed: Record<OrderEvent, OrderRight> = {
  SUBMIT: 'create',
  SEND: 'create',
  WITHDRAW: 'hold',
  HOLD: 'hold',
  RESUME: 'hold',
  UPLOAD_NDA: 'signNda',
  APPROVE_NDA: 'verifyNda',
  REJECT_NDA: 'verifyNda',
  SUBMIT_QUOTE: 'quote',
  WITHDRAW_QUOTE: 'quote',
  DECLINE: 'quote',
  AWARD: 'accept',
  PAY: 'accept',
  CANCEL_PAYMENT: 'accept',
  REJECT_QUOTE: 'accept',
  REQUEST_REVISION: 'accept',
  REQUEST_APPROVAL: 'askApproval',
  REFUSE_APPROVAL: 'accept',
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
  ARCHIVE: 'archive',
  RESTORE: 'hold',
};

export const mayDo = ({ memberRoles }: Principal, event: OrderEvent): boolean =>
  hasOrderRight(memberRoles, needed[event]);
