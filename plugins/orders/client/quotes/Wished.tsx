import type { OrderDetail, Quote } from '@sinter/sdk/contract/orders/orders';
import { formatDate, formatMoney, formatNumber } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import css from './quotes.module.css';

/** What the buyer wants different about the last quote. */
export function Wished({ order, quote: { wish } }: { order: OrderDetail; quote: Quote }) {
  const t = useTexts();
  if (!wish) return null;
  const { reason, total, neededBy, quantities } = wish;
  const nameOf = (orderFileId: number) =>
    order.rfqFileDTOs.find(({ id }) => id === orderFileId)?.originalFileDTO.fileName ?? '';
  return (
    <div role="note" className={css['wished']}>
      <strong>{t('quote.wished')}</strong>
      <q dir="auto">{reason}</q>
      {total && <span>{t('wish.totalIs', { total: formatMoney(total.amount, total.currency, { exact: true }) })}</span>}
      {neededBy && <span>{t('wish.neededByIs', { date: formatDate(neededBy) })}</span>}
      {quantities.map(({ orderFileId, quantity }) => (
        <span key={orderFileId}>
          {formatNumber(quantity)} × <bdi>{nameOf(orderFileId)}</bdi>
        </span>
      ))}
    </div>
  );
}
