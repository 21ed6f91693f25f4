import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { ConfirmDialog, LightButton, useTexts } from '@sinter/sdk/ui';
import type { InventoryStore } from './InventoryStore.ts';
import css from './inventory.module.css';

/** What can be done with the chosen parts. */
export const BulkBar = observer(function BulkBar({ store }: { store: InventoryStore }) {
  const t = useTexts();
  const [asking, setAsking] = useState(false);
  const { chosen } = store;
  const count = chosen.length;
  const answer = (yes: boolean) => {
    setAsking(false);
    if (yes) store.deleteChosen();
  };
  const may = (what: 'change' | 'order') => chosen.some((part) => part.may[what]);
  return (
    <>
      {count > 0 && (
        <div className={css['bulk']} role="group" aria-label={t('list.bulk')}>
          <span>{t('list.chosen', { count })}</span>
          {may('order') && (
            <LightButton size="small" kind="primary" onClick={store.orderChosen}>
              {t('part.order')}
            </LightButton>
          )}
          {may('change') && (
            <>
              <LightButton size="small" onClick={store.runOnChosen}>
                {t('part.operation')}
              </LightButton>
              <LightButton size="small" onClick={() => store.archiveChosen(!store.shown.filters.archived)}>
                {t(store.shown.filters.archived ? 'part.restore' : 'part.archive')}
              </LightButton>
              <LightButton size="small" kind="danger" onClick={() => setAsking(true)}>
                {t('part.delete')}
              </LightButton>
            </>
          )}
          <LightButton size="small" onClick={store.clearSelection}>
            {t('list.choose.none')}
          </LightButton>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        danger
        title={t('list.delete.ask', { count })}
        yes={t('part.delete')}
        no={t('common.cancel')}
        onAnswer={answer}
      >
        {t('list.delete.text')}
      </ConfirmDialog>
    </>
  );
});
