import { formatNumber } from '@sinter/sdk/i18n';
import { Link, useTexts } from '@sinter/sdk/ui';
import type { PartDetail } from './PartStore.ts';
import css from './detail.module.css';

/** The orders of a part that the viewer may open. */
export function PartOrders({ part: { orders, orderCount } }: { part: PartDetail }) {
  const t = useTexts();
  const hidden = orderCount - new Set(orders.map(({ id }) => id)).size;
  return (
    <section className={css['section']}>
      <h3>{t('part.orders')}</h3>
      {orderCount === 0 && <p className={css['quiet']}>{t('part.orders.none')}</p>}
      <ul className={css['orders']}>
        {orders.map(({ id, displayTitle, revision, quantity }) => (
          <li key={`${id} ${revision}`}>
            <Link to={`/order-details/${id}`}>
              <bdi>#{id}</bdi> <bdi>{displayTitle}</bdi>
            </Link>
            <span className={css['quiet']}>
              {t('part.orders.line', { revision, quantity: formatNumber(quantity) })}
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className={css['quiet']}>{t('part.orders.hidden', { count: hidden })}</p>}
    </section>
  );
}
