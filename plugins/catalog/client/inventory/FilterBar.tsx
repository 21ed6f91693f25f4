import { observer } from 'mobx-react-lite';
import { SearchInput, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { ColumnChooser, CsvButton, SavedFiltersMenu } from '@sinter/sdk/ui/lists';
import { TagFilter } from '@sinter/sdk/ui/tags';
import { choosable, csvColumns } from './columns.tsx';
import { mostChosen } from './filters.ts';
import type { InventoryStore } from './InventoryStore.ts';
import css from './inventory.module.css';

/** Narrows the list, chooses its columns, and hands it out. */
export const FilterBar = observer(function FilterBar({ store }: { store: InventoryStore }) {
  const t = useTexts();
  const { list, columns, saved, csv } = store;
  const { filters } = list;
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
      onChange={(chosen) => list.filter({ [name]: chosen })}
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
      onChange={(chosen) => list.filter({ [name]: chosen ? chosen === 'yes' : null })}
    />
  );
  return (
    <div className={css['filters']}>
      <div className={css['search']}>
        <SearchInput
          // The field keeps its own text: clearing it from outside takes a new one.
          key={list.timesCleared}
          label={t('list.search')}
          placeholder={t(store.isOwner ? 'list.search.owner' : 'list.search.provider')}
          initial={filters.q}
          onSearch={(q) => list.filter({ q })}
        />
      </div>
      {store.isOwner && several('tags', store.tags)}
      <TagFilter tags={store.facilityTags} chosen={filters.tagIds} onChoose={(tagIds) => list.filter({ tagIds })} />
      {several('formats', store.formats)}
      {either('watertight')}
      {store.isOwner && either('ordered')}
      {store.isOwner && either('exportControlled')}
      {store.isOwner && (
        <button
          type="button"
          className={css['archived']}
          aria-pressed={filters.archived}
          onClick={() => list.filter({ archived: !filters.archived })}
        >
          {t('filter.archived')}
        </button>
      )}
      <div className={css['tools']}>
        <SavedFiltersMenu saved={saved} filters={filters} onChoose={list.showFilters} />
        <ColumnChooser columns={choosable(store, t)} hidden={columns.hidden} onToggle={columns.toggle} />
        <CsvButton csv={csv} name={t('page.partInventory')} columns={csvColumns(t, store)} />
      </div>
    </div>
  );
});
