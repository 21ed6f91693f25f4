import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { ConfirmDialog, LightButton, useTexts } from '@sinter/sdk/ui';
import { BulkBar, BulkChoice, BulkReport, ColorLabel } from '@sinter/sdk/ui/lists';
import { AskedText } from '../AskedText.tsx';
import { actions } from '../order-details/actions.ts';
import type { BulkEvent, OrderListStore } from './OrderListStore.ts';
import css from './orderList.module.css';

/** What can be done with the chosen orders; asked about first, and told of each afterwards. */
export const ChosenOrders = observer(function ChosenOrders({ store }: { store: OrderListStore }) {
  const t = useTexts();
  const [asked, setAsked] = useState<BulkEvent | null>(null);
  const { list, possible, labels } = store;
  return (
    <>
      <BulkBar selection={list.selection}>
        {possible.map((event) => (
          <LightButton key={event} size="small" onClick={() => setAsked(event)}>
            {t(`event.${event}`)}
          </LightButton>
        ))}
        {labels.mayGive && (
          <BulkChoice
            label={t('priority.give')}
            options={[...labels.all, null].map((label) => ({
              key: String(label?.id ?? 'none'),
              value: label?.id ?? null,
              text: label ? <ColorLabel {...label} /> : t('priority.none'),
            }))}
            onChoose={store.labelChosen}
          />
        )}
      </BulkBar>
      {asked && <Ask event={asked} store={store} onClose={() => setAsked(null)} />}
      {list.bulk && (
        <BulkReport
          bulk={list.bulk}
          title={t(`bulk.${list.bulk.kind}`)}
          nameOf={({ id, displayTitle }) => `#${id} ${displayTitle}`}
          doneText={t(`bulk.${list.bulk.kind}.done`)}
          onClose={list.closeBulk}
        />
      )}
    </>
  );
});

function Ask({ event, store, onClose }: { event: BulkEvent; store: OrderListStore; onClose: () => void }) {
  const t = useTexts();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const needsReason = actions[event].reason === 'required';
  const missing = needsReason && reason.trim() === '';
  const answer = (yes: boolean) => {
    if (yes && missing) return setTried(true);
    onClose();
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
            onChange={setReason}
          />
        )}
      </span>
    </ConfirmDialog>
  );
}
