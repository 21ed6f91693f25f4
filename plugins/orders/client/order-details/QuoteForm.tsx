import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import { formatMoney, formatNumber } from '@sinter/sdk/i18n';
import { Loading, toast, useTexts } from '@sinter/sdk/ui';
import { Form, NumberField, TextareaField } from '@sinter/sdk/ui/form';
import { quoteDraft } from './quoteDraft.ts';
import { decimalsOf, fromMinor, toMinor } from '../../shared/money.ts';
import type { OrderDetailsStore } from './OrderDetailsStore.ts';
import css from './orderDetails.module.css';

interface Values {
  prices: (number | null)[];
  leadTimeDays: number | null;
  validDays: number | null;
  note: string;
}

const schemaOf = (t: ReturnType<typeof useTexts>) => {
  const days = z
    .number({ error: t('quote.daysNeeded') })
    .int(t('quote.daysNeeded'))
    .min(1, t('quote.daysNeeded'))
    .max(365, t('quote.daysNeeded'));
  return z.object({
    prices: z.array(z.number({ error: t('quote.priceNeeded') }).min(0, t('quote.priceNeeded'))),
    leadTimeDays: days,
    validDays: days,
    note: z.string().max(2000),
  });
};

/** A provider's quote, filled in with what the price engine suggests. */
export const QuoteForm = observer(function QuoteForm({
  store,
  order,
}: {
  store: OrderDetailsStore;
  order: OrderDetail;
}) {
  const t = useTexts();
  const { suggestion } = store;
  if (suggestion === null) return <Loading text={t('quote.estimating')} />;
  const estimate = suggestion === 'failed' ? null : suggestion;
  const { currency } = store;
  const parts = order.rfqFileDTOs;
  const initialValues: Values = {
    prices: parts.map((_, index) => {
      const file = estimate?.files[index];
      return file ? fromMinor(file.unitPrice, currency) : null;
    }),
    leadTimeDays: estimate?.leadTimeDays ?? null,
    validDays: 30,
    note: '',
  };
  const totalOf = ({ prices }: Values) =>
    parts.reduce((sum, { quantity }, index) => sum + toMinor(prices[index] ?? 0, currency) * quantity, 0);
  return (
    <Form
      keep={quoteDraft(order.id)}
      initialValues={initialValues}
      schema={schemaOf(t)}
      onSubmit={async ({ prices, leadTimeDays, validDays, note }) => {
        const unitPrices = new Map(parts.map(({ id }, index) => [id, toMinor(prices[index] ?? 0, currency)]));
        await store.quote({ unitPrices, leadTimeDays, validDays, note });
        toast.success(t('done.SUBMIT_QUOTE'));
      }}
    >
      {(form) => (
        <>
          <p className={css['none']}>{t(estimate ? 'quote.suggested' : 'quote.notSuggested')}</p>
          <div className={css['fields']}>
            {parts.map(({ id, originalFileDTO, quantity }, index) => (
              <NumberField
                key={id}
                name={`prices.${index}`}
                label={t('quote.price', { quantity: formatNumber(quantity), fileName: originalFileDTO.fileName })}
                required
                min={0}
                precision={decimalsOf(currency)}
                suffix={currency}
                hint={(estimate?.files[index]?.manualReview ?? []).map((reason) => t(`review.${reason}`)).join(' ')}
              />
            ))}
            <NumberField name="leadTimeDays" label={t('quote.leadTime')} required min={1} max={365} precision={0} />
            <NumberField name="validDays" label={t('quote.validDays')} required min={1} max={365} precision={0} />
          </div>
          <TextareaField name="note" label={t('quote.note')} rows={3} maxLength={2000} />
          <div className={css['send']}>
            <strong>{t('quote.total', { total: formatMoney(totalOf(form.values), currency, { exact: true }) })}</strong>
            <Button type="primary" htmlType="submit" loading={form.isSubmitting}>
              {t('event.SUBMIT_QUOTE')}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
});
