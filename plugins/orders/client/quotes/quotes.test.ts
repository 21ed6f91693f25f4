import type { Quote } from '@sinter/sdk/contract/orders/orders';
import { describe, expect, it } from 'vitest';
import { agreedOf, asAsked } from '../../shared/agreed.ts';
import { orderDetail, plainOffer } from '../testing.ts';
import { amountText, parseAmount, parsePieces } from './amount.ts';
import { bestOf, before, changesOf } from './differences.ts';
import { quoteSchema, startValues, typedTotal } from './quoteValues.ts';

const quote: Quote = {
  ...plainOffer,
  id: 8,
  status: 'SUBMITTED',
  facility: { id: 1, name: 'Works' },
  total: { amount: 4500, currency: 'EUR' },
  lines: [
    {
      orderFileId: 71,
      unitPrice: 1000,
      quantity: 4,
      breaks: [{ quantity: 10, unitPrice: 900 }],
      alternatives: [{ id: 1, name: 'Resin', amProcess: null, material: null, quantity: 3, unitPrice: 1234 }],
      alternativeId: null,
    },
  ],
  charges: [{ name: 'Setup', amount: 500 }],
  options: [{ id: 1, name: 'Express', leadTimeDays: 2, priceFactor: 1.255 }],
  leadTimeDays: 5,
  note: '',
  validUntil: '2026-02-01T00:00:00Z',
  createdOn: '2026-01-02T00:00:00Z',
};
const t = (key: string) => key;

describe('an amount', () => {
  it.each([
    ['12.5', 1250],
    ['12,50', 1250],
    ['1,250.00', 125_000],
    ['1.250,00', 125_000],
    ['1,250', 125_000],
    ['1 250', 125_000],
    ['.5', 50],
    ['0', 0],
    ['٣٫٢٥', 325],
    ['', null],
    ['1.2.3', null],
    ['-3', null],
    ['12.345.6', null],
    ['abc', null],
  ])('typed as %s is %s', (text, minor) => expect(parseAmount(text, 'EUR')).toBe(minor));

  it('has the decimals of its currency', () => {
    expect([parseAmount('1,200', 'JPY'), parseAmount('12.5', 'JPY')]).toEqual([1200, null]);
    expect([amountText(1250, 'EUR'), amountText(1200, 'JPY')]).toEqual(['12.50', '1200']);
    expect(['7', '0', '1.5', '100001'].map(parsePieces)).toEqual([7, null, null, null]);
  });
});

describe('what is typed into a quote', () => {
  it('begins with what was offered last, and is sent as it is typed', () => {
    const values = startValues(orderDetail, quote, null, 'EUR');
    expect(values.lines).toMatchObject([{ price: '10.00', breaks: [{ quantity: '10', price: '9.00' }] }]);
    expect(values.options).toEqual([{ name: 'Express', leadTimeDays: 2, surcharge: 25.5 }]);
    expect(typedTotal(values, [4], 'EUR')).toBe(4500);
    expect(quoteSchema(orderDetail, 'EUR', t).parse(values)).toMatchObject({
      lines: [{ orderFileId: 71, unitPrice: 1000, alternatives: [{ name: 'Resin', quantity: 3, unitPrice: 1234 }] }],
      charges: [{ name: 'Setup', amount: 500 }],
      options: [{ priceFactor: 1.255 }],
    });
  });

  it('begins with what the price engine suggests when nothing was offered', () => {
    const values = startValues(orderDetail, undefined, { files: [{ unitPrice: 1999 }], leadTimeDays: 6 }, 'EUR');
    expect([values.lines[0]?.price, values.leadTimeDays]).toEqual(['19.99', 6]);
    const wrong = quoteSchema(orderDetail, 'EUR', t).safeParse({
      ...values,
      lines: [{ ...values.lines[0], price: '' }],
    });
    expect(wrong.error?.issues).toMatchObject([{ path: ['lines', 0, 'price'], message: 'quote.priceNeeded' }]);
    expect(typedTotal({ ...values, charges: [{ name: '', amount: 'x' }] }, [4], 'EUR')).toBe(7996);
  });
});

describe('what the buyer chooses', () => {
  it('adds up, with charges and the price of another lead time', () => {
    expect(agreedOf(quote, asAsked)?.total).toBe(4500);
    const chosen = agreedOf(quote, { optionId: 1, lines: [{ orderFileId: 71, alternativeId: 1, quantity: null }] });
    expect(chosen).toMatchObject({ total: 3 * 1549 + 500, leadTimeDays: 2 });
    expect(agreedOf(quote, { optionId: 2, lines: [] })).toBeNull();
  });

  it('is marked where it is cheapest of its currency, and soonest', () => {
    const offer = (id: number, total: number, currency: string, leadTimeDays: number) => ({
      ...{ id, total, currency, leadTimeDays },
    });
    const best = bestOf([offer(1, 100, 'EUR', 5), offer(2, 90, 'EUR', 4), offer(3, 10, 'USD', 4)]);
    expect([[...best.cheapest], [...best.soonest]]).toEqual([[2], [2, 3]]);
    expect([...bestOf([offer(1, 100, 'EUR', 5)]).cheapest]).toEqual([]);
  });
});

it('a revision says what is different from the one before', () => {
  const [line] = quote.lines;
  const later: Quote = {
    ...quote,
    id: 9,
    revision: 2,
    total: { amount: 4100, currency: 'EUR' },
    lines: line ? [{ ...line, unitPrice: 900 }] : [],
  };
  expect(before([later, quote], later)).toBe(quote);
  expect(changesOf(quote, later)).toEqual([
    { what: 'total', before: 4500, after: 4100 },
    { what: 'line', orderFileId: 71, before: 1000, after: 900 },
  ]);
});
