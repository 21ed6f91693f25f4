import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import type { Payable, Payment as CardPayment } from '@sinter/sdk/contract/orders/payments';
import type { Money } from '@sinter/sdk/contract/orders/orderFile';
import { supplierText } from '@sinter/sdk/contract/named';
import { formatDateTime, formatMoney } from '@sinter/sdk/i18n';
import { ConfirmDialog, Section, useStore, useTexts } from '@sinter/sdk/ui';
import { PaymentStore } from './PaymentStore.ts';
import css from './payment.module.css';

const shown = ({ amount, currency }: Money) => formatMoney(amount, currency, { exact: true });

/** How the order is paid, and what became of payments; for who may, the ways to pay beside a purchase order. */
export default observer(function Payment({ order, onCancel }: { order: OrderDetail; onCancel: () => void }) {
  const t = useTexts();
  const store = useStore(
    (host) => new PaymentStore(host, order.id, new URLSearchParams(window.location.search).get('payment') === 'done'),
  );
  const { asked, problem } = store;
  const paid = store.payments.answer;
  const waiting = paid?.payments.find(({ state }) => state === 'WAITING');
  const [latest] = paid?.payments ?? [];
  const offers = waiting
    ? []
    : (store.offers.answer ?? []).filter(({ ways }) => ways.some((way) => way !== 'PURCHASE_ORDER'));
  const refunds = paid?.payments.flatMap((each) => each.refunds) ?? [];
  const ended = !waiting && offers.length > 0 && latest?.state === 'ENDED' ? latest.reason : null;
  if (!paid?.way && !waiting && offers.length === 0 && refunds.length === 0) return null;
  return (
    <Section title={t('pay.title')}>
      {waiting && <Waiting store={store} order={order} payment={waiting} onCancel={onCancel} />}
      {paid?.way === 'PURCHASE_ORDER' && <p>{t('pay.by.PURCHASE_ORDER', { number: paid.poNumber ?? '' })}</p>}
      {paid?.way === 'ON_ACCOUNT' && <p>{t('pay.by.ON_ACCOUNT')}</p>}
      {paid?.way === 'CARD' && latest?.paidOn && (
        <p role="status">{t('pay.by.CARD', { total: shown(latest.amount), date: formatDateTime(latest.paidOn) })}</p>
      )}
      {ended && <p role="status">{t(`pay.ended.${ended}`)}</p>}
      {refunds.map((refund) => (
        <p key={refund.id} role={refund.state === 'FAILED' ? 'alert' : 'status'}>
          {t(`pay.refund.${refund.state}`, { total: shown(refund.amount), date: formatDateTime(refund.at) })}{' '}
          {refund.state === 'FAILED' && store.mayRetry && (
            <Button size="small" loading={store.busy} onClick={() => store.retryRefund(refund.id)}>
              {t('pay.refund.retry')}
            </Button>
          )}
        </p>
      ))}
      {offers.length > 0 && (
        <ul className={css['offers']}>
          {offers.map((offer) => (
            <Offer key={`${offer.instant} ${offer.quoteId}`} store={store} offer={offer} />
          ))}
        </ul>
      )}
      {problem !== null && (
        <p role="alert" className={css['problem']}>
          {problem}
        </p>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={t('pay.account.ask', {
          facility: asked ? supplierText(t, asked.facility) : '',
          total: asked ? shown(asked.payable) : '',
        })}
        yes={t('pay.account')}
        onAnswer={(yes) => void store.answer(yes)}
      >
        {t('pay.account.text')}
      </ConfirmDialog>
    </Section>
  );
});

/** Who pays, until when, and how it goes on. */
const Waiting = observer(function Waiting({
  store,
  order,
  payment: { amount, payer, expiresOn, url },
  onCancel,
}: {
  store: PaymentStore;
  order: OrderDetail;
  payment: CardPayment;
  onCancel: () => void;
}) {
  const t = useTexts();
  const values = { total: shown(amount), who: payer ?? '', date: formatDateTime(expiresOn) };
  return (
    <>
      <p>{t(store.isProvider ? 'pay.waiting.provider' : 'pay.waiting', values)}</p>
      {store.isConfirming && <p role="status">{t('pay.confirming')}</p>}
      {store.mayPay && (
        <span className={css['buttons']}>
          <Button type="primary" loading={store.busy} onClick={() => void store.payNow(url)}>
            {t('pay.now')}
          </Button>
          {order.allowedEvents.includes('CANCEL_PAYMENT') && (
            <Button danger onClick={onCancel}>
              {t('event.CANCEL_PAYMENT')}
            </Button>
          )}
        </span>
      )}
    </>
  );
});

const Offer = observer(function Offer({ store, offer }: { store: PaymentStore; offer: Payable }) {
  const t = useTexts();
  const { facility, payable, leadTimeDays, instant, ways } = offer;
  return (
    <li>
      <span>
        <strong>
          <bdi>{supplierText(t, facility)}</bdi>
        </strong>{' '}
        {shown(payable)} · {t('quote.lead', { count: leadTimeDays })}
        {instant && <span className={css['hint']}>{t('pay.instant')}</span>}
      </span>
      <span className={css['buttons']}>
        {ways.includes('CARD') && (
          <Button type="primary" loading={store.busy} onClick={() => store.pay(offer)}>
            {t('pay.card')}
          </Button>
        )}
        {ways.includes('ON_ACCOUNT') && <Button onClick={() => store.ask(offer)}>{t('pay.account')}</Button>}
      </span>
    </li>
  );
});
