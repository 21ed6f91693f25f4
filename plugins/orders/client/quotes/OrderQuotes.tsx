import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import { formatDate, formatMoney } from '@sinter/sdk/i18n';
import { Section, useTexts } from '@sinter/sdk/ui';
import type { OrderDetailsStore } from '../order-details/OrderDetailsStore.ts';
import { Approvals } from './Approvals.tsx';
import { Comparison } from './Comparison.tsx';
import { QuoteForm } from './QuoteForm.tsx';
import css from './quotes.module.css';

/** The quotes of an order: for the buyer side by side, for a facility its own, and the one that it is about to send. */
export const OrderQuotes = observer(function OrderQuotes({
  store,
  order,
}: {
  store: OrderDetailsStore;
  order: OrderDetail;
}) {
  const t = useTexts();
  const { quotes, allowedEvents } = order;
  const open = quotes.filter(({ status }) => ['SUBMITTED', 'ON_HOLD', 'ACCEPTED'].includes(status));
  const closed = quotes.filter((quote) => !open.includes(quote));
  const rejectable =
    allowedEvents.includes('REJECT_QUOTE') && open.filter((each) => each.status === 'SUBMITTED').length > 1;
  return (
    <>
      {store.mayQuote && (
        <Section title={t('quote.new')}>
          <QuoteForm store={store} order={order} />
        </Section>
      )}
      {store.quoteWaits && (
        <p role="status" className={css['quiet']}>
          {t('quote.waits')}
        </p>
      )}
      {!(store.mayQuote && open.length === 0) && (
        <Section
          title={t('quote.title')}
          actions={
            rejectable && (
              <Button danger onClick={() => store.ask({ kind: 'event', event: 'REJECT_QUOTE' })}>
                {t('event.REJECT_ALL')}
              </Button>
            )
          }
        >
          <Estimated order={order} />
          {open.length === 0 ? (
            <p className={css['quiet']}>{t('quote.none')}</p>
          ) : (
            <Comparison store={store} order={order} quotes={open} />
          )}
        </Section>
      )}
      <Approvals order={order} />
      {closed.length > 0 && (
        <Section title={t('quote.earlier')}>
          <Comparison store={store} order={order} quotes={closed} />
        </Section>
      )}
    </>
  );
});

/** What the buyer saw when ordering. */
function Estimated({ order: { estimate } }: { order: OrderDetail }) {
  const t = useTexts();
  if (!estimate) return null;
  const total = estimate.totals
    .map(({ amount, currency }) => formatMoney(amount, currency, { exact: true }))
    .join(' + ');
  return (
    <p className={css['quiet']}>
      {t('quote.estimate', {
        date: formatDate(estimate.at),
        total,
        days: t('quote.lead', { count: estimate.leadTimeDays }),
      })}
    </p>
  );
}
