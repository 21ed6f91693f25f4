import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { filePreparation } from '@sinter/sdk/contract/preparation/filePreparation';
import { ErrorNotice, Page, useStore, useTexts } from '@sinter/sdk/ui';
import { PartList } from '../request/PartList.tsx';
import { StoreFrontStore } from './StoreFrontStore.ts';
import { Summary } from './Summary.tsx';
import css from '../request/request.module.css';

const Placed = lazy(() => import('./Placed.tsx'));

const StoreFrontPage = observer(function StoreFrontPage() {
  const t = useTexts();
  const store = useStore((host) => new StoreFrontStore(host, host.get(filePreparation), sessionStorage));
  if (store.placed)
    return (
      <Suspense fallback={null}>
        <Placed store={store} />
      </Suspense>
    );
  const { isEmpty } = store.parts;
  const welcome = store.welcome.answer?.text ?? null;
  return (
    <Page title={t('page.storeFront')} width="normal">
      {isEmpty && welcome !== null && (
        <p className={css['welcome']} dir="auto">
          {welcome}
        </p>
      )}
      <div className={isEmpty ? css['start'] : css['columns']}>
        <div className={css['parts']}>
          {store.partError ? <ErrorNotice subject={t('shop.inventoryPart')} error={store.partError} /> : null}
          <PartList parts={store.parts} />
        </div>
        {isEmpty ? <Steps /> : <Summary store={store} />}
      </div>
    </Page>
  );
});
export default StoreFrontPage;

/** What will happen, for those who have not begun. */
function Steps() {
  const t = useTexts();
  return (
    <ol className={css['steps']}>
      {['upload', 'configure', 'order'].map((step) => (
        <li key={step}>
          <strong>{t(`shop.step.${step}`)}</strong>
          <span>{t(`shop.step.${step}.text`)}</span>
        </li>
      ))}
    </ol>
  );
}
