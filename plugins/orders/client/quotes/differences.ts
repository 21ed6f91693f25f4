import type { Quote } from '@sinter/sdk/contract/orders/orders';

export interface Change {
  /** `line`: the price of a piece of that part. */
  what: 'total' | 'lead' | 'valid' | 'line';
  orderFileId?: number;
  /** Minor units, days, or an ISO date and time. */
  before: number | string;
  after: number | string;
}

/** The quote that its facility sent before this one. */
export const before = (quotes: readonly Quote[], { facility, revision }: Quote): Quote | undefined =>
  quotes.find((other) => other.facility.id === facility.id && other.revision === revision - 1);

/** What is different about a quote from the one before. */
export function changesOf(earlier: Quote, later: Quote): Change[] {
  const pairs: Change[] = [
    { what: 'total', before: earlier.total.amount, after: later.total.amount },
    { what: 'lead', before: earlier.leadTimeDays, after: later.leadTimeDays },
    { what: 'valid', before: earlier.validUntil.slice(0, 10), after: later.validUntil.slice(0, 10) },
    ...later.lines.flatMap(({ orderFileId, unitPrice }): Change[] => {
      const line = earlier.lines.find((each) => each.orderFileId === orderFileId);
      return line ? [{ what: 'line', orderFileId, before: line.unitPrice, after: unitPrice }] : [];
    }),
  ];
  return pairs.filter((change) => change.before !== change.after);
}

/** Of offers as chosen now, those with the lowest total of their currency, and the shortest lead time. */
export function bestOf(offers: readonly { id: number; total: number; currency: string; leadTimeDays: number }[]): {
  cheapest: ReadonlySet<number>;
  soonest: ReadonlySet<number>;
} {
  const cheapest = new Set<number>();
  for (const currency of new Set(offers.map((offer) => offer.currency))) {
    const same = offers.filter((offer) => offer.currency === currency);
    const least = Math.min(...same.map(({ total }) => total));
    const best = same.filter(({ total }) => total === least);
    // Where all are alike, none is better.
    if (best.length < same.length) best.forEach(({ id }) => cheapest.add(id));
  }
  const first = Math.min(...offers.map(({ leadTimeDays }) => leadTimeDays));
  const best = offers.filter(({ leadTimeDays }) => leadTimeDays === first);
  return { cheapest, soonest: new Set(best.length < offers.length ? best.map(({ id }) => id) : []) };
}
