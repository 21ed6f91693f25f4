import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyone, member } from '../guard.ts';
import { lineSchema } from '../line.ts';
import { namedSchema, supplierSchema } from '../named.ts';
import { choicesSchema } from './offers.ts';
import { moneySchema } from './orderFile.ts';
import { orderDetailSchema } from './orders.ts';
import { orderRights } from './rights.ts';

/** Paying for a quote (specification 7.4). Money in minor units of its currency; dates are ISO dates and times. */

const orderId = z.coerce.number().int().positive();
const eventId = z.string().uuid();
const payer = member({ roles: ['ROLE_ENGINEER'], memberRoles: orderRights.accept });

export const paymentWaySchema = z.enum(['PURCHASE_ORDER', 'ON_ACCOUNT', 'CARD']);
export type PaymentWay = z.infer<typeof paymentWaySchema>;

/** Hours after which a payment that was begun counts as abandoned (product 3.1). */
export const paymentHours = 24;

/** A price that can be accepted, with what it costs in the end and how its facility lets this buyer pay. */
export const payableSchema = z.object({
  /** Of the quote; where `instant`, that of the facility's place in the order, for `initPaymentForBidWaiting`. */
  quoteId: z.number().int(),
  /** The price engine's own, binding price of a facility that has not quoted. It is paid by card alone. */
  instant: z.boolean(),
  facility: supplierSchema,
  /** As offered, with the charges of its quote; what the buyer chooses of it changes this. */
  parts: moneySchema,
  delivery: moneySchema,
  tax: moneySchema,
  /** The sum of those. */
  payable: moneySchema,
  leadTimeDays: z.number().int(),
  validUntil: z.string(),
  ways: z.array(paymentWaySchema),
});
export type Payable = z.infer<typeof payableSchema>;

/** Facilities that have put the order on hold, and prices that need a person, are left out. */
export const quotesForPayment = defineCall({
  id: 'orders.quotesForPayment',
  owner: 'orders',
  method: 'POST',
  reads: true,
  path: '/api/v3/orders/{id}/getQuotesForPayment',
  summary: 'Prices of an order that can be accepted now, with what each costs in the end and the ways to pay it.',
  guard: payer,
  params: z.object({ id: orderId }),
  response: z.array(payableSchema),
});

const accepted = {
  choices: choicesSchema.optional(),
  /** What the buyer expects to pay with these choices. */
  total: moneySchema.optional(),
};

/** The buyer goes to `url`; the payment service tells the server how it ended. */
const startedPaymentSchema = z.object({
  paymentId: z.string(),
  amount: moneySchema,
  url: z.string(),
  /** After which the payment counts as abandoned. */
  expiresAt: z.string(),
});

/**
 * Refused with CONFLICT when `total` is not what it costs, the quote is not open or has expired, its facility takes no
 * cards, another payment of the order is under way, or the payment service cannot be reached or refuses, and then the payment
 * is over; with TRANSITION_REFUSED when the order cannot be awarded now (specification 7.4; product 3.1).
 */
export const initPayment = defineCall({
  id: 'orders.initPayment',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/{id}/initPayment',
  summary: 'Starts paying for a submitted quote by card. The same `eventId` sent twice starts one payment.',
  guard: payer,
  params: z.object({ id: orderId }),
  body: z.object({ eventId, quoteId: z.number().int(), ...accepted }),
  response: startedPaymentSchema,
});

/**
 * Makes the quote that is paid; `quoteId` is that of an `instant` price. Refused as `initPayment`, and with CONFLICT when the
 * price needs a person (specification 7.4; product 3.1).
 */
export const initPaymentForBidWaiting = defineCall({
  id: 'orders.initPaymentForBidWaiting',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/{id}/initPaymentForBidWaiting/{quoteId}',
  summary: 'Starts paying for the price of the price engine by card before a person has quoted.',
  guard: payer,
  params: z.object({ id: orderId, quoteId: z.coerce.number().int().positive() }),
  body: z.object({ eventId, total: accepted.total }),
  response: startedPaymentSchema,
});

/** Refused as `awardBidUsingPo`; with CONFLICT when the quote's facility does not sell to this customer on account. */
export const awardOnAccount = defineCall({
  id: 'orders.awardOnAccount',
  owner: 'orders',
  method: 'PUT',
  path: '/api/v3/orders/{id}/awardOnAccount',
  summary: 'The buyer accepts a quote and pays on account.',
  guard: payer,
  params: z.object({ id: orderId }),
  body: z.object({ eventId, quoteId: z.number().int(), ...accepted }),
  response: orderDetailSchema,
});

/**
 * Why a payment ended without an order, or money goes back. ALTERED: the payment service had another amount, currency or
 * lines than the quote. LATE: it was paid after it had ended. TWICE: the same was paid again.
 */
export const paymentReasonSchema = z.enum([
  'CANCELLED',
  'ABANDONED',
  'DECLINED',
  'HELD',
  'LOST',
  'UNAVAILABLE',
  'ALTERED',
  'LATE',
  'TWICE',
  'REFUSED',
  'AGREED_CANCEL',
]);
export type PaymentReason = z.infer<typeof paymentReasonSchema>;

