import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { formatDate } from '@sinter/sdk/i18n';
import { useStore, useTexts } from '@sinter/sdk/ui';
import { OrderDatesStore } from './OrderDatesStore.ts';
import { confidenceText, reasonsText } from './texts.ts';
import css from './dates.module.css';

interface ProposedDateProps {
  orderId: number;
  /** Takes the lead time over into the quote. */
  onUse: (days: number) => void;
}

/** The lead time that the facility's schedule allows now, with why, for whoever quotes. */
export const ProposedDate = observer(function ProposedDate({ orderId, onUse }: ProposedDateProps) {
  const t = useTexts();
  const { dates } = useStore((host) => new OrderDatesStore(host, orderId));
  if (!dates) return null;
  const { earliest, choice } = dates;
  return (
    <div className={css['facts']}>
      {choice && (
        <span className={css['quiet']}>{t('dates.customerWants', { date: formatDate(choice.deliveryOn) })}</span>
      )}
      {earliest ? (
        <>
          <span>
            {t('dates.proposed', { count: Math.max(earliest.days, 1), date: formatDate(earliest.deliveryOn) })}{' '}
            <Button size="small" onClick={() => onUse(Math.max(earliest.days, 1))}>
              {t('dates.use')}
            </Button>
          </span>
          <span className={css['why']}>{t('dates.because', { reasons: reasonsText(t, earliest.reasons) })}</span>
          <span className={css['quiet']}>{confidenceText(t, earliest.confidence)}</span>
        </>
      ) : (
        <span className={css['quiet']}>{t('dates.notProposed')}</span>
      )}
    </div>
  );
});
