import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member } from '../guard.ts';
import { lineSchema } from '../line.ts';
import { moneySchema } from '../orders/orderFile.ts';
import { saidSchema } from '../said.ts';

/** What of a facility's orders stands in its company in Quickbooks (product 3.13). Money in minor units; ISO dates and times. */

const books = {
  owner: 'integrations',
  guard: member({
    roles: ['ROLE_SERVICE_PROVIDER'],
    memberRoles: ['SP_SUPER_ADMIN', 'SP_ADMIN', 'FINANCIAL_CONTROLLER'],
  }),
  flag: 'ACCOUNTING',
} as const;

const id = z.number().int();

const pushStateSchema = z.enum(['WAITING', 'SENT', 'FAILED', 'SKIPPED']);
const pushSchema = z.object({
  id,
  kind: z.enum(['INVOICE', 'CREDIT_MEMO']),
  order: z.object({ id, title: z.string() }),
  /** `null`: it is of the whole order. */
  shipmentId: id.nullable(),
  customer: z.string(),
  state: pushStateSchema,
  /** What stands in its way, or why nothing was sent. */
  problem: z.object({ message: z.string(), said: saidSchema.optional() }).nullable(),
  /** Of one that waits and was tried: when it is tried again. */
  nextOn: z.string().nullable(),
  /** Before tax, as agreed with the customer. */
  total: moneySchema,
  /** As Quickbooks adds it; `null` until it is there. */
  tax: moneySchema.nullable(),
  /** Still to be paid. */
  balance: moneySchema.nullable(),
  number: z.string().nullable(),
  /** Where it opens in Quickbooks. */
  url: z.string().nullable(),
  sentOn: z.string().nullable(),
});
export type QuickbooksPush = z.infer<typeof pushSchema>;

const stateFilter = z.enum(['ALL', 'FAILED', 'WAITING', 'SENT', 'SKIPPED']);

/** Of orders that the caller may open. Newest first. */
export const listQuickbooksPushes = defineCall({
  ...books,
  id: 'integrations.quickbooksPushes',
  method: 'GET',
  path: '/api/v1/qb/pushes',
  summary: 'Invoices and credit memos of the facility, with what became of them in Quickbooks.',
  query: z.object({
    state: stateFilter.default('ALL'),
    page: z.coerce.number().int().min(0).max(100_000).default(0),
    size: z.coerce.number().int().min(1).max(100).default(15),
  }),
  response: z.object({
    pushes: z.array(pushSchema),
    totalCount: z.number().int(),
    /** There are more than `totalCount`. */
    moreThanTotal: z.boolean(),
    failed: z.number().int(),
    waiting: z.number().int(),
    /** Quickbooks has asked for a rest until then. */
    restsUntil: z.string().nullable(),
    /** When payments were asked for last. */
    readOn: z.string().nullable(),
  }),
});

/** Those that failed, of orders that the caller may open; without `ids` all of them. */
export const retryQuickbooks = defineCall({
  ...books,
  id: 'integrations.retryQuickbooks',
  method: 'POST',
  path: '/api/v1/qb/pushes/retry',
  summary: 'Sends invoices and credit memos once more that Quickbooks has refused.',
  body: z.object({ ids: z.array(id.positive()).min(1).max(100).optional() }),
  response: z.object({ count: z.number().int() }),
  ratePerMinute: 30,
});

/** Refused with NOT_POSSIBLE without a connection. */
export const checkQuickbooks = defineCall({
  ...books,
  id: 'integrations.checkQuickbooks',
  method: 'POST',
  path: '/api/v1/qb/check',
  summary: 'Sends what waits and asks Quickbooks for payments, in the background.',
  response: z.object({ asked: z.literal(true) }),
  ratePerMinute: 60,
});

/** TAX: the tax code of every line. TERMS: of every invoice. ACCOUNT: income of items that are made there. */
export const mappingKindSchema = z.enum(['PART', 'CHARGE', 'TAX', 'TERMS', 'ACCOUNT']);
export type MappingKind = z.infer<typeof mappingKindSchema>;

