import type { OrderDetail, Quote } from '@sinter/sdk/contract/orders/orders';
import { formatDate, formatMoney, formatNumber } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import { before, changesOf, type Change } from './differences.ts';
import css from './quotes.module.css';

/** What is different about a quote from the one that its facility sent before. */
export function Changes({ order, quote }: { order: OrderDetail; quote: Quote }) {
  const t = useTexts();
  const earlier = before(order.quotes, quote);
  if (!earlier) return null;
  const changes = changesOf(earlier, quote);
  const shown = (value: number | string, { what }: Change, { currency }: Quote['total']) => {
    if (typeof value === 'string') return formatDate(value);
    return what === 'lead' ? t('quote.lead', { count: value }) : formatMoney(value, currency, { exact: true });
  };
  const named = ({ what, orderFileId }: Change) =>
    what === 'line'
      ? (order.rfqFileDTOs.find(({ id }) => id === orderFileId)?.originalFileDTO.fileName ?? '')
      : t(`quote.${what}Label`);
  return (
    <details className={css['changes']} open>
      <summary>{t('quote.changes', { number: formatNumber(earlier.revision) })}</summary>
      {changes.length === 0
        ? t('quote.unchanged')
        : changes.map((change, index) => (
            <span key={index}>
              <bdi>{named(change)}</bdi>:{' '}
              {t('quote.changed', {
                before: shown(change.before, change, earlier.total),
                after: shown(change.after, change, quote.total),
              })}
            </span>
          ))}
    </details>
  );
}
