import { Select } from 'antd';
import { observer } from 'mobx-react-lite';
import { formatPercent } from '@sinter/sdk/i18n';
import { LightButton, SearchInput, toast, messageOf, useTexts, usePlugin } from '@sinter/sdk/ui';
import { downloadCsv } from '@sinter/sdk/ui/csv';
import { ColumnChooser } from '@sinter/sdk/ui/lists';
import { choosable, csvRows } from './columns.tsx';
import { mostChosen } from './filters.ts';
import type { InventoryStore } from './InventoryStore.ts';
import css from './inventory.module.css';

/** Narrows the list, chooses its columns, and hands it out. */
export const FilterBar = observer(function FilterBar({ store }: { store: InventoryStore }) {
  const t = useTexts();
  const { filters, search } = store.shown;
  const several = (name: 'tags' | 'formats', values: readonly string[]) => (
    <Select
      mode="multiple"
      className={css['filter']}
      aria-label={t(`filter.${name}`)}
      placeholder={t(`filter.${name}`)}
      value={filters[name]}
      options={[...new Set([...values, ...filters[name]])].map((value) => ({
        value,
        label: name === 'formats' ? value.toUpperCase() : value,
      }))}
      allowClear
      maxCount={mostChosen}
      maxTagCount="responsive"
      popupMatchSelectWidth={false}
      onChange={(chosen) => store.filter({ [name]: chosen })}
    />
  );
  const either = (name: 'watertight' | 'ordered' | 'exportControlled') => (
    <Select
      className={css['filter']}
      aria-label={t(`filter.${name}`)}
      placeholder={t(`filter.${name}`)}
      value={filters[name] === null ? null : filters[name] ? 'yes' : 'no'}
      options={['yes', 'no'].map((value) => ({ value, label: t(`filter.${name}.${value}`) }))}
      allowClear
      popupMatchSelectWidth={false}
      onChange={(chosen) => store.filter({ [name]: chosen ? chosen === 'yes' : null })}
    />
  );
  return (
    <div className={css['filters']}>
      <div className={css['search']}>
        <SearchInput
          // The field keeps its own text: clearing it from outside takes a new one.
          key={store.timesCleared}
          label={t('list.search')}
          placeholder={t(store.isOwner ? 'list.search.owner' : 'list.search.provider')}
          initial={search}
          onSearch={store.searchFor}
        />
      </div>
      {store.isOwner && several('tags', store.tags)}
      {several('formats', store.formats)}
      {either('watertight')}
      {store.isOwner && either('ordered')}
      {store.isOwner && either('exportControlled')}
      {store.isOwner && (
        <button
          type="button"
          className={css['archived']}
          aria-pressed={filters.archived}
          onClick={() => store.filter({ archived: !filters.archived })}
        >
          {t('filter.archived')}
        </button>
      )}
      <div className={css['tools']}>
        <ColumnChooser columns={choosable(store, t)} hidden={store.columns.hidden} onToggle={store.columns.toggle} />
        <Export store={store} />
      </div>
    </div>
  );
});

const Export = observer(function Export({ store }: { store: InventoryStore }) {
  const t = useTexts();
  const { log } = usePlugin();
  const { exported } = store;
  const run = async () => {
    try {
      const parts = await store.readAll();
      if (parts) downloadCsv(`${t('page.partInventory')}.csv`, csvRows(t, store, parts));
    } catch (error) {
      log.warn('The parts could not be exported', { error: String(error) });
      toast.error(messageOf(error));
    }
  };
  return (
    <LightButton disabled={store.total === 0} loading={exported !== null} onClick={() => void run()}>
      {exported === null ? t('common.export') : t('list.exporting', { share: formatPercent(exported, 0) })}
    </LightButton>
  );
});
