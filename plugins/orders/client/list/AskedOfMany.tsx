import { useState } from 'react';
import { ConfirmDialog, useTexts } from '@sinter/sdk/ui';
import { AskedText } from '../AskedText.tsx';
import { reasonOf } from '../order-details/actions.ts';
import type { BulkEvent, OrderListStore } from './OrderListStore.ts';
import css from './orderList.module.css';

interface AskedOfManyProps {
  event: BulkEvent;
  reason: string;
  store: OrderListStore;
}

/** Asks before something is done with many orders, and why. */
export default function AskedOfMany({ event, reason, store }: AskedOfManyProps) {
  const t = useTexts();
  const [tried, setTried] = useState(false);
  const needsReason = reasonOf(event) === 'required';
  const missing = needsReason && reason.trim() === '';
  const answer = (yes: boolean) => {
    if (yes && missing) return setTried(true);
    store.dismiss();
    if (yes) store.changeChosen(event, reason.trim());
  };
  return (
    <ConfirmDialog open title={t(`bulk.${event}`)} yes={t(`event.${event}`)} no={t('ask.cancel')} onAnswer={answer}>
      <span className={css['ask']}>
        {t(`bulk.${event}.text`)}
        {needsReason && (
          <AskedText
            label={t('ask.reason.required')}
            value={reason}
            maxLength={1000}
            needed={t('ask.reasonNeeded')}
            tried={tried}
            rows={3}
            onChange={store.write}
          />
        )}
      </span>
    </ConfirmDialog>
  );
}
