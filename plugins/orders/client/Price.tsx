import { observer } from 'mobx-react-lite';
import type { Money } from '@sinter/sdk/contract/orders/orderFile';
import { formatMoney } from '@sinter/sdk/i18n';
import css from './price.module.css';

/** A price in its own currency, which is what binds; then, for information, in the one that the reader has chosen. */
export const Price = observer(function Price({ price: { amount, currency } }: { price: Money }) {
  const binding = formatMoney(amount, currency, { exact: true });
  const converted = formatMoney(amount, currency);
  return (
    <span className={css['price']}>
      <bdi>{binding}</bdi>
      {converted !== binding && <bdi className={css['converted']}>{converted}</bdi>}
    </span>
  );
});
