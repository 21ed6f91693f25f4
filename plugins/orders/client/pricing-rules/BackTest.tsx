import { observer } from 'mobx-react-lite';
import type { PriceChange } from '@sinter/sdk/contract/orders/pricing';
import { formatMoney, formatNumber, formatPercent } from '@sinter/sdk/i18n';
import { DataTable, EmptyState, ErrorNotice, LightButton, Link, StatusPill, useTexts } from '@sinter/sdk/ui';
import { useState } from 'react';
import type { RulesStore } from './PricingStore.ts';
import css from './pricingRules.module.css';

const shownAtOnce = 15;

/** What the parts that were quoted last would cost by the rules on the screen. */
export const BackTest = observer(function BackTest({ store }: { store: RulesStore }) {
  const t = useTexts();
  const { answer, error, loading } = store.test;
  const [page, setPage] = useState(0);
  const asked = store.test.state !== 'idle';
  return (
    <>
      <p className={css['quiet']}>{t('pricing.test.intro')}</p>
      <div className={css['run']}>
        <LightButton
          disabled={asked && loading}
          onClick={() => {
            setPage(0);
            store.try();
          }}
        >
          {t('pricing.test.run')}
        </LightButton>
      </div>
      {error !== null && <ErrorNotice subject={t('pricing.test')} error={error} onRetry={() => store.try()} />}
      {answer && (
        <>
          <p role="status">{summaryOf(t, answer)}</p>
          <DataTable
            label={t('pricing.test')}
            columns={columnsOf(t, answer.currency)}
            rows={answer.parts.slice(page * shownAtOnce, (page + 1) * shownAtOnce)}
            rowKey={({ orderFileId }) => orderFileId}
            total={answer.parts.length}
            page={page}
            pageSize={shownAtOnce}
            onPage={setPage}
            empty={<EmptyState title={t('pricing.test.none')} text={t('pricing.test.noneText')} />}
          />
        </>
      )}
    </>
  );
});

type Texts = ReturnType<typeof useTexts>;

function summaryOf(t: Texts, { parts, leftOut }: { parts: readonly PriceChange[]; leftOut: number }): string {
  const sum = (of: (part: PriceChange) => number) => parts.reduce((total, part) => total + of(part) * part.quantity, 0);
  const [before, after] = [sum((part) => part.before), sum((part) => part.after)];
  const said = [
    t('pricing.test.parts', { number: formatNumber(parts.length) }),
    t('pricing.test.up', { number: formatNumber(parts.filter((part) => part.after > part.before).length) }),
    t('pricing.test.down', { number: formatNumber(parts.filter((part) => part.after < part.before).length) }),
    ...(before > 0 ? [t('pricing.test.sum', { change: signed((after - before) / before) })] : []),
    ...(leftOut > 0 ? [t('pricing.test.leftOut', { number: formatNumber(leftOut) })] : []),
  ];
  return said.join(' · ');
}

const signed = (share: number): string => `${share > 0 ? '+' : ''}${formatPercent(share, 1)}`;

function columnsOf(t: Texts, currency: string) {
  const money = (minor: number) => formatMoney(minor, currency, { exact: true });
  return [
    {
      key: 'part',
      rank: 'name' as const,
      title: t('pricing.test.part'),
      render: ({ fileName, orderId }: PriceChange) => (
        <>
          <bdi>{fileName}</bdi>{' '}
          <Link to={`/order-details/${orderId}`}>{t('pricing.test.order', { id: String(orderId) })}</Link>
        </>
      ),
    },
    {
      key: 'quantity',
      rank: 'extra' as const,
      align: 'right' as const,
      title: t('part.quantity'),
      render: ({ quantity }: PriceChange) => formatNumber(quantity),
    },
    {
      key: 'quoted',
      rank: 'detail' as const,
      align: 'right' as const,
      title: t('pricing.test.quoted'),
      render: ({ quoted }: PriceChange) => money(quoted),
    },
    {
      key: 'before',
      align: 'right' as const,
      title: t('pricing.test.before'),
      render: ({ before }: PriceChange) => money(before),
    },
    {
      key: 'after',
      align: 'right' as const,
      title: t('pricing.test.after'),
      render: ({ after }: PriceChange) => money(after),
    },
    {
      key: 'change',
      align: 'right' as const,
      title: t('pricing.test.change'),
      render: ({ before, after, reviewBefore, reviewAfter }: PriceChange) => (
        <>
          {after === before ? '–' : signed((after - before) / Math.max(before, 1))}
          {reviewAfter && !reviewBefore && <StatusPill tone="amber">{t('pricing.test.toReview')}</StatusPill>}
          {reviewBefore && !reviewAfter && <StatusPill tone="green">{t('pricing.test.noReview')}</StatusPill>}
        </>
      ),
    },
  ];
}
