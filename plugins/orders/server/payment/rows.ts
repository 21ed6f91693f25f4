import { choicesSchema } from '@sinter/sdk/contract/orders/offers';
import { paymentReasonSchema } from '@sinter/sdk/contract/orders/payments';
import type { Tables } from '@sinter/sdk/server';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { OrderTables } from '../tables.ts';

/** What is paid, as the payment page shows it. Minor units. */
export const linesSchema = z.array(
  z.object({ name: z.string(), quantity: z.number().int(), unitPrice: z.number().int() }),
);
export type Lines = z.infer<typeof linesSchema>;

const rowSchema = z
  .object({
    id: z.string(),
    order_id: z.number(),
    match_id: z.number(),
    facility_id: z.number(),
    quote_id: z.number(),
    state: z.enum(['WAITING', 'PAID', 'ENDED']),
    reason: paymentReasonSchema.nullable(),
    amount_minor: z.number(),
    currency: z.string(),
    lines: linesSchema,
    choices: choicesSchema,
    user_id: z.number(),
    return_address: z.string(),
    session_id: z.string().nullable(),
    url: z.string().nullable(),
    intent: z.string().nullable(),
    expires_at: z.date(),
  })
  .transform((row) => ({
    id: row.id,
    orderId: row.order_id,
    matchId: row.match_id,
    facilityId: row.facility_id,
    quoteId: row.quote_id,
    state: row.state,
    reason: row.reason,
    amount: row.amount_minor,
    currency: row.currency,
    lines: row.lines,
    choices: row.choices,
    userId: row.user_id,
    returnAddress: row.return_address,
    sessionId: row.session_id,
    url: row.url,
    intent: row.intent,
    expiresAt: row.expires_at,
  }));

/** A payment by card. */
export type Payment = z.output<typeof rowSchema>;

type Which = { id: string } | { orderId: number; eventId: string } | { orderId: number; state: 'WAITING' };

export async function findPayment(db: Kysely<Tables>, which: Which): Promise<Payment | null> {
  let query = db.withTables<OrderTables>().selectFrom('payment').selectAll();
  if ('id' in which) query = query.where('id', '=', which.id);
  else query = query.where('order_id', '=', which.orderId);
  if ('eventId' in which) query = query.where('event_id', '=', which.eventId);
  if ('state' in which) query = query.where('state', '=', which.state);
  const row = await query.executeTakeFirst();
  return row ? rowSchema.parse(row) : null;
}
