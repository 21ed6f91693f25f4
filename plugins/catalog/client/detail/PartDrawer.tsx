import { lazy, Suspense, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { partActions } from '@sinter/sdk/contract/catalog/partActions';
import { partDrawer } from '@sinter/sdk/contract/catalog/partDrawer';
import {
  ConfirmDialog,
  ErrorNotice,
  LightButton,
  Loading,
  Slot,
  StatusPill,
  useOpens,
  usePlugin,
  useTexts,
  UndoBar,
  useStore,
} from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { OperationDialog } from '../operations/OperationDialog.tsx';
import type { PartUploads } from '../upload/PartUploads.ts';
import { NameForm } from './NameForm.tsx';
import { PartOrders } from './PartOrders.tsx';
import { PartStore, type PartDetail } from './PartStore.ts';
import { PartView } from './PartView.tsx';
import { Revisions } from './Revisions.tsx';
import { Tags } from './Tags.tsx';
import css from './detail.module.css';

const FacilityTags = lazy(() => import('./FacilityTags.tsx'));

interface PartDrawerProps {
  partId: number;
  /** `null`: the parts are not the viewer's own. */
  uploads: PartUploads | null;
  tags: readonly string[];
  onChanged: () => void;
  onDeleted: (part: PartDetail) => void;
  onOrder: (part: PartDetail) => void;
  onClose: () => void;
}

/** Everything about one part. */
export const PartDrawer = observer(function PartDrawer(props: PartDrawerProps) {
  const { partId, uploads, tags, onChanged, onDeleted, onOrder, onClose } = props;
  const t = useTexts();
  const store = useStore((host) => new PartStore(host, partId, uploads, onChanged));
  const isProvider = usePlugin().user.engineer === null;
  const [unsaved, setUnsaved] = useState(false);
  const { part, revision, operation, undoTags } = store;
  const title = part?.name ?? t('part.title');
  return (
    <SideDrawer title={title} size={760} unsaved={unsaved} onClose={onClose}>
      {!part || !revision ? (
        store.question.error !== null ? (
          <ErrorNotice subject={title} error={store.question.error} onRetry={store.question.retry} />
        ) : (
          <Loading />
        )
      ) : (
        <div className={css['part']}>
          <Marks part={part} />
          {isProvider && (
            <Suspense fallback={null}>
              <FacilityTags part={part} onChange={store.question.refresh} />
            </Suspense>
          )}
          {store.problem !== null && (
            <p role="alert" className={css['problem']}>
              {store.problem}
            </p>
          )}
          <PartView part={part} revision={revision} />
          <Slot name={partActions} props={{ part: { id: part.id, name: part.name } }} whileLoading={null} />
          {part.may.change && <Actions {...{ store, part, onDeleted, onOrder, onClose }} />}
          {part.may.change && <NameForm store={store} part={part} onChange={setUnsaved} />}
          {part.may.change && (
            <>
              <Tags store={store} part={part} known={tags} />
              <UndoBar
                text={undoTags.done && t('part.tags.changed')}
                busy={undoTags.busy}
                onUndo={() => void undoTags.run()}
                onDismiss={undoTags.dismiss}
              />
            </>
          )}
          <Revisions store={store} part={part} uploads={part.may.change ? uploads : null} />
          <PartOrders part={part} />
          <Slot name={partDrawer} props={{ part: { id: part.id, name: part.name } }} />
        </div>
      )}
      {operation && <OperationDialog runs={operation} onClose={store.closeOperation} />}
    </SideDrawer>
  );
});

function Marks({ part }: { part: PartDetail }) {
  const t = useTexts();
  if (!part.archived && !part.exportControlled) return null;
  return (
    <div className={css['marks']}>
      {part.archived && <StatusPill tone="grey">{t('part.archived')}</StatusPill>}
      {part.exportControlled && <StatusPill tone="red">{t('part.controlled')}</StatusPill>}
    </div>
  );
}

interface ActionsProps extends Pick<PartDrawerProps, 'onDeleted' | 'onOrder' | 'onClose'> {
  store: PartStore;
  part: PartDetail;
}

const Actions = observer(function Actions({ store, part, onDeleted, onOrder, onClose }: ActionsProps) {
  const t = useTexts();
  const opens = useOpens();
  const [asking, setAsking] = useState(false);
  const answer = async (yes: boolean) => {
    setAsking(false);
    if (!yes) return;
    if (!(await store.delete())) return;
    onDeleted(part);
    onClose();
  };
  return (
    <div className={css['actions']} role="group" aria-label={t('part.actions')}>
      {part.may.order && opens('/store-front') && (
        <LightButton kind="primary" onClick={() => onOrder(part)}>
          {t('part.order')}
        </LightButton>
      )}
      <LightButton onClick={store.runOperation}>{t('part.operation')}</LightButton>
      <LightButton disabled={store.busy} onClick={() => void store.archive(!part.archived)}>
        {t(part.archived ? 'part.restore' : 'part.archive')}
      </LightButton>
      {part.may.delete && (
        <LightButton kind="danger" disabled={store.busy} onClick={() => setAsking(true)}>
          {t('part.delete')}
        </LightButton>
      )}
      <ConfirmDialog
        open={asking}
        danger
        title={t('part.delete.ask', { name: part.name })}
        yes={t('part.delete')}
        no={t('common.cancel')}
        onAnswer={(yes) => void answer(yes)}
      >
        {t('part.delete.text')}
      </ConfirmDialog>
    </div>
  );
});
