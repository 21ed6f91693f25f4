import { observer } from 'mobx-react-lite';
import { formatDuration, formatMass, formatMoney, formatNumber } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import { Price } from '../Price.tsx';
import type { Estimates } from './Estimates.ts';
import type { PartEstimate, PartLine } from './PartLine.ts';
import css from './request.module.css';

/** What a part costs, why, and what it would cost in other quantities. */
export const PartPrice = observer(function PartPrice({ line, estimates }: { line: PartLine; estimates: Estimates }) {
  const t = useTexts();
  const { estimate, configured } = line;
  if (!estimate || !configured) {
    return configured && estimates.loading ? <p className={css['quiet']}>{t('price.loading')}</p> : null;
  }
  const { currency } = estimate;
  const money = (minor: number) => formatMoney(minor, currency, { exact: true });
  return (
    <div className={estimates.loading ? css['stale'] : undefined} aria-busy={estimates.loading}>
      <p className={css['price']}>
        <strong>
          <Price price={{ amount: estimate.total, currency }} />
        </strong>
        {configured.quantity > 1 && <span>{t('price.each', { price: money(estimate.unitPrice) })}</span>}
      </p>
      <div className={css['breaks']} role="group" aria-label={t('price.breaks')}>
        {estimate.breaks.map(({ quantity, unitPrice }) => (
          <button
            key={quantity}
            type="button"
            aria-pressed={quantity === line.quantity}
            onClick={() => line.chooseQuantity(quantity)}
          >
            <b>{formatNumber(quantity)}</b> {money(unitPrice)}
          </button>
        ))}
      </div>
      <details className={css['why']}>
        <summary>{t('price.why')}</summary>
        <Breakdown estimate={estimate} money={money} />
      </details>
      {estimate.notIncluded.length > 0 && (
        <p className={css['quiet']}>
          {t('price.notIncluded', { what: estimate.notIncluded.map((what) => t(`notIncluded.${what}`)).join(', ') })}
        </p>
      )}
      {estimate.manualReview.length > 0 && (
        <div className={css['review']}>
          <strong>{t('price.review')}</strong>
          <ul>
            {estimate.manualReview.map((reason) => (
              <li key={reason}>{t(`review.${reason}`)}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
});

function Breakdown({ estimate, money }: { estimate: PartEstimate; money: (minor: number) => string }) {
  const t = useTexts();
  return (
    <dl>
      {estimate.costLines.map(({ label, amount }) => (
        <div key={label}>
          <dt>{t(`cost.${label}`)}</dt>
          <dd>{money(amount)}</dd>
        </div>
      ))}
      <div className={css['sum']}>
        <dt>{t('cost.total')}</dt>
        <dd>{money(estimate.total)}</dd>
      </div>
      <div className={css['quiet']}>
        <dt>{t('cost.basis')}</dt>
        <dd>
          {formatDuration(estimate.buildHours * 60)} · {formatMass(estimate.materialGrams * 1000)}
        </dd>
      </div>
    </dl>
  );
}
