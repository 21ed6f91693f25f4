import { observer } from 'mobx-react-lite';
import { formatMoney, formatNumber } from '@sinter/sdk/i18n';
import { ErrorNotice, useTexts } from '@sinter/sdk/ui';
import type { Problem } from './problems.ts';
import type { RequestParts } from './RequestParts.ts';
import css from './request.module.css';

/** What the request costs as it stands. */
export const Total = observer(function Total({
  parts: { dates, estimates, shown, pricesShown },
}: {
  parts: RequestParts;
}) {
  const t = useTexts();
  const { total, error, loading } = estimates;
  if (error) return <ErrorNotice subject={t('summary.price')} error={error} onRetry={() => estimates.retry()} />;
  const pieces = shown.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
  const unpriced = shown.filter(({ configured, estimate }) => !configured || !estimate).length;
  // What was chosen has lead time, delivery and tax in its price.
  const totals = dates.chosen && unpriced === 0 ? [dates.chosen.total] : (total?.totals ?? []);
  const review = shown.some(({ estimate }) => estimate !== null && estimate.manualReview.length > 0);
  return (
    <div className={css['totals']} aria-live="polite" aria-busy={loading}>
      <p>
        <span>{t('summary.parts', { count: shown.length })}</span>
        <span>{t('summary.pieces', { count: pieces, pieces: formatNumber(pieces) })}</span>
      </p>
      {!pricesShown && <p className={css['quiet']}>{t('form.priceOnRequest')}</p>}
      <p hidden={!pricesShown} className={loading ? `${css['total']} ${css['stale']}` : css['total']}>
        <span>{t('summary.total')}</span>
        <strong>
          {total ? totals.map((each) => formatMoney(each.amount, each.currency, { exact: true })).join(' + ') : '–'}
        </strong>
      </p>
      {totals.map((each) => (
        <InOtherCurrency key={each.currency} {...each} />
      ))}
      {total && unpriced > 0 && <p className={css['quiet']}>{t('summary.unpriced', { count: unpriced })}</p>}
      {shown.some(({ estimate }) => estimate !== null && estimate.notIncluded.length > 0) && (
        <p className={css['quiet']}>{t('summary.notIncluded')}</p>
      )}
      {review && <p className={css['quiet']}>{t('summary.review')}</p>}
    </div>
  );
});

/** The total in the currency that the buyer has chosen to see prices in. */
const InOtherCurrency = observer(function InOtherCurrency({ amount, currency }: { amount: number; currency: string }) {
  const t = useTexts();
  const shown = formatMoney(amount, currency);
  if (shown === formatMoney(amount, currency, { exact: true })) return null;
  return (
    <p className={css['quiet']}>
      <span>{t('summary.information')}</span>
      <span>{shown}</span>
    </p>
  );
});

/** What is missing, once the person has tried to send it. */
export function Problems({ tried, problems }: { tried: boolean; problems: readonly Problem[] }) {
  const t = useTexts();
  if (!tried || problems.length === 0) return null;
  return (
    <ul role="alert" className={css['problems']}>
      {problems.map((problem) => (
        <li key={problem}>{t(`problem.${problem}`)}</li>
      ))}
    </ul>
  );
}
