import { expect, test } from 'vitest';
import { linesFor, type Pieces, toDocument, totalOf, type BillLine } from './bill.ts';
import { toAmount, toMinor } from './money.ts';

const process = { id: 7, name: 'MJF' };
const agreed = {
  controlled: false,
  lines: [
    { orderFileId: 1, part: 'bracket.stl', process, quantity: 7, unitPrice: 1333 },
    { orderFileId: 2, part: 'cover.stl', process, quantity: 3, unitPrice: 99 },
  ],
  charges: [
    { name: 'Setup', amount: 2500 },
    { name: 'Shipping', amount: 1999 },
    { name: 'Gift', amount: 0 },
  ],
};
const all = totalOf(agreed.lines) + 2500 + 1999;
const refs = {
  customer: '1',
  items: ['2', '2', '3', '3'],
  tax: null,
  terms: null,
  severalCurrencies: false,
  ownNumbers: true,
};
const bill = (lines: BillLine[], currency: string) => ({
  ...{ customer: { companyId: 1, name: 'Buyer', email: 'b@example.com' }, currency, poNumber: null, paidByCard: false },
  ...{ day: '2026-11-20', lines },
});

test('however an order is split into shipments, its invoices sum to what was agreed, and nothing is charged twice', () => {
  let seed = 1;
  const random = (most: number) => (seed = (seed * 48271) % 2147483647) % most;
  for (let round = 0; round < 300; round++) {
    const left = new Map([
      [1, 7],
      [2, 3],
    ]);
    const covered: Pieces[] = [];
    const totals: number[] = [];
    while ([...left.values()].some((pieces) => pieces > 0)) {
      const leaving = [...left].map(([orderFileId, pieces]) => ({ orderFileId, quantity: random(pieces + 1) }));
      for (const { orderFileId, quantity } of leaving) left.set(orderFileId, (left.get(orderFileId) ?? 0) - quantity);
      const lines = linesFor(agreed, leaving, covered);
      covered.push(...leaving);
      totals.push(totalOf(lines));
    }
    expect(totals.reduce((sum, each) => sum + each, 0)).toBe(all);
    // Remade and sent once more.
    expect(linesFor(agreed, [{ orderFileId: 1, quantity: 2 }], covered)).toEqual([]);
  }
});

test.each(['USD', 'JPY', 'KWD'])('in %s the pennies of each line, and of all together, agree', (currency) => {
  const lines = linesFor(
    agreed,
    [
      { orderFileId: 1, quantity: 7 },
      { orderFileId: 2, quantity: 3 },
    ],
    [],
  );
  const told = { kind: 'INVOICE' as const, orderId: 12, shipmentId: 34, bill: bill(lines, currency) };
  const document = toDocument(told, refs);
  const sent = document['Line'];
  if (!Array.isArray(sent)) throw new Error('The document has no lines.');
  const minor = sent.map(({ Amount }: { Amount: number }) => toMinor(Amount, currency));
  expect(minor).toEqual(lines.map(({ quantity, unitPrice }) => quantity * unitPrice));
  expect(minor.reduce((sum, each) => sum + each, 0)).toBe(all);
  for (const { Amount, SalesItemLineDetail } of sent) {
    const { Qty, UnitPrice } = SalesItemLineDetail;
    expect(toMinor(Qty * UnitPrice, currency)).toBe(toMinor(Amount, currency));
  }
  expect(document).toMatchObject({ DocNumber: '12-34', TxnDate: '2026-11-20', PrivateNote: 'Sinter 12-34' });
  expect(toAmount(1333, 'USD')).toBe(13.33);
  expect(toAmount(1333, 'JPY')).toBe(1333);
});

test('a controlled order says nothing of its parts', () => {
  const [line] = linesFor({ ...agreed, controlled: true }, [{ orderFileId: 1, quantity: 1 }], []);
  expect(line?.text).toBe('1 · MJF');
});
