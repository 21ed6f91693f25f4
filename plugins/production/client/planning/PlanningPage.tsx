import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { LightButton, Page, useStore, useTexts } from '@sinter/sdk/ui';
import { Builds } from './Builds.tsx';
import { PlanningStore } from './PlanningStore.ts';
import { Pool } from './Pool.tsx';
import css from './planning.module.css';

const Beside = lazy(() => import('./Beside.tsx'));

/** Turns parts that are still to schedule into builds, and those into jobs. */
export default observer(function PlanningPage() {
  const t = useTexts();
  const store = useStore((host) => new PlanningStore(host));
  const undo = store.builds.answer?.undo ?? null;
  return (
    <Page
      title={t('page.planning')}
      actions={
        <>
          {undo && (
            <LightButton loading={store.acting.busy} onClick={() => void store.undo()}>
              {t('plan.undo', { what: t(`plan.change.${undo.what}`, { name: undo.name }) })}
            </LightButton>
          )}
          <LightButton onClick={() => store.show({ what: 'proposals' })}>{t('plan.proposals')}</LightButton>
        </>
      }
    >
      <div className={css['screen']} ref={(element) => (element ? undoByKey(element, store) : undefined)}>
        <Pool store={store} />
        <Builds store={store} />
      </div>
      {store.beside && (
        <Suspense>
          <Beside store={store} beside={store.beside} />
        </Suspense>
      )}
    </Page>
  );
});

function undoByKey(element: HTMLElement, store: PlanningStore): () => void {
  const press = (event: KeyboardEvent) => {
    const typing = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (typing || event.shiftKey || event.key !== 'z' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void store.undo();
  };
  element.addEventListener('keydown', press);
  return () => element.removeEventListener('keydown', press);
}