export const paymentSchema = z.object({
  id: z.string(),
  quoteId: z.number().int(),
  facility: supplierSchema,
  state: z.enum(['WAITING', 'PAID', 'ENDED']),
  /** Of one that ended. */
  reason: paymentReasonSchema.nullable(),
  amount: moneySchema,
  /** Who pays; `null` for a facility. */
  payer: z.string().nullable(),
  startedOn: z.string(),
  /** After which it counts as abandoned. */
  expiresOn: z.string(),
  paidOn: z.string().nullable(),
  /** Where it is paid, for who may pay it while it waits. */
  url: z.string().nullable(),
  refunds: z.array(
    z.object({
      id: z.string(),
      amount: moneySchema,
      reason: paymentReasonSchema,
      /** FAILED: the payment service has refused for days; who looks after the facility's payments has to see to it. */
      state: z.enum(['WAITING', 'DONE', 'FAILED']),
      at: z.string(),
    }),
  ),
});
export type Payment = z.infer<typeof paymentSchema>;

const paymentsSchema = z.object({
  /** How the accepted quote is paid; `null` before, and for what was accepted without saying. */
  way: paymentWaySchema.nullable(),
  poNumber: z.string().nullable(),
  /** Payments by card, latest first; for a facility those to itself. */
  payments: z.array(paymentSchema),
});
export type Payments = z.infer<typeof paymentsSchema>;

/** Refused with NOT_FOUND for an order that the caller may not see. */
export const readPayments = defineCall({
  id: 'orders.payments',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/{id}/payments',
  summary: 'How an order is paid: the way, and payments by card with what became of them.',
  guard: member({ memberRoles: orderRights.prices }),
  params: z.object({ id: orderId }),
  response: paymentsSchema,
});

/** For a buyer who comes back from the payment page before the payment service has told the server. */
export const checkPayment = defineCall({
  id: 'orders.checkPayment',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/{id}/checkPayment',
  summary: 'Asks the payment service what became of the payment that is under way.',
  guard: payer,
  params: z.object({ id: orderId }),
  response: paymentsSchema,
  ratePerMinute: 60,
});

/** Who may set up how the facility is paid (product 3.12). */
const cashier = member({ roles: ['ROLE_SERVICE_PROVIDER'], memberRoles: orderRights.cash });

/** Refused with NOT_FOUND when the facility has no such refund that failed. */
export const retryRefund = defineCall({
  id: 'orders.retryRefund',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/{id}/refunds/{refundId}/retry',
  summary: 'Tries a refund again that the payment service had refused for good.',
  guard: cashier,
  params: z.object({ id: orderId, refundId: z.string().uuid() }),
  response: paymentsSchema,
});

const paymentRules = {
  purchaseOrder: z.boolean(),
  /** To whom the facility sells on account. */
  onAccount: z.enum(['NOBODY', 'EVERYBODY', 'CHOSEN']),
  /** The buyer companies that are `CHOSEN`. */
  accountCompanyIds: z.array(z.number().int()).max(1000),
  card: z.boolean(),
  /** Another address of the payment service's interface, behind a gateway; `null` for its own. */
  apiAddress: z.union([z.url({ protocol: /^https?$/ }).max(300), z.null()]),
};

const paymentSettingsSchema = z.object({
  ...paymentRules,
  /** Customers that can be chosen: those whose orders have come to the facility. */
  customers: z.array(namedSchema),
  /** Secrets are never answered: these say whether there is one. */
  secretKeySet: z.boolean(),
  webhookSecretSet: z.boolean(),
  /** The stored key is one of Stripe's for trying out, and no money moves. */
  test: z.boolean(),
  /** Payments by card that are under way now. */
  waiting: z.number().int(),
  /** Where the payment service tells the server what became of payments; the operator enters it there. */
  webhookURL: z.string(),
});
export type PaymentSettings = z.infer<typeof paymentSettingsSchema>;

export const readPaymentSettings = defineCall({
  id: 'orders.paymentSettings',
  owner: 'orders',
  method: 'GET',
  path: '/api/v1/payment-settings',
  summary: 'How customers may pay the active facility.',
  guard: cashier,
  response: paymentSettingsSchema,
});

export const paymentSettingsInputSchema = z.object({
  ...paymentRules,
  /** Write-only; left out, the stored ones stay, and `null` removes them. */
  secretKey: lineSchema(300).min(1).nullish(),
  webhookSecret: lineSchema(300).min(1).nullish(),
});
export type PaymentSettingsInput = z.infer<typeof paymentSettingsInputSchema>;

/**
 * Refused with INVALID_INPUT when the payment service does not know the secret key (`secretKey`) or cannot be reached
 * (`apiAddress`), or `card` is on without both keys; with CONFLICT when a key is to be removed that payments or refunds under
 * way need.
 */
export const savePaymentSettings = defineCall({
  id: 'orders.savePaymentSettings',
  owner: 'orders',
  method: 'PUT',
  path: '/api/v1/payment-settings',
  summary: 'Changes how customers may pay the active facility, and the keys of its payment service.',
  guard: cashier,
  reauthenticate: true,
  body: paymentSettingsInputSchema,
  response: paymentSettingsSchema,
});

/** Refused with INVALID_INPUT unless the facility's payment service has signed it. Sent again, it changes nothing. */
export const paymentNotice = defineCall({
  id: 'orders.paymentNotice',
  owner: 'orders',
  method: 'POST',
  path: '/api/v1/payment-notices/{facilityId}',
  summary: 'The payment service tells what became of a payment.',
  guard: anyone,
  accepts: 'signed',
  params: z.object({ facilityId: z.coerce.number().int().positive() }),
  response: z.object({ received: z.literal(true) }),
  ratePerMinute: 1200,
});
