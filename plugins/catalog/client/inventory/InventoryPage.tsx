import { useEffect, useState } from 'react';
import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { filePreparation } from '@sinter/sdk/contract/preparation/filePreparation';
import {
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
import { BulkReport, ListTable } from '@sinter/sdk/ui/lists';
import { TagBar } from '@sinter/sdk/ui/tags';
import { PartDrawer } from '../detail/PartDrawer.tsx';
import { OperationDialog } from '../operations/OperationDialog.tsx';
import { PartUploads } from '../upload/PartUploads.ts';
import { Uploads } from '../upload/Uploads.tsx';
import { ChosenParts } from './ChosenParts.tsx';
import { tableColumns } from './columns.tsx';
import { FilterBar } from './FilterBar.tsx';
import { InventoryStore } from './InventoryStore.ts';

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
          store.load();
        },
      ),
    [uploads, store, t],
  );
  const [adding, setAdding] = useState(false);
  const { list, undo, part, operation } = store;
  const nothingYet = list.total === 0 && !list.loading && list.error === null && !list.isFiltered;
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
      {store.isOwner ? (
        <ChosenParts store={store} />
      ) : (
        <TagBar
          list={list}
          tagging={store.tagging}
          tagsOf={({ facilityTags }) => facilityTags}
          nameOf={({ name }) => name}
        />
      )}
      <div>
        <UndoBar
          text={undo.done && t('list.deleted', { count: undo.done.length, name: undo.done[0]?.name ?? '' })}
          busy={undo.busy}
          onUndo={() => void undo.run()}
          onDismiss={undo.dismiss}
        />
        <ListTable
          list={list}
          label={t('list.label')}
          columns={tableColumns(t, store)}
          choice={store.columns}
          nameOf={store.isOwner || store.tagging.mayChange ? ({ name }) => name : undefined}
          empty={<Empty store={store} />}
          nothingFound={{
            title: t(list.filters.archived ? 'list.nothing.archived' : 'list.nothing'),
            text: t('list.nothing.text'),
            all: t('list.nothing.all'),
          }}
        />
      </div>
      {part !== null && (
        <PartDrawer
          key={part}
          partId={part}
          uploads={uploads}
          tags={store.tags}
          onChanged={store.load}
          onDeleted={(deleted) => undo.offer([deleted])}
          onOrder={(ordered) => store.order([ordered])}
          onClose={store.close}
        />
      )}
      {operation && <OperationDialog runs={operation} onClose={store.closeOperation} />}
      {store.isOwner && list.bulk && (
        <BulkReport
          bulk={list.bulk}
          title={t(`bulk.${list.bulk.kind}`)}
          nameOf={({ name }) => name}
          doneText={t(`bulk.${list.bulk.kind}.done`)}
          onClose={store.closeBulk}
        />
      )}
    </Page>
  );
});

/** Files are taken once it is said whether they are export controlled. */
const Bring = observer(function Bring({ uploads }: { uploads: PartUploads }) {
  const t = useTexts();
  const { exportControlled, newParts, extensions, needConverter, answer, bring } = uploads;
  const mayBring = exportControlled !== null;
  return (
    <>
      <ExportQuestion
        value={exportControlled}
        onAnswer={answer}
        settled={newParts.length > 0 ? t('upload.answered') : undefined}
      />
      <FileDropZone
        extensions={extensions}
        needConverter={needConverter}
        disabled={!mayBring}
        title={t(mayBring ? 'upload.drop' : 'upload.answerFirst')}
        {...(mayBring ? { hint: t('upload.drop.hint') } : {})}
        onFiles={bring}
      />
    </>
  );
});

function Empty({ store }: { store: InventoryStore }) {
  const t = useTexts();
  return store.isOwner ? (
    <EmptyState title={t('list.empty')} text={t('list.empty.text')} />
  ) : (
    <EmptyState title={t('list.empty.provider')} text={t('list.empty.provider.text')} />
  );
}
