import { lazy, Suspense } from 'react';
import { EmptyState, LightButton, Loading, useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import type { SelectPartsStore } from './SelectPartsStore.ts';
import css from './selectParts.module.css';

/** Nothing is chosen at the start. */
const SelectedTable = lazy(() => import('./SelectedTable.tsx'));

export const SelectedParts = observer(function SelectedParts({ store }: { store: SelectPartsStore }) {
  const t = useTexts();
  const { selected } = store;
  return (
    <>
      {selected.length === 0 ? (
        <EmptyState title={t('selected.none')} text={t('selected.noneText')} />
      ) : (
        <Suspense fallback={<Loading />}>
          <SelectedTable store={store} />
        </Suspense>
      )}
      <p className={css['hint']}>{t('tray.hint')}</p>
      <ol className={css['steps']}>
        <li>{t('tray.step.clear')}</li>
        <li>{t('tray.step.send', { count: selected.length })}</li>
      </ol>
      <div className={css['buttons']}>
        <LightButton
          kind="primary"
          disabled={selected.length === 0}
          loading={store.busy === 'sending'}
          onClick={() => void store.send()}
        >
          {t('tray.send')}
        </LightButton>
        <LightButton loading={store.busy === 'clearing'} onClick={() => void store.clear()}>
          {t('tray.clear')}
        </LightButton>
      </div>
    </>
  );
});
