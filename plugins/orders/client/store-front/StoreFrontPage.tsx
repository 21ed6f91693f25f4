import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { filePreparation } from '@sinter/sdk/contract/preparation/filePreparation';
import { EmptyState, ErrorNotice, FileDropZone, Link, Page, usePlugin, useStore, useTexts } from '@sinter/sdk/ui';
import { ExportQuestion } from '@sinter/sdk/ui/form';
import { PartCard } from './PartCard.tsx';
import { StoreFrontStore } from './StoreFrontStore.ts';
import { Summary } from './Summary.tsx';
import css from './storeFront.module.css';

const StoreFrontPage = observer(function StoreFrontPage() {
  const t = useTexts();
  const { extensions } = usePlugin().get(filePreparation);
  const store = useStore((host) => new StoreFrontStore(host, host.get(filePreparation), sessionStorage));
  if (store.placed) return <Placed store={store} />;
  const isEmpty = store.shown.length === 0;
  const empty = { title: t('shop.drop'), hint: t('shop.dropHint') };
  const open = isEmpty ? empty : { title: t('shop.dropMore') };
  const invitation = store.takesFiles ? open : { title: t('shop.answerFirst') };
  return (
    <Page title={t('page.storeFront')} width="normal">
      <div className={isEmpty ? css['start'] : css['columns']}>
        <div className={css['parts']}>
          {store.removed && (
            <div className={css['undo']} role="status">
              <span>{t('shop.removed', { fileName: store.removed.file.preparation.fileName })}</span>
              <Button size="small" onClick={store.undoRemove}>
                {t('shop.undo')}
              </Button>
              <button type="button" aria-label={t('shop.dismiss')} onClick={store.dropRemoved}>
                ×
              </button>
            </div>
          )}
          {store.offerError ? (
            <ErrorNotice subject={t('shop.offer')} error={store.offerError} onRetry={store.retryOffer} />
          ) : null}
          {store.partError ? <ErrorNotice subject={t('shop.inventoryPart')} error={store.partError} /> : null}
          {!isEmpty && (
            <ul className={css['cards']} aria-label={t('shop.parts')}>
              {store.shown.map((line) => (
                <PartCard key={line.id} store={store} line={line} />
              ))}
            </ul>
          )}
          <ExportQuestion
            value={store.details.exportControlled}
            onAnswer={(exportControlled) => store.change({ exportControlled })}
            missing={store.tried && store.details.exportControlled === null}
          />
          <FileDropZone
            extensions={extensions}
            needConverter={store.needConverter}
            disabled={!store.takesFiles}
            {...invitation}
            onFiles={store.add}
          />
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

const Placed = observer(function Placed({ store }: { store: StoreFrontStore }) {
  const t = useTexts();
  const { placed } = store;
  if (!placed) return null;
  const unmatched = placed.requestStatus === 'UNMATCHED';
  return (
    <Page title={t('page.storeFront')} width="normal">
      <EmptyState
        title={t('placed.title', { id: placed.id })}
        text={t(unmatched ? 'placed.unmatched' : 'placed.text', { title: placed.displayTitle })}
        actions={
          <div className={css['next']}>
            <Link to={`/order-details/${placed.id}`} className={css['primaryLink']}>
              {t('placed.open', { id: placed.id })}
            </Link>
            <Button onClick={store.begin}>{t('placed.again')}</Button>
          </div>
        }
      />
    </Page>
  );
});
