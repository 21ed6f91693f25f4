import type { Outbound } from '@sinter/sdk/server';
import type Stripe from 'stripe';
import * as z from 'zod';
import { CardRefused, type CardService, type CardSession } from './cardService.ts';
import type { Lines, Payment } from './rows.ts';

const itsOwnAddress = 'https://api.stripe.com';
/** A page with more lines than this is refused by Stripe. */
const mostLines = 100;

interface Keys {
  secretKey: string;
  /** Where its interface is, behind a gateway. */
  apiAddress: string | null;
}

const objectSchema = z.object({ id: z.string(), object: z.string() });
const sessionSchema = z.object({
  id: z.string(),
  client_reference_id: z.string(),
  payment_intent: z.string().nullable(),
});
const refundSchema = z.object({ status: z.string().nullable(), metadata: z.object({ refund: z.string() }) });

/** Stripe, by its own library, whose calls leave by the server's one way out. Loaded when somebody takes cards. */
export async function stripeAt({ secretKey, apiAddress }: Keys, call: Outbound): Promise<CardService> {
  const { default: Library } = await import('stripe');
  const stripe = new Library(secretKey, {
    httpClient: Library.createFetchHttpClient(byOutbound(call, apiAddress ?? itsOwnAddress)),
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const { sessions } = stripe.checkout;

  /** What another attempt would not change. */
  const refusing = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      const { StripeInvalidRequestError, StripeAuthenticationError, StripePermissionError } = Library.errors;
      const final = [StripeInvalidRequestError, StripeAuthenticationError, StripePermissionError];
      throw final.some((kind) => error instanceof kind) ? new CardRefused(String(error), { cause: error }) : error;
    }
  };

  return {
    async begin(payment) {
      const made = await refusing(sessions.create(sessionOf(payment), { idempotencyKey: payment.id }));
      if (made.url === null) throw new CardRefused('The page has no address.');
      return { id: made.id, url: z.url({ protocol: /^https?$/ }).parse(made.url) };
    },
    async look(sessionId) {
      const [session, items] = await Promise.all([
        sessions.retrieve(sessionId),
        sessions.listLineItems(sessionId, { limit: mostLines }),
      ]);
      return {
        state: stateOf(session),
        intent: idOf(session.payment_intent),
        reference: session.client_reference_id,
        amount: session.amount_total,
        currency: session.currency?.toUpperCase() ?? null,
        lines: items.data.map((item) => ({ quantity: item.quantity ?? 0, amount: item.amount_total })),
      };
    },
    async close(sessionId) {
      // Stripe refuses for one that is paid or over.
      await refusing(sessions.expire(sessionId)).catch((error: unknown) => {
        if (!(error instanceof CardRefused)) throw error;
      });
    },
    async charged(intent, paymentId) {
      const found = await stripe.paymentIntents.retrieve(intent);
      const ours = found.status === 'succeeded' && found.metadata['payment'] === paymentId;
      return ours ? found.amount_received : null;
    },
    async refund({ intent, amount, key }) {
      const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 100 });
      const before = data.filter(({ metadata }) => metadata?.['refund'] === key);
      if (before.some(({ status }) => status !== 'failed' && status !== 'canceled')) return;
      const wanted = { payment_intent: intent, amount, metadata: { refund: key } };
      try {
        // With a key of its own: under one that was refused before, Stripe would only repeat that.
        await stripe.refunds.create(wanted);
      } catch (error) {
        // Somebody was faster, at Stripe itself.
        const over = error instanceof Library.errors.StripeError && error.code === 'charge_already_refunded';
        if (!over) throw error;
      }
    },
    async tryKey() {
      try {
        await stripe.balance.retrieve();
      } catch (error) {
        if (error instanceof Library.errors.StripeAuthenticationError) throw new CardRefused(String(error));
        // A restricted key is known, though it may not read this.
        if (!(error instanceof Library.errors.StripePermissionError)) throw error;
      }
    },
    readNotice(bytes, signature, secret) {
      const { type, data } = stripe.webhooks.constructEvent(bytes, signature, secret);
      const { object } = objectSchema.parse(data.object);
      if (object === 'checkout.session') {
        const session = sessionSchema.safeParse(data.object);
        // A page of another application of the same account has no reference of ours.
        if (!session.success) return {};
        const { id, client_reference_id: reference, payment_intent: intent } = session.data;
        return { session: { id, reference, intent } };
      }
      const refund = type.startsWith('refund.') ? refundSchema.safeParse(data.object) : undefined;
      return refund?.success && refund.data.status === 'failed' ? { failedRefund: refund.data.metadata.refund } : {};
    },
  };
}

/** The library's calls, to where they are to go. */
const byOutbound =
  (call: Outbound, address: string) =>
  async (input: unknown, { method = 'GET', headers, body, signal }: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(String(input));
    return call(`${address.replace(/\/+$/, '')}${pathname}${search}`, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: typeof body === 'string' ? body : null,
      ...(signal ? { signal } : {}),
    });
  };

function sessionOf({
  id,
  amount,
  currency,
  lines,
  expiresAt,
  returnAddress,
}: Payment): Stripe.Checkout.SessionCreateParams {
  const metadata = { payment: id };
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    // What is charged is what was quoted, in its currency.
    adaptive_pricing: { enabled: false },
    client_reference_id: id,
    metadata,
    payment_intent_data: { metadata },
    line_items: fitting(lines, amount).map(({ name, quantity, unitPrice }) => ({
      quantity,
      price_data: {
        currency: currency.toLowerCase(),
        unit_amount: unitPrice,
        product_data: { name: name.slice(0, 200) },
      },
    })),
    // Before it counts as abandoned here, whatever the clocks say.
    expires_at: Math.floor(expiresAt.getTime() / 1000) - 60,
    success_url: `${returnAddress}?payment=done`,
    cancel_url: `${returnAddress}?payment=back`,
  };
}

/** The lines of a payment page: one for all where they are too many. */
export const fitting = (lines: Lines, amount: number): Lines =>
  lines.length <= mostLines
    ? lines
    : [{ name: `${lines.length} × ${lines[0]?.name ?? ''}…`, quantity: 1, unitPrice: amount }];

function stateOf({ status, payment_status }: Stripe.Checkout.Session): CardSession['state'] {
  if (payment_status === 'paid') return 'PAID';
  if (status === 'open') return 'OPEN';
  return status === 'expired' ? 'EXPIRED' : 'FAILED';
}

const idOf = (given: string | { id: string } | null): string | null =>
  typeof given === 'string' ? given : (given?.id ?? null);
