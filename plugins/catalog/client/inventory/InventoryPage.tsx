import { useEffect, useState } from 'react';
import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { filePreparation } from '@sinter/sdk/api';
import {
  DataTable,
  EmptyState,
  FileDropZone,
  LightButton,
  Page,
  UndoBar,
  toast,
  usePlugin,
  useTexts,
  useStore,
} from '@sinter/sdk/ui';
import { ExportQuestion } from '@sinter/sdk/ui/form';
import { PartDrawer } from '../detail/PartDrawer.tsx';
import { OperationDialog } from '../operations/OperationDialog.tsx';
import { PartUploads } from '../upload/PartUploads.ts';
import { Uploads } from '../upload/Uploads.tsx';
import { BulkBar } from './BulkBar.tsx';
import { BulkResult } from './BulkResult.tsx';
import { tableColumns } from './columns.tsx';
import { FilterBar } from './FilterBar.tsx';
import { InventoryStore, pageSize } from './InventoryStore.ts';

/** The inventory: for those who own parts to keep them, for a facility to look at those it was asked to make. */
export default observer(function InventoryPage() {
  return usePlugin().user.engineer === null ? <Inventory uploads={null} /> : <OwnInventory />;
});

function OwnInventory() {
  const uploads = useStore((host) => new PartUploads(host, host.get(filePreparation), sessionStorage));
  return <Inventory uploads={uploads} />;
}

const Inventory = observer(function Inventory({ uploads }: { uploads: PartUploads | null }) {
  const t = useTexts();
  const store = useStore((host) => new InventoryStore(host));
  useEffect(
    () =>
      reaction(
        () => uploads?.added,
        (part) => {
          if (!part) return;
          const { revision } = part.revision;
          toast.success(t(part.revisionCount > 1 ? 'upload.revised' : 'upload.added', { name: part.name, revision }));
          void store.load();
        },
      ),
    [uploads, store, t],
  );
  const [adding, setAdding] = useState(false);
  const { shown, operation, deleted } = store;
  const nothingYet = store.total === 0 && !store.loading && store.error === null && !store.isFiltered;
  return (
    <Page
      title={t('page.partInventory')}
      actions={
        uploads &&
        !nothingYet && (
          <LightButton kind={adding ? 'default' : 'primary'} aria-expanded={adding} onClick={() => setAdding(!adding)}>
            {t(adding ? 'upload.close' : 'upload.open')}
          </LightButton>
        )
      }
    >
      {uploads && (adding || nothingYet) && <Bring uploads={uploads} />}
      {uploads && <Uploads uploads={uploads} onOpen={store.open} />}
      <FilterBar store={store} />
      <BulkBar store={store} />
      <div>
        <UndoBar
          text={deleted.length > 0 ? t('list.deleted', { count: deleted.length, name: deleted[0]?.name ?? '' }) : null}
          busy={store.undoing}
          onUndo={() => void store.undoDelete()}
          onDismiss={store.forgetDeleted}
        />
        <DataTable
          label={t('list.label')}
          columns={tableColumns(t, store)}
          rows={store.rows}
          rowKey={({ id }) => id}
          total={store.total}
          page={shown.page}
          pageSize={pageSize}
          onPage={store.showPage}
          sort={shown.sort}
          onSort={store.sortBy}
          loading={store.loading}
          error={store.error}
          onRetry={store.retry}
          empty={store.loading ? ' ' : <Empty store={store} />}
        />
      </div>
      {shown.part !== null && (
        <PartDrawer
          key={shown.part}
          partId={shown.part}
          uploads={uploads}
          tags={store.tags}
          onChanged={() => void store.load()}
          onDeleted={store.noteDeleted}
          onOrder={(part) => store.order([part])}
          onClose={store.close}
        />
      )}
      {operation && <OperationDialog runs={operation} onClose={store.closeOperation} />}
      {store.bulk && <BulkResult run={store.bulk} onClose={store.closeBulk} />}
    </Page>
  );
});

/** Files are taken once it is said whether they are export controlled. */
const Bring = observer(function Bring({ uploads }: { uploads: PartUploads }) {
  const t = useTexts();
  const { exportControlled, newParts, files, needConverter, answer, bring } = uploads;
  const mayBring = exportControlled !== null;
  return (
    <>
      <ExportQuestion
        value={exportControlled}
        onAnswer={answer}
        settled={newParts.length > 0 ? t('upload.answered') : undefined}
      />
      <FileDropZone
        extensions={files.extensions}
        needConverter={needConverter}
        disabled={!mayBring}
        title={t(mayBring ? 'upload.drop' : 'upload.answerFirst')}
        {...(mayBring ? { hint: t('upload.drop.hint') } : {})}
        onFiles={bring}
      />
    </>
  );
});

const Empty = observer(function Empty({ store }: { store: InventoryStore }) {
  const t = useTexts();
  if (store.isFiltered) {
    const { archived } = store.shown.filters;
    return (
      <EmptyState
        title={t(archived ? 'list.nothing.archived' : 'list.nothing')}
        text={t('list.nothing.text')}
        actions={<LightButton onClick={store.showAll}>{t('list.nothing.all')}</LightButton>}
      />
    );
  }
  return store.isOwner ? (
    <EmptyState title={t('list.empty')} text={t('list.empty.text')} />
  ) : (
    <EmptyState title={t('list.empty.provider')} text={t('list.empty.provider.text')} />
  );
});
