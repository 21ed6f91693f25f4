import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { Choices } from '@sinter/sdk/contract/orders/offers';
import type { OrderDetail, Quote } from '@sinter/sdk/contract/orders/orders';
import { agreedOf, asAsked, type Agreed } from '../../shared/agreed.ts';
import type { OrderDetailsStore } from '../order-details/OrderDetailsStore.ts';
import { bestOf } from './differences.ts';
import { QuoteColumn } from './QuoteColumn.tsx';
import css from './quotes.module.css';

/** What an accepted or closed quote says is what it says; an open one is what is chosen of it. */
const asIs = ({ lines, total, leadTimeDays, optionId }: Quote): Agreed => ({
  lines: [...lines],
  total: total.amount,
  leadTimeDays,
  optionId,
});

/** Quotes side by side, row by row; below each other where there is no room. */
export const Comparison = observer(function Comparison({
  store,
  order,
  quotes,
}: {
  store: OrderDetailsStore;
  order: OrderDetail;
  quotes: readonly Quote[];
}) {
  const [choices, setChoices] = useState<ReadonlyMap<number, Choices>>(new Map());
  const columns = quotes.map((quote) => {
    const chosen = choices.get(quote.id) ?? asAsked;
    const isOpen = quote.status === 'SUBMITTED' || quote.status === 'ON_HOLD';
    return { quote, chosen, agreed: (isOpen ? agreedOf(quote, chosen) : null) ?? asIs(quote) };
  });
  const open = columns.filter(({ quote }) => quote.status === 'SUBMITTED');
  const best = bestOf(open.map(({ quote: { id, total }, agreed }) => ({ id, currency: total.currency, ...agreed })));
  const rows = 8 + order.rfqFileDTOs.length;
  return (
    <ul className={css['columns']} style={{ gridTemplateRows: `repeat(${rows}, auto)` }}>
      {columns.map(({ quote, chosen, agreed }) => (
        <li key={quote.id} style={{ gridRow: `span ${rows}` }}>
          <QuoteColumn
            {...{ store, order, quote, chosen, agreed }}
            cheapest={best.cheapest.has(quote.id)}
            soonest={best.soonest.has(quote.id)}
            onChoose={(next) => setChoices((all) => new Map(all).set(quote.id, next))}
          />
        </li>
      ))}
    </ul>
  );
});
