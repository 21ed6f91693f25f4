import { CallError } from '@sinter/sdk/contract';
import * as contract from '@sinter/sdk/contract/orders/payments';
import { awardBidUsingPo } from '@sinter/sdk/contract/orders/orders';
import { paymentOptions, type ServerHost } from '@sinter/sdk/server';
import { ordersDb } from '../lifecycle.ts';
import { detail } from '../queries.ts';
import type { OrderTables } from '../tables.ts';
import { requireVisible } from '../visibility.ts';
import { awardQuote } from '../quotes/award.ts';
import { paymentJob } from './ended.ts';
import { onNotice } from './notice.ts';
import { payables } from './payable.ts';
import { onRefund, refundGaveUp, refundJob } from './refunds.ts';
import { findPayment } from './rows.ts';
import { offeredWays, readSettings, saveSettings } from './settings.ts';
import { settle, settleGaveUp } from './settle.ts';
import { openPage, payInstantPrice, payQuote } from './start.ts';
import { paymentsOf } from './view.ts';
import { requirePrices } from '../portal/allowed.ts';

/** Everything about paying: on account, by purchase order, by card. */
export function handlePayments(server: ServerHost): void {
  server.contribute(paymentOptions, offeredWays);
  server.job(paymentJob, settle, settleGaveUp);
  server.job(refundJob, onRefund, refundGaveUp);

  server.handle(contract.quotesForPayment, async (context, { params }) => {
    await requirePrices(context);
    return payables(context, params.id);
  });
  server.handle(contract.initPayment, (context, { params, body }) => payQuote(context, params.id, body));
  server.handle(contract.initPaymentForBidWaiting, (context, { params, body }) =>
    payInstantPrice(context, params.id, params.quoteId, body),
  );
  server.handle(awardBidUsingPo, async (context, { params, body }) => {
    await awardQuote(context, params.orderId, body);
    return detail(context, params.orderId);
  });
  server.handle(contract.awardOnAccount, async (context, { params, body }) => {
    await awardQuote(context, params.id, { ...body, poNumber: null });
    return detail(context, params.id);
  });

  server.handle(contract.readPayments, async (context, { params }) => {
    await requirePrices(context);
    return paymentsOf(context, params.id);
  });
  server.handle(contract.checkPayment, async (context, { params }) => {
    await requireVisible(context, params.id);
    const payment = await findPayment(context.db, { orderId: params.id, state: 'WAITING' });
    if (payment?.sessionId === null) await openPage(context, payment);
    else if (payment) await settle(context, { paymentId: payment.id, intent: null });
    return paymentsOf(context, params.id);
  });
  server.handle(contract.retryRefund, async (context, { params }) => {
    await requireVisible(context, params.id);
    const failed = await context.db
      .withTables<OrderTables>()
      .selectFrom('payment_refund')
      .innerJoin('payment', 'payment.id', 'payment_refund.payment_id')
      .select('payment_refund.id')
      .where('payment_refund.id', '=', params.refundId)
      .where('payment_refund.state', '=', 'FAILED')
      .where('payment.order_id', '=', params.id)
      .where('payment.facility_id', '=', context.facilityId)
      .executeTakeFirst();
    if (!failed) throw new CallError('NOT_FOUND');
    await context.write(async (unit) => {
      await ordersDb(unit)
        .updateTable('payment_refund')
        .set({ state: 'WAITING' })
        .where('id', '=', failed.id)
        .execute();
      await unit.enqueue(refundJob, { refundId: failed.id }, { key: `refund ${failed.id}` });
    });
    return paymentsOf(context, params.id);
  });

  server.handle(contract.readPaymentSettings, (context) => readSettings(context));
  server.handle(contract.savePaymentSettings, (context, { body }) => saveSettings(context, body));
  server.handle(contract.paymentNotice, async (context, { params }) => {
    await onNotice(context, params.facilityId);
    return { received: true as const };
  });
}
