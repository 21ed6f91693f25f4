import { CallError } from '@sinter/sdk/contract';
import type { CallContext } from '@sinter/sdk/server';
import * as z from 'zod';
import { ordersDb } from '../lifecycle.ts';
import type { OrderTables } from '../tables.ts';
import { say } from '../texts.ts';
import type { CardNotice } from './cardService.ts';
import { cardService, webhookSecretOf } from './cards.ts';
import { paymentJob } from './ended.ts';
import { setRefund } from './refunds.ts';
import { findPayment } from './rows.ts';

/** What the payment service tells of a facility's payments. What it is about is asked of the service, and not believed. */
export async function onNotice(context: CallContext, facilityId: number): Promise<void> {
  const { session, failedRefund } = await read(context, facilityId);
  if (session && z.uuid().safeParse(session.reference).success) {
    const payment = await findPayment(context.db, { id: session.reference });
    // Another facility's keys say nothing of it.
    if (payment?.facilityId !== facilityId) return;
    await context.write(async (unit) => {
      if (payment.sessionId === null) {
        // It comes before the answer of the call that made the page.
        await ordersDb(unit)
          .updateTable('payment')
          .set({ session_id: session.id })
          .where('id', '=', payment.id)
          .where('session_id', 'is', null)
          .execute();
      }
      await unit.enqueue(paymentJob, { paymentId: payment.id, intent: session.intent });
    });
  }
  if (failedRefund !== undefined && z.uuid().safeParse(failedRefund).success) {
    const own = await context.db
      .withTables<OrderTables>()
      .selectFrom('payment_refund')
      .innerJoin('payment', 'payment.id', 'payment_refund.payment_id')
      .select('payment_refund.id')
      .where('payment_refund.id', '=', failedRefund)
      .where('payment.facility_id', '=', facilityId)
      .executeTakeFirst();
    if (own) await setRefund(context, own.id, 'FAILED');
  }
}

async function read(context: CallContext, facilityId: number): Promise<CardNotice> {
  const secret = await webhookSecretOf(context, facilityId);
  const { bytes, header } = context.message();
  const signature = header('stripe-signature');
  if (secret === null || signature === null) throw unsigned();
  const card = await cardService(context, facilityId);
  try {
    return card.readNotice(bytes, signature, secret);
  } catch (error) {
    context.log.warn('a payment notice is not signed by the payment service', { facilityId, error: String(error) });
    throw unsigned();
  }
}

const unsigned = () => new CallError('INVALID_INPUT', say('noticeUnsigned'));
