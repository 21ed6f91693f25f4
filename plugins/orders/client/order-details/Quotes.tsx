import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import type { OrderDetail, Quote } from '@sinter/sdk/contract/orders/orders';
import { formatDate, formatMoney, formatNumber } from '@sinter/sdk/i18n';
import { Section, StatusPill, useTexts } from '@sinter/sdk/ui';
import type { Tone } from '@sinter/sdk/ui';
import { Price } from '../Price.tsx';
import { WhyPill } from '../why/WhyPill.tsx';
import { offered } from './actions.ts';
import type { OrderDetailsStore } from './OrderDetailsStore.ts';
import css from './orderDetails.module.css';

const tones: Record<Quote['status'], Tone> = {
  SUBMITTED: 'blue',
  ON_HOLD: 'amber',
  ACCEPTED: 'green',
  REJECTED: 'red',
  WITHDRAWN: 'grey',
  EXPIRED: 'grey',
  REVISION_REQUESTED: 'amber',
};

/** The quotes; a buyer accepts one of them, or rejects those that are open. */
export const Quotes = observer(function Quotes({ store, order }: { store: OrderDetailsStore; order: OrderDetail }) {
  const t = useTexts();
  const mayReject = order.allowedEvents.includes('REJECT_QUOTE');
  const open = order.quotes.filter(({ status }) => status === 'SUBMITTED').length;
  const reject = mayReject && open > 1 && (
    <Button danger onClick={() => store.ask({ kind: 'event', event: 'REJECT_QUOTE' })}>
      {t('event.REJECT_ALL')}
    </Button>
  );
  if (order.quotes.length === 0 && store.mayQuote) return null;
  return (
    <Section title={t('quote.title')} actions={reject}>
      {order.quotes.length === 0 ? (
        <p className={css['none']}>{t('quote.none')}</p>
      ) : (
        <ul className={css['quotes']}>
          {order.quotes.map((quote) => (
            <QuoteCard key={quote.id} store={store} order={order} quote={quote} />
          ))}
        </ul>
      )}
    </Section>
  );
});

function QuoteCard({ store, order, quote }: { store: OrderDetailsStore; order: OrderDetail; quote: Quote }) {
  const t = useTexts();
  const { total, lines, status } = quote;
  const nameOf = (orderFileId: number) =>
    order.rfqFileDTOs.find(({ id }) => id === orderFileId)?.originalFileDTO.fileName ?? '';
  const mayAccept = status === 'SUBMITTED' && order.allowedEvents.includes('AWARD');
  return (
    <li>
      <div className={css['quoteHead']}>
        <strong>
          <bdi>{quote.facility.name}</bdi>
        </strong>
        <WhyPill orderId={order.id} quoteId={quote.id}>
          <StatusPill tone={tones[status]}>{t(`quoteStatus.${status}`)}</StatusPill>
        </WhyPill>
        <strong className={css['total']}>
          <Price price={total} />
        </strong>
      </div>
      <p>
        {t('quote.lead', { count: quote.leadTimeDays })} · {t('quote.valid', { date: formatDate(quote.validUntil) })}
      </p>
      <ul className={css['lines']}>
        {lines.map(({ orderFileId, quantity, unitPrice }) => (
          <li key={orderFileId}>
            <span>
              {formatNumber(quantity)} × {nameOf(orderFileId)}
            </span>
            <span>{t('quote.each', { price: formatMoney(unitPrice, total.currency, { exact: true }) })}</span>
          </li>
        ))}
      </ul>
      {quote.note !== '' && <p className={css['note']}>{quote.note}</p>}
      {status === 'SUBMITTED' && (
        <span className={css['answers']}>
          {mayAccept && (
            <Button type="primary" onClick={() => store.ask({ kind: 'award', quote })}>
              {t('event.AWARD')}
            </Button>
          )}
          {offered(order.allowedEvents, 'quote').map((event) => (
            <Button
              key={event}
              danger={event === 'REJECT_QUOTE'}
              onClick={() => store.ask({ kind: 'event', event, quoteId: quote.id })}
            >
              {t(`event.${event}`)}
            </Button>
          ))}
        </span>
      )}
    </li>
  );
}
