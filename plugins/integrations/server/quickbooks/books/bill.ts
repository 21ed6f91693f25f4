import type { AgreedOrder } from '@sinter/sdk/contract/orders/billing';
import * as z from 'zod';
import { toAmount } from './money.ts';

const lineSchema = z.object({
  kind: z.enum(['PART', 'CHARGE']),
  /** Of the part; `null` for a charge. */
  orderFileId: z.number().nullable(),
  /** Of the mapping: the process, or the charge. */
  key: z.string(),
  /** Of the process or the charge. */
  name: z.string(),
  text: z.string(),
  quantity: z.number(),
  unitPrice: z.number(),
});
export type BillLine = z.infer<typeof lineSchema>;

/** What an invoice says. It is put down once, so that nothing that is renamed or moved later changes it. */
export const billSchema = z.object({
  customer: z.object({ companyId: z.number(), name: z.string(), email: z.string() }),
  currency: z.string(),
  poNumber: z.string().nullable(),
  paidByCard: z.boolean(),
  /** Day on which it left, where the facility is. */
  day: z.string(),
  lines: z.array(lineSchema),
});
export type Bill = z.infer<typeof billSchema>;

/** The mapping's key of a charge. */
export const chargeKey = (name: string): string => name.trim().toLowerCase();

export const totalOf = (lines: readonly Pick<BillLine, 'quantity' | 'unitPrice'>[]): number =>
  lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);

/**
 * What of an order is charged when these pieces leave: no piece twice, whatever is made or sent once more, and what is charged
 * beside parts with the first invoice. `billed`: lines of the invoices before, without those that were credited.
 */
export function linesFor(
  { lines, charges, controlled }: Pick<AgreedOrder, 'lines' | 'charges' | 'controlled'>,
  leaving: readonly { orderFileId: number; quantity: number }[],
  billed: readonly BillLine[],
): BillLine[] {
  const parts = lines.flatMap((line, index): BillLine[] => {
    const { orderFileId, part, process, unitPrice } = line;
    const sum = (of: readonly { orderFileId: number | null; quantity: number }[]) =>
      of.filter((each) => each.orderFileId === orderFileId).reduce((all, { quantity }) => all + quantity, 0);
    const quantity = Math.min(sum(leaving), line.quantity - sum(billed));
    if (quantity <= 0) return [];
    const text = controlled ? `${index + 1} · ${process.name}` : `${part} · ${process.name}`;
    return [{ kind: 'PART', orderFileId, key: String(process.id), name: process.name, text, quantity, unitPrice }];
  });
  const isFirst = !billed.some(({ kind }) => kind === 'CHARGE');
  const beside = charges
    .filter(({ amount }) => isFirst && amount > 0)
    .map(({ name, amount }): BillLine => {
      const key = chargeKey(name);
      return { kind: 'CHARGE', orderFileId: null, key, name, text: name, quantity: 1, unitPrice: amount };
    });
  // What is charged beside parts comes with parts: a replacement alone costs nothing.
  return parts.length > 0 ? [...parts, ...beside] : [];
}

/** Objects in Quickbooks that an invoice is written with. */
export interface Refs {
  customer: string;
  /** Of each line, in their order. */
  items: string[];
  tax: string | null;
  terms: string | null;
  /** Only a company that keeps several currencies is told which. */
  severalCurrencies: boolean;
  /** Only a company that gives its own numbers is told ours. */
  ownNumbers: boolean;
}

export interface Told {
  kind: 'INVOICE' | 'CREDIT_MEMO';
  orderId: number;
  shipmentId: number;
  bill: Bill;
}

/** Our number of it; the credit memo of an invoice is another document. */
export const numberOf = ({ kind, orderId, shipmentId }: Omit<Told, 'bill'>): string =>
  `${orderId}-${shipmentId}${kind === 'CREDIT_MEMO' ? '-C' : ''}`;

/** By which one that we made is known there. */
export const markOf = (told: Omit<Told, 'bill'>): string => `Sinter ${numberOf(told)}`;

/** An invoice or a credit memo as Quickbooks takes it. */
export function toDocument(told: Told, refs: Refs): Record<string, unknown> {
  const { bill, kind } = told;
  const { currency } = bill;
  // TAX and NON are those of companies in the United States, which say nothing of how tax is added.
  const excluded = refs.tax !== null && refs.tax !== 'TAX' && refs.tax !== 'NON';
  return {
    ...(refs.ownNumbers && { DocNumber: numberOf(told) }),
    TxnDate: bill.day,
    CustomerRef: { value: refs.customer },
    ...(refs.severalCurrencies && { CurrencyRef: { value: currency } }),
    ...(kind === 'INVOICE' && refs.terms !== null && { SalesTermRef: { value: refs.terms } }),
    ...(kind === 'INVOICE' && { ShipDate: bill.day }),
    ...(excluded && { GlobalTaxCalculation: 'TaxExcluded' }),
    PrivateNote: markOf(told) + (bill.paidByCard ? ' · paid by card' : ''),
    ...(bill.poNumber !== null && { CustomerMemo: { value: `PO ${bill.poNumber}` } }),
    Line: bill.lines.map(({ text, quantity, unitPrice }, index) => ({
      Amount: toAmount(quantity * unitPrice, currency),
      Description: text,
      DetailType: 'SalesItemLineDetail',
      SalesItemLineDetail: {
        ItemRef: { value: refs.items[index] ?? '' },
        Qty: quantity,
        UnitPrice: toAmount(unitPrice, currency),
        ...(refs.tax !== null && { TaxCodeRef: { value: refs.tax } }),
      },
    })),
  };
}
