import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { LightInput, useTexts } from '@sinter/sdk/ui';
import { DateInput, today } from '@sinter/sdk/ui/dates';
import type { OrderDetailsStore } from '../order-details/OrderDetailsStore.ts';
import { amountText, parseAmount, parsePieces } from './amount.ts';
import css from './quotes.module.css';

/** What the buyer would rather have: a total, a date, other quantities. All of it may be left empty. */
export default observer(function WishAsked({
  store,
  quoteId,
}: {
  store: OrderDetailsStore;
  quoteId?: number | undefined;
}) {
  const t = useTexts();
  const { order, question } = store;
  const quote = order?.quotes.find(({ id }) => id === quoteId);
  const currency = quote?.total.currency;
  const wished = question?.wish;
  const [total, setTotal] = useState(wished?.total ? amountText(wished.total.amount, wished.total.currency) : '');
  if (!order || !wished) return null;
  const quantityOf = (id: number) => wished.quantities.find(({ orderFileId }) => orderFileId === id)?.quantity;
  const want = (orderFileId: number, text: string) => {
    const quantity = parsePieces(text);
    const others = wished.quantities.filter((each) => each.orderFileId !== orderFileId);
    store.wish({ quantities: quantity === null ? others : [...others, { orderFileId, quantity }] });
  };
  return (
    <span className={css['wish']}>
      {currency && (
        <label>
          {t('wish.total', { currency })}
          <LightInput
            inputMode="decimal"
            value={total}
            invalid={total !== '' && wished.total === null}
            onChange={({ target: { value } }) => {
              setTotal(value);
              const amount = parseAmount(value, currency);
              store.wish({ total: amount === null ? null : { amount, currency } });
            }}
          />
        </label>
      )}
      <label>
        {t('wish.neededBy')}
        <DateInput min={today()} value={wished.neededBy} onChange={(neededBy) => store.wish({ neededBy })} />
      </label>
      {order.rfqFileDTOs.length <= 20 &&
        order.rfqFileDTOs.map(({ id, quantity, originalFileDTO: { fileName } }) => (
          <label key={id}>
            <bdi>{t('wish.quantity', { fileName })}</bdi>
            <LightInput
              type="number"
              min={1}
              placeholder={String(quantity)}
              defaultValue={quantityOf(id) ?? ''}
              onChange={({ target: { value } }) => want(id, value)}
            />
          </label>
        ))}
    </span>
  );
});
