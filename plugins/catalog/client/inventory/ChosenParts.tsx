import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { ConfirmDialog, LightButton, useOpens, useTexts } from '@sinter/sdk/ui';
import { BulkBar, BulkTags } from '@sinter/sdk/ui/lists';
import type { InventoryStore } from './InventoryStore.ts';

/** What can be done with the chosen parts. */
export const ChosenParts = observer(function ChosenParts({ store }: { store: InventoryStore }) {
  const t = useTexts();
  const opens = useOpens();
  const [asking, setAsking] = useState(false);
  const { selection, filters } = store.list;
  const answer = (yes: boolean) => {
    setAsking(false);
    if (yes) store.deleteChosen();
  };
  const may = (what: 'change' | 'order') => selection.chosen.some((part) => part.may[what]);
  return (
    <>
      <BulkBar selection={selection}>
        {may('order') && opens('/store-front') && (
          <LightButton size="small" kind="primary" onClick={store.orderChosen}>
            {t('part.order')}
          </LightButton>
        )}
        {may('change') && (
          <>
            <LightButton size="small" onClick={store.runOnChosen}>
              {t('part.operation')}
            </LightButton>
            <BulkTags
              own={[...new Set(selection.chosen.flatMap(({ tags }) => tags))].toSorted()}
              known={store.tags}
              onAdd={(tags) => store.tagChosen('tag', tags)}
              onRemove={(tag) => store.tagChosen('untag', [tag])}
            />
            <LightButton size="small" onClick={() => store.archiveChosen(!filters.archived)}>
              {t(filters.archived ? 'part.restore' : 'part.archive')}
            </LightButton>
            <LightButton size="small" kind="danger" onClick={() => setAsking(true)}>
              {t('part.delete')}
            </LightButton>
          </>
        )}
      </BulkBar>
      <ConfirmDialog
        open={asking}
        danger
        title={t('list.delete.ask', { count: selection.count })}
        yes={t('part.delete')}
        no={t('common.cancel')}
        onAnswer={answer}
      >
        {t('list.delete.text')}
      </ConfirmDialog>
    </>
  );
});
