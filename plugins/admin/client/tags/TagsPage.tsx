import { lazy, Suspense } from 'react';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { mostTagUses, type FacilityTag } from '@sinter/sdk/contract/admin/tags';
import { formatNumber } from '@sinter/sdk/i18n';
import {
  DataTable,
  EmptyState,
  LightButton,
  Page,
  SearchInput,
  StatusPill,
  useStore,
  useTexts,
  VisuallyHidden,
} from '@sinter/sdk/ui';
import { ColorLabel } from '@sinter/sdk/ui/lists';
import { TagsStore } from './TagsStore.ts';
import css from './tags.module.css';

const TagDrawer = lazy(() => import('./TagDrawer.tsx'));
const MergeDrawer = lazy(() => import('./MergeDrawer.tsx'));

/** The words that the facility puts on its orders to find them again. */
export default observer(function TagsPage() {
  const t = useTexts();
  const store = useStore((host) => new TagsStore(host));
  const { panel, worked, retiring } = store;
  const none = store.tags.length === 0;
  const add = (
    <Button type="primary" onClick={() => store.open({ kind: 'NEW' })}>
      {t('tags.add')}
    </Button>
  );
  return (
    <Page title={t('page.tags')} width="normal" actions={!none && add}>
      <p className={css['intro']}>{t('tags.intro')}</p>
      <div className={css['filters']}>
        <SearchInput
          label={t('tags.search')}
          placeholder={t('tags.search')}
          initial={store.search}
          onSearch={store.searchFor}
        />
        <label className={css['retired']}>
          <input
            type="checkbox"
            checked={store.showsRetired}
            onChange={({ target }) => store.showRetired(target.checked)}
          />
          {t('tags.showRetired')}
        </label>
      </div>
      {retiring.problem !== null && (
        <p role="alert" className={css['problem']}>
          {retiring.problem}
        </p>
      )}
      <DataTable
        label={t('page.tags')}
        rows={store.found}
        rowKey={({ id }) => id}
        loading={store.question.loading}
        error={store.question.error}
        onRetry={store.question.retry}
        empty={
          none ? (
            <EmptyState title={t('tags.none')} text={t('tags.none.text')} actions={add} />
          ) : (
            <EmptyState title={t('tags.nothing')} text={t('tags.nothing.text')} />
          )
        }
        columns={[
          { key: 'label', rank: 'name', title: t('tags.label'), render: (tag) => <ColorLabel {...tag} /> },
          {
            key: 'appliesTo',
            title: t('tags.appliesTo'),
            rank: 'extra',
            render: ({ appliesTo }) => appliesTo.map((kind) => t(`tags.kind.${kind}`)).join(', '),
          },
          {
            key: 'used',
            title: t('tags.used'),
            align: 'right',
            render: ({ used }) =>
              used >= mostTagUses ? t('tags.used.more', { count: formatNumber(mostTagUses) }) : formatNumber(used),
          },
          {
            key: 'state',
            title: t('tags.state'),
            render: ({ retired }) => (
              <StatusPill tone={retired ? 'grey' : 'green'}>{t(retired ? 'tags.retired' : 'tags.inUse')}</StatusPill>
            ),
          },
          {
            key: 'actions',
            title: <VisuallyHidden>{t('tags.actions')}</VisuallyHidden>,
            align: 'right',
            render: (tag) => <Actions store={store} tag={tag} />,
          },
        ]}
      />
      <Suspense fallback={null}>
        {panel?.kind === 'NEW' && <TagDrawer key="new" store={store} tag={null} />}
        {panel?.kind === 'EDIT' && worked && <TagDrawer key={worked.id} store={store} tag={worked} />}
        {panel?.kind === 'MERGE' && worked && <MergeDrawer key={worked.id} store={store} tag={worked} />}
      </Suspense>
    </Page>
  );
});

const Actions = observer(function Actions({ store, tag }: { store: TagsStore; tag: FacilityTag }) {
  const t = useTexts();
  const { id, label, retired } = tag;
  return (
    <span className={css['actions']}>
      <LightButton
        size="small"
        aria-label={t('tags.editOne', { label })}
        onClick={() => store.open({ kind: 'EDIT', id })}
      >
        {t('tags.edit')}
      </LightButton>
      {store.tags.length > 1 && (
        <LightButton
          size="small"
          aria-label={t('tags.mergeOne', { label })}
          onClick={() => store.open({ kind: 'MERGE', id })}
        >
          {t('tags.merge')}
        </LightButton>
      )}
      <LightButton
        size="small"
        disabled={store.retiring.busy}
        aria-label={t(retired ? 'tags.bringBackOne' : 'tags.retireOne', { label })}
        onClick={() => void store.retiring.run(tag)}
      >
        {t(retired ? 'tags.bringBack' : 'tags.retire')}
      </LightButton>
    </span>
  );
});
