import { observer } from 'mobx-react-lite';
import { readWhy } from '@sinter/sdk/contract/orders/history';
import { formatDateTime } from '@sinter/sdk/i18n';
import { useStore, useTexts } from '@sinter/sdk/ui';
import { StepsStore } from '../why/StepsStore.ts';
import css from './orderDetails.module.css';

/** Who has put the order on hold, and why. */
export default observer(function Held({ orderId: id }: { orderId: number }) {
  const t = useTexts();
  const { question } = useStore(
    (host) => new StepsStore(host, id, (signal) => host.api.call(readWhy, { params: { id }, query: {} }, { signal })),
  );
  const held = question.answer?.find(({ event }) => event === 'HOLD');
  if (!held) return null;
  const who = [held.who, held.facility ?? ''].filter((name) => name !== '').join(', ');
  return (
    <p role="status" className={css['held']}>
      <strong>{t(who === '' ? 'held.since' : 'held.by', { who, at: formatDateTime(held.at) })}</strong>
      {held.reason !== '' && <span dir="auto">{held.reason}</span>}
    </p>
  );
});
