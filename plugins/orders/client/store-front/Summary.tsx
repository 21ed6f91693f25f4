import { useId } from 'react';
import { Button, Input } from 'antd';
import { observer } from 'mobx-react-lite';

import { primaryUseCaseSchema } from '@sinter/sdk/contract/orders/request';
import { formatMoney, formatNumber } from '@sinter/sdk/i18n';
import { ErrorNotice, messageOf, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { DateInput, today } from '@sinter/sdk/ui/dates';
import { Required } from './Required.tsx';
import type { StoreFrontStore } from './StoreFrontStore.ts';
import css from './storeFront.module.css';

/** What the order costs as it stands, what else it needs, and the button that places it. */
export const Summary = observer(function Summary({ store }: { store: StoreFrontStore }) {
  const t = useTexts();
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    void store.submit();
  };
  return (
    <form className={css['summary']} onSubmit={submit} noValidate aria-label={t('summary.title')}>
      <h2>{t('summary.title')}</h2>
      <Total store={store} />
      <Details store={store} />
      <Problems store={store} />
      {store.sendError ? (
        <p role="alert" className={css['failed']}>
          {messageOf(store.sendError)}
        </p>
      ) : null}
      <Button type="primary" size="large" htmlType="submit" block loading={store.sending}>
        {t('summary.submit')}
      </Button>
      <p className={css['quiet']}>{t('summary.note')}</p>
    </form>
  );
});

const Total = observer(function Total({ store: { estimates, shown } }: { store: StoreFrontStore }) {
  const t = useTexts();
  const { total, error, loading } = estimates;
  if (error) return <ErrorNotice subject={t('summary.price')} error={error} onRetry={() => estimates.retry()} />;
  const pieces = shown.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
  const unpriced = shown.filter(({ configured, estimate }) => !configured || !estimate).length;
  const review = shown.some(({ estimate }) => estimate !== null && estimate.manualReview.length > 0);
  return (
    <div className={css['totals']} aria-live="polite" aria-busy={loading}>
      <p>
        <span>{t('summary.parts', { count: shown.length })}</span>
        <span>{t('summary.pieces', { count: pieces, pieces: formatNumber(pieces) })}</span>
      </p>
      <p className={loading ? `${css['total']} ${css['stale']}` : css['total']}>
        <span>{t('summary.total')}</span>
        <strong>
          {total
            ? total.totals.map((each) => formatMoney(each.amount, each.currency, { exact: true })).join(' + ')
            : '–'}
        </strong>
      </p>
      {total?.totals.map((each) => (
        <InOtherCurrency key={each.currency} {...each} />
      ))}
      {total && (
        <p>
          <span>{t('summary.lead')}</span>
          <span>{t('summary.days', { count: total.leadTimeDays })}</span>
        </p>
      )}
      {total && unpriced > 0 && <p className={css['quiet']}>{t('summary.unpriced', { count: unpriced })}</p>}
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

const Details = observer(function Details({ store }: { store: StoreFrontStore }) {
  const t = useTexts();
  const id = useId();
  const { details, tried } = store;
  const lacksTitle = tried && details.title.trim() === '';
  return (
    <div className={css['details']}>
      <label htmlFor={`${id}-title`}>
        <Required text={t('details.orderTitle')} />
        <Input
          id={`${id}-title`}
          value={details.title}
          maxLength={200}
          placeholder={t('details.orderTitleHint')}
          aria-required
          aria-invalid={lacksTitle}
          status={lacksTitle ? 'error' : ''}
          onChange={(event) => store.change({ title: event.target.value })}
        />
      </label>
      <label htmlFor={`${id}-date`}>
        {t('details.wantedDate')}
        <DateInput
          id={`${id}-date`}
          label={t('details.wantedDate')}
          value={details.wantedDate?.slice(0, 10) ?? null}
          min={today()}
          onChange={(date) =>
            // Noon, so that it is the same day for everybody between New Zealand and Hawaii.
            store.change({ wantedDate: date && `${date}T12:00:00.000Z` })
          }
        />
      </label>
      <label htmlFor={`${id}-case`}>
        {t('details.useCase')}
        <Select
          id={`${id}-case`}
          allowClear
          value={details.useCase}
          showSearch={{ optionFilterProp: 'label' }}
          options={primaryUseCaseSchema.options.map((value) => ({ value, label: t(`useCase.${value}`) }))}
          onChange={(next) => store.change({ useCase: next ?? null })}
        />
      </label>
      <label htmlFor={`${id}-notes`}>
        {t('details.notes')}
        <Input.TextArea
          id={`${id}-notes`}
          value={details.notes}
          rows={3}
          maxLength={5000}
          onChange={(event) => store.change({ notes: event.target.value })}
        />
      </label>
    </div>
  );
});

const Problems = observer(function Problems({ store: { tried, problems } }: { store: StoreFrontStore }) {
  const t = useTexts();
  if (!tried || problems.length === 0) return null;
  return (
    <ul role="alert" className={css['problems']}>
      {problems.map((problem) => (
        <li key={problem}>{t(`problem.${problem}`)}</li>
      ))}
    </ul>
  );
});
