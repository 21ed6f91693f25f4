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
  /** Where the facility is: the day on which it left, was confirmed, or is credited. */
  day: z.string(),
  lines: z.array(lineSchema),
});
export type Bill = z.infer<typeof billSchema>;

/** The mapping's key of a charge. */
export const chargeKey = (name: string): string => name.trim().toLowerCase();

export const totalOf = (lines: readonly Pick<BillLine, 'quantity' | 'unitPrice'>[]): number =>
  lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);

export interface Pieces {
  orderFileId: number;
  quantity: number;
}
type Ordered = Pick<AgreedOrder, 'lines' | 'charges' | 'controlled'>;

/** What is owed for an order of which these pieces have left: no piece twice, whatever is made or sent once more. */
export function linesOwed({ lines, charges, controlled }: Ordered, left: readonly Pieces[]): BillLine[] {
  const parts = lines.flatMap((line, index): BillLine[] => {
    const { orderFileId, part, process, unitPrice } = line;
    const pieces = left.filter((each) => each.orderFileId === orderFileId);
    const quantity = Math.min(
      line.quantity,
      pieces.reduce((sum, each) => sum + each.quantity, 0),
    );
    if (quantity === 0) return [];
    const text = controlled ? `${index + 1} · ${process.name}` : `${part} · ${process.name}`;
    return [{ kind: 'PART', orderFileId, key: String(process.id), name: process.name, text, quantity, unitPrice }];
  });
  // What is charged beside parts comes with the first of them.
  if (parts.length === 0) return [];
  const beside = charges.filter(({ amount }) => amount > 0);
  return [
    ...parts,
    ...beside.map(({ name, amount }): BillLine => {
      const key = chargeKey(name);
      return { kind: 'CHARGE', orderFileId: null, key, name, text: name, quantity: 1, unitPrice: amount };
    }),
  ];
}

/** What is charged when these pieces leave, after `covered` have. */
export const linesFor = (order: Ordered, leaving: readonly Pieces[], covered: readonly Pieces[]): BillLine[] =>
  less(linesOwed(order, [...covered, ...leaving]), linesOwed(order, covered));

const sameAs = (one: BillLine) => (other: BillLine) =>
  one.kind === other.kind &&
  one.orderFileId === other.orderFileId &&
  one.key === other.key &&
  one.unitPrice === other.unitPrice;

/** Lines without what the others say; the same of several are one. */
export function less(lines: readonly BillLine[], others: readonly BillLine[]): BillLine[] {
  const sum = (of: readonly BillLine[], line: BillLine) =>
    of.filter(sameAs(line)).reduce((all, { quantity }) => all + quantity, 0);
  return lines.flatMap((line, index) => {
    if (lines.findIndex(sameAs(line)) < index) return [];
    const quantity = sum(lines, line) - sum(others, line);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
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
  /** `null`: it is of the whole order. */
  shipmentId: number | null;
  bill: Bill;
}

/** Our number of it; the credit memo of an invoice is another document. */
export const numberOf = ({ kind, orderId, shipmentId }: Omit<Told, 'bill'>): string =>
  `${orderId}${shipmentId === null ? '' : `-${shipmentId}`}${kind === 'CREDIT_MEMO' ? '-C' : ''}`;

/** By which one that we made is known there. */
export const markOf = (told: Omit<Told, 'bill'>): string => `Sinter ${numberOf(told)}`;
const byCard = ' · paid by card';
export const isMarked = (told: Omit<Told, 'bill'>, note: string | null | undefined): boolean =>
  note === markOf(told) || note === markOf(told) + byCard;

/** An invoice or a credit memo as Quickbooks takes it. */
export function toDocument(told: Told, refs: Refs): Record<string, unknown> {
  const { bill, kind, shipmentId } = told;
  const { currency } = bill;
  // TAX and NON are those of companies in the United States, which say nothing of how tax is added.
  const excluded = refs.tax !== null && refs.tax !== 'TAX' && refs.tax !== 'NON';
  return {
    ...(refs.ownNumbers && { DocNumber: numberOf(told) }),
    TxnDate: bill.day,
    CustomerRef: { value: refs.customer },
    ...(refs.severalCurrencies && { CurrencyRef: { value: currency } }),
    ...(kind === 'INVOICE' && refs.terms !== null && { SalesTermRef: { value: refs.terms } }),
    ...(kind === 'INVOICE' && shipmentId !== null && { ShipDate: bill.day }),
    ...(excluded && { GlobalTaxCalculation: 'TaxExcluded' }),
    PrivateNote: markOf(told) + (bill.paidByCard ? byCard : ''),
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
