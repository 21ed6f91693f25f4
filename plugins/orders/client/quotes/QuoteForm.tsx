import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { listMaterials } from '@sinter/sdk/contract/catalog/catalog';
import type { CallResult } from '@sinter/sdk/contract/call';
import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import { formatMoney } from '@sinter/sdk/i18n';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Question } from '@sinter/sdk/state';
import { Loading, toast, useStore, useTexts } from '@sinter/sdk/ui';
import { Form, NumberField, TextareaField } from '@sinter/sdk/ui/form';
import { ProposedDate } from '../dates/ProposedDate.tsx';
import type { OrderDetailsStore } from '../order-details/OrderDetailsStore.ts';
import { Attachments } from './Attachments.tsx';
import { Charges, Options } from './OfferLists.tsx';
import { PriceTable } from './PriceTable.tsx';
import { quoteDraft } from './quoteDraft.ts';
import { quoteSchema, startValues, typedTotal } from './quoteValues.ts';
import { Wished } from './Wished.tsx';
import css from './quotes.module.css';

/** The materials that an alternative can be made of. */
class OwnMaterials {
  readonly #question: Question<void, CallResult<typeof listMaterials>>;

  constructor({ api, log }: Pick<PluginHost, 'api' | 'log'>) {
    this.#question = new Question<void, CallResult<typeof listMaterials>>(
      { log },
      {
        ask: (_, signal) => api.call(listMaterials, { query: {} }, { signal }),
        failed: 'the materials of the facility could not be loaded',
      },
    );
  }

  get all() {
    return this.#question.answer ?? [];
  }

  start(): Dispose {
    return this.#question.start();
  }
}

/** A provider's quote, filled in with what was quoted last, else with what the price engine suggests. */
export const QuoteForm = observer(function QuoteForm({
  store,
  order,
}: {
  store: OrderDetailsStore;
  order: OrderDetail;
}) {
  const t = useTexts();
  const { suggestion, currency } = store;
  const materials = useStore((host) => new OwnMaterials(host)).all;
  const estimate = suggestion === 'failed' ? null : suggestion;
  const [last] = order.quotes;
  const parts = order.rfqFileDTOs;
  const schema = useMemo(() => quoteSchema({ rfqFileDTOs: parts }, currency, t), [parts, currency, t]);
  const quantities = parts.map(({ quantity }) => quantity);
  if (suggestion === null) return <Loading text={t('quote.estimating')} />;
  return (
    <Form
      keep={quoteDraft(order.id)}
      initialValues={startValues(order, last, estimate, currency)}
      schema={schema}
      onSubmit={async (body) => {
        await store.quote(body);
        toast.success(t('done.SUBMIT_QUOTE'));
      }}
    >
      {(form) => (
        <>
          <p className={css['quiet']}>
            {t(last ? 'quote.fromLast' : estimate ? 'quote.suggested' : 'quote.notSuggested')}
          </p>
          {last && <Wished order={order} quote={last} />}
          <PriceTable {...{ parts, currency, materials }} estimates={estimate?.files ?? null} />
          <Charges currency={currency} />
          <ProposedDate orderId={order.id} onUse={(days) => void form.setFieldValue('leadTimeDays', days)} />
          <div className={css['fields']}>
            <NumberField name="leadTimeDays" label={t('quote.leadTime')} required min={1} max={365} precision={0} />
            <NumberField name="validDays" label={t('quote.validDays')} required min={1} max={365} precision={0} />
          </div>
          <Options />
          <TextareaField name="note" label={t('quote.note')} rows={3} maxLength={2000} />
          <TextareaField
            name="internalNote"
            label={t('quote.internalNote')}
            hint={t('quote.internalHint')}
            rows={2}
            maxLength={2000}
          />
          <Attachments controlled={order.exportControlled} />
          <div className={css['send']}>
            <strong>
              {t('quote.total', {
                total: formatMoney(typedTotal(form.values, quantities, currency), currency, { exact: true }),
              })}
            </strong>
            <Button type="primary" htmlType="submit" loading={form.isSubmitting}>
              {t('event.SUBMIT_QUOTE')}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
});
