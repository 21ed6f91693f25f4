import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import { describe, expect, it } from 'vitest';
import { orderDetail } from '../testing.ts';
import { nextStep, otherSteps, waitsFor, type StepViewer } from './nextStep.ts';

const viewer: StepViewer = { isProvider: true, editPath: null, schedulerPath: null };
const order = (more: Partial<OrderDetail>): OrderDetail => ({ ...orderDetail, ...more });
const next = (more: Partial<OrderDetail>, as: Partial<StepViewer> = {}) => nextStep(order(more), { ...viewer, ...as });

describe('the next step of an order', () => {
  it.each<[OrderDetail['allowedEvents'], string | null]>([
    [['HOLD', 'REFUSE_AWARD', 'ACCEPT_AWARD'], 'ACCEPT_AWARD'],
    [['START_PRODUCTION', 'SHIP', 'HOLD'], 'START_PRODUCTION'],
    [['FINISH_PRINTING', 'START_INSPECTION', 'SHIP', 'HOLD'], 'FINISH_PRINTING'],
    [['SHIP', 'REWORK', 'REMAKE', 'HOLD'], 'SHIP'],
    [['COMPLETE', 'CLAIM'], 'COMPLETE'],
    [['CONFIRM_RECEIPT', 'CLAIM'], 'CONFIRM_RECEIPT'],
    [['RESUME'], 'RESUME'],
    [['HOLD', 'WITHDRAW'], null],
    [['ARCHIVE'], null],
  ])('of %j is %s, and the rest is in the menu', (allowedEvents, event) => {
    const step = next({ allowedEvents });
    expect(step).toEqual(event === null ? null : { kind: 'event', event });
    const rest = otherSteps(order({ allowedEvents }), step);
    expect([...rest].sort()).toEqual(allowedEvents.filter((each) => each !== event).sort());
  });

  it('leads to quotes, and to the scheduler while something is left', () => {
    expect(next({ allowedEvents: ['HOLD', 'AWARD', 'REJECT_QUOTE'] })).toMatchObject({
      tab: 'quotes',
      text: 'step.AWARD',
    });
    expect(next({ allowedEvents: ['SUBMIT_QUOTE', 'DECLINE'] })).toMatchObject({ text: 'step.SUBMIT_QUOTE' });
    expect(next({ allowedEvents: ['START_PRODUCTION', 'SHIP'] }, { schedulerPath: '/s' })).toMatchObject({
      path: '/s',
    });
  });

  it('is to answer what was asked, which stands on the page', () => {
    expect(next({ allowedEvents: ['HOLD', 'AGREE_CANCEL', 'REFUSE_CANCEL'] })).toEqual({ kind: 'below' });
    expect(next({ allowedEvents: ['UPLOAD_NDA', 'DECLINE'] })).toEqual({ kind: 'below' });
  });

  it('is to go on with a draft, and to change what nobody can make, but not what is out for quotes', () => {
    const edit = { editPath: '/order/create?order=12', isProvider: false };
    const allowedEvents: OrderDetail['allowedEvents'] = ['SUBMIT', 'WITHDRAW'];
    expect(next({ requestStatus: 'DRAFT', allowedEvents }, edit)).toMatchObject({ text: 'step.DRAFT' });
    expect(next({ requestStatus: 'UNMATCHED', allowedEvents }, edit)).toMatchObject({ text: 'step.CHANGE' });
    expect(next({ requestStatus: 'UNMATCHED', allowedEvents })).toEqual({ kind: 'event', event: 'SUBMIT' });
    expect(next({ requestStatus: 'SUBMITTED', allowedEvents: ['WITHDRAW'] }, edit)).toBeNull();
  });
});

describe('whom an order waits for', () => {
  it('is the other side, or somebody of the own one who may act', () => {
    expect(waitsFor(order({ status: 'NDA_VERIFICATION_PENDING' }), true)).toBe('ndaCheck');
    expect(waitsFor(order({ status: 'BID_WAITING' }), true)).toBe('ownQuote');
    expect(waitsFor(order({ status: 'DISTRIBUTED' }), false)).toBe('quotes');
    expect(waitsFor(order({ status: 'DISTRIBUTED', quote: { amount: 100, currency: 'EUR' } }), false)).toBe(
      'ownDecision',
    );
    expect(waitsFor(order({ status: 'SHIPPED' }), true)).toBe('receipt');
    expect(waitsFor(order({ status: 'SHIPPED', deliveredOn: '2026-01-01' }), true)).toBe('acceptance');
  });

  it('is who has to answer a question, and nobody when all is over', () => {
    const cancellation = { at: '2026-01-01', reason: 'x' };
    expect(waitsFor(order({ status: 'BID_ACCEPTED', cancellation }), false)).toBe('cancellation');
    expect(waitsFor(order({ status: 'BID_APPROVED', cancellation }), true)).toBe('ownCancellation');
    expect(waitsFor(order({ status: 'COMPLETED' }), true)).toBeNull();
  });
});