/** An order is invoiced whole when it is confirmed; or what leaves in a shipment when it has left, or has arrived. */
export const invoiceAtSchema = z.enum(['AWARD', 'SHIPPED', 'DELIVERED']);
export type InvoiceAt = z.infer<typeof invoiceAtSchema>;

const mappedSchema = z.object({
  kind: mappingKindSchema,
  /** Of a process or a charge; empty: whatever has none of its own. */
  key: z.string(),
  /** Of the process or the charge. */
  name: z.string(),
  selected: z.object({ id: z.string(), name: z.string(), origin: z.enum(['SELECTED', 'FOUND', 'MADE']) }).nullable(),
});
export type QuickbooksMapped = z.infer<typeof mappedSchema>;
const mappingSchema = z.object({
  /** Without a connection there is nothing to select. */
  connected: z.boolean(),
  invoiceAt: invoiceAtSchema,
  rows: z.array(mappedSchema),
  /** Processes and charges without an item, which no account is there to make one with: they cannot be invoiced. */
  missing: z.array(z.string()),
});

/** What is selected is of the company that is connected. */
export const readQuickbooksMapping = defineCall({
  ...books,
  id: 'integrations.quickbooksMapping',
  method: 'GET',
  path: '/api/v1/qb/mapping',
  summary: 'Which items, accounts, tax codes and terms in Quickbooks stand for what is sold.',
  response: mappingSchema,
});

/** Refused with INVALID_INPUT (`choiceId`) for what is not there in Quickbooks; with NOT_POSSIBLE where it cannot be reached. */
export const saveQuickbooksMapping = defineCall({
  ...books,
  id: 'integrations.saveQuickbooksMapping',
  method: 'PUT',
  path: '/api/v1/qb/mapping',
  summary: 'Selects what in Quickbooks stands for a process, a charge, the tax, the terms or the income.',
  body: z.object({
    kind: mappingKindSchema,
    key: lineSchema(100),
    /** `null`: none of its own. */
    choiceId: z
      .string()
      .regex(/^[\w-]{1,40}$/)
      .nullable(),
  }),
  response: mappingSchema,
  ratePerMinute: 120,
});

/**
 * Invoices that stand already stay as they are, and an order goes on as its first invoice began. Orders without one that were
 * confirmed since the company was connected are invoiced now where AWARD is selected. Refused with NOT_POSSIBLE where Quickbooks is not connected.
 */
export const saveInvoiceAt = defineCall({
  ...books,
  id: 'integrations.saveInvoiceAt',
  method: 'PUT',
  path: '/api/v1/qb/invoice-at',
  summary: 'Decides when orders are invoiced.',
  body: z.object({ invoiceAt: invoiceAtSchema }),
  response: mappingSchema,
});

/** At most fifty, by name. Refused with NOT_POSSIBLE where Quickbooks is not connected or cannot be reached. */
export const listQuickbooksChoices = defineCall({
  ...books,
  id: 'integrations.quickbooksChoices',
  method: 'GET',
  path: '/api/v1/qb/choices',
  summary: 'What can be selected in Quickbooks, found by its name.',
  query: z.object({ kind: mappingKindSchema, q: lineSchema(100).default('') }),
  response: z.object({ choices: z.array(z.object({ id: z.string(), name: z.string() })) }),
  ratePerMinute: 120,
});

const orderInvoiceSchema = pushSchema.extend({
  /** What came in for it, oldest first. */
  payments: z.array(z.object({ id: z.string(), amount: moneySchema, on: z.string() })),
});
export type QuickbooksInvoice = z.infer<typeof orderInvoiceSchema>;

/** Refused with NOT_FOUND for an order that the caller may not see. */
export const readQuickbooksOrder = defineCall({
  ...books,
  id: 'integrations.quickbooksOrder',
  method: 'GET',
  path: '/api/v1/qb/orders/{id}',
  summary: 'The invoices of an order in Quickbooks, and what was paid for them.',
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: z.object({ invoices: z.array(orderInvoiceSchema) }),
});
