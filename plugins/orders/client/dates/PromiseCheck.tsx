import { observer } from 'mobx-react-lite';
import { formatDate } from '@sinter/sdk/i18n';
import { useStore, useTexts } from '@sinter/sdk/ui';
import { OrderDatesStore } from './OrderDatesStore.ts';
import { confidenceText, reasonsText } from './texts.ts';
import css from './dates.module.css';

/** Before a quote or an award is accepted: can its date still be kept? */
export default observer(function PromiseCheck({ orderId, quoteId }: { orderId: number; quoteId?: number }) {
  const t = useTexts();
  const { dates } = useStore((host) => new OrderDatesStore(host, orderId, quoteId));
  if (!dates?.promise) return null;
  const { promise, earliest, kept } = dates;
  const promised = { date: formatDate(promise.deliveryOn) };
  if (kept !== false || !earliest) return <span className={css['quiet']}>{t('dates.promise', promised)}</span>;
  return (
    <span role="alert" className={css['warn']}>
      <strong>{t('dates.broken', promised)}</strong>
      <span>{t('dates.broken.now', { date: formatDate(earliest.deliveryOn) })}</span>
      <span className={css['why']}>{t('dates.because', { reasons: reasonsText(t, earliest.reasons) })}</span>
      <span className={css['quiet']}>{confidenceText(t, earliest.confidence)}</span>
      <span>{t(quoteId === undefined ? 'dates.broken.provider' : 'dates.broken.buyer')}</span>
    </span>
  );
});
