import { type BillLine, less } from './bill.ts';

export interface Invoice {
  id: number;
  /** `null`: of the whole order. */
  shipmentId: number | null;
  lines: BillLine[];
  /** UNSENT: it never reached Quickbooks. OPEN: it may have. */
  state: 'SENT' | 'UNSENT' | 'OPEN' | 'SKIPPED';
  /** Its shipment is void, or its order over. */
  over: boolean;
}
export interface Memo {
  shipmentId: number | null;
  lines: BillLine[];
}

/**
 * What becomes of an order's invoices where something was taken back: which are not sent any more, and which credit memos bring
 * the rest to what is `owed`. What left in place of something that is void stays charged by the invoice that charged it first.
 * `places`: what a credit memo can be of, beside the invoices that are over. Pure.
 */
export function takenBack(
  invoices: readonly Invoice[],
  memos: readonly Memo[],
  places: readonly (number | null)[],
  owed: readonly BillLine[],
): { dropped: number[]; credits: Memo[] } {
  const linesOf = (of: readonly Pick<Invoice, 'lines'>[]) => of.flatMap(({ lines }) => lines);
  const counts = invoices.filter(({ state, over }) => state === 'SENT' || (state !== 'SKIPPED' && !over));
  const dropped: number[] = [];
  const charged = () => less(linesOf(counts), linesOf(memos));
  for (const invoice of invoices) {
    if (counts.includes(invoice) || invoice.state === 'SKIPPED') continue;
    if (less(owed, charged()).length > 0) {
      // It has to be in Quickbooks before anything of it can be credited.
      return { dropped, credits: [] };
    }
    if (invoice.state === 'UNSENT') dropped.push(invoice.id);
  }
  const sent = counts.filter(({ over }) => over);
  const taken = new Set(memos.map(({ shipmentId }) => shipmentId));
  const free = [...new Set([...sent.map(({ shipmentId }) => shipmentId), ...places])].filter(
    (each) => !taken.has(each),
  );
  let rest = less(charged(), owed);
  const credits: Memo[] = [];
  for (const [index, shipmentId] of free.entries()) {
    const own = linesOf(sent.filter((each) => each.shipmentId === shipmentId));
    const lines = index === free.length - 1 ? rest : less(own, less(own, rest));
    if (lines.length === 0) continue;
    credits.push({ shipmentId, lines });
    rest = less(rest, lines);
  }
  return { dropped, credits };
}
