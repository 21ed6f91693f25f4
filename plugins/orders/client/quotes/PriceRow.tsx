import { lazy, memo, Suspense, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { Accuracy } from '@sinter/sdk/contract/orders/estimate';
import type { OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import { formatMoney, formatNumber } from '@sinter/sdk/i18n';
import { LightButton, LightInput, useTexts } from '@sinter/sdk/ui';
import { parseAmount } from './amount.ts';
import { LineMore } from './LineMore.tsx';
import type { LineValues } from './quoteValues.ts';
import css from './quotes.module.css';

const Sureness = lazy(() => import('../Sureness.tsx'));

export interface PartEstimate {
  currency: string;
  total: number;
  costLines: readonly { label: string; amount: number }[];
  manualReview: readonly string[];
  accuracy: Accuracy | null;
}

interface PriceRowProps {
  index: number;
  part: OrderFile;
  line: LineValues;
  currency: string;
  materials: readonly { id: number; name: string }[];
  estimate: PartEstimate | null;
  /** What is wrong, as JSON; empty: nothing. */
  problems: string;
  onChange: (index: number, line: LineValues) => void;
}

/** The price of one part, what it is made of, and what else of it is offered. */
export const PriceRow = memo(function PriceRow(props: PriceRowProps) {
  const { index, part, line, currency, materials, estimate, problems, onChange } = props;
  const t = useTexts();
  const [open, setOpen] = useState(line.breaks.length + line.alternatives.length > 0);
  const { quantity, materials: ordered } = part;
  const { fileName } = part.originalFileDTO;
  const price = parseAmount(line.price, currency);
  const wrong = problems.includes('"price":"') && price === null;
  const money = (minor: number) => formatMoney(minor, currency, { exact: true });
  const more = line.breaks.length + line.alternatives.length;
  return (
    <tbody>
      <tr>
        <th scope="row">
          <bdi>{fileName}</bdi>
          <span className={css['quiet']}>
            {part.aMProcess.name}, {ordered.map(({ name }) => name).join(', ')}
          </span>
          {(estimate?.manualReview ?? []).map((reason) => (
            <span key={reason} className={css['warning']}>
              {t(`review.${reason}`)}
            </span>
          ))}
          {estimate?.accuracy && estimate.currency === currency && (
            <span className={`${css['quiet']} ${css['sure']}`}>
              <Suspense>
                <Sureness accuracy={estimate.accuracy} currency={currency} />
              </Suspense>
            </span>
          )}
        </th>
        <td data-label={t('part.quantity')}>{formatNumber(quantity)}</td>
        <td data-label={t('quote.unitPrice', { currency })}>
          <LightInput
            data-price
            onKeyDown={goOn}
            inputMode="decimal"
            autoComplete="off"
            aria-label={t('quote.price', { quantity: formatNumber(quantity), fileName })}
            aria-describedby={wrong ? `price-${part.id}` : undefined}
            invalid={wrong}
            value={line.price}
            onChange={({ target: { value } }) => onChange(index, { ...line, price: value })}
          />
          {wrong && (
            <span id={`price-${part.id}`} className={css['problem']}>
              {t('quote.priceNeeded')}
            </span>
          )}
        </td>
        <td data-label={t('quote.sum')}>{price === null ? '–' : money(price * quantity)}</td>
        <td>
          <LightButton
            size="small"
            aria-expanded={open || problems.includes('breaks') || problems.includes('alternatives')}
            aria-label={t('quote.moreFor', { fileName })}
            onClick={() => setOpen(!open)}
          >
            {more === 0 ? t('quote.moreOpen') : t('quote.moreCount', { number: formatNumber(more) })}
          </LightButton>
        </td>
      </tr>
      {(open || problems.includes('breaks') || problems.includes('alternatives')) && (
        <tr>
          <td colSpan={5} className={css['more']}>
            {estimate && estimate.currency === currency && (
              <p className={css['quiet']}>
                {t('quote.costs')}{' '}
                {estimate.costLines.map(({ label, amount }) => `${t(`cost.${label}`)} ${money(amount)}`).join(' · ')}
                {` · ${t('cost.total')} ${money(estimate.total)}`}
              </p>
            )}
            <LineMore
              {...{ line, currency, materials, fileName }}
              tried={problems !== ''}
              onChange={(next) => onChange(index, next)}
            />
          </td>
        </tr>
      )}
    </tbody>
  );
});

/** From a price to that of the next part, or of the one before. */
function goOn(event: KeyboardEvent<HTMLInputElement>): void {
  const { key, currentTarget } = event;
  const step = key === 'ArrowDown' || key === 'Enter' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  // Enter in a cell sends nothing.
  event.preventDefault();
  const cells = [...(currentTarget.closest('table')?.querySelectorAll<HTMLInputElement>('input[data-price]') ?? [])];
  const next = cells[cells.indexOf(currentTarget) + step];
  next?.focus();
  next?.select();
}
