import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import type { NcrView } from '@sinter/sdk/contract/quality/ncrs';
import { EmptyState, LightButton, Page, SearchInput, useNavigate, useStore, useTexts } from '@sinter/sdk/ui';
import { TagBar, TagFilter } from '@sinter/sdk/ui/tags';
import { ColumnChooser, CsvButton, FilterTabs, ListTable, SavedFiltersMenu } from '@sinter/sdk/ui/lists';
import { defectOptions } from '../defects.ts';
import { ncrPath } from '../paths.ts';
import { choosableColumns, csvColumns, tableColumns } from './columns.tsx';
import { NcrsStore, onlyChoices, statusTabs, tagIdsOf } from './NcrsStore.ts';
import { Summary } from './Summary.tsx';
import { keyText } from './words.tsx';
import { FilterSelect } from './FilterSelect.tsx';
import css from './ncr.module.css';

const RaiseDrawer = lazy(() => import('./RaiseDrawer.tsx'));

/** Non-conformances: figures, and the list with what is open first. */
export const NcrsPage = observer(function NcrsPage({ view }: { view: NcrView }) {
  const t = useTexts();
  const navigate = useNavigate();
  const store = useStore((host) => new NcrsStore(host, view));
  const { list, columns, saved, csv } = store;
  const { filters } = list;
  const choices = store.choices.answer;
  const title = t(view === 'PART' ? 'page.partNcr' : 'page.processNcr');
  const raise = (
    <LightButton kind="primary" onClick={() => store.raise(true)}>
      {t('ncr.raise')}
    </LightButton>
  );
  const select = (name: 'severity' | 'type' | 'defect' | 'only', options: readonly (readonly [string, string])[]) => (
    <FilterSelect
      label={t(`ncr.${name}`)}
      value={filters[name]}
      options={options}
      onChoose={(value) => list.filter({ [name]: value })}
    />
  );
  const every = ['', t('ncr.every')] as const;
  return (
    <Page title={title} actions={raise}>
      <Summary store={store} />
      <div className={css['filters']}>
        <FilterTabs
          label={t('ncr.status')}
          tabs={statusTabs.map((id) => ({ id, label: t(`ncr.tab.${id || 'ALL'}`) }))}
          chosen={filters.status}
          onChoose={(status) => list.filter({ status })}
        />
        <div className={css['search']}>
          <SearchInput
            key={list.timesCleared}
            label={t('ncr.search')}
            placeholder={t('ncr.search')}
            initial={filters.q}
            onSearch={(q) => list.filter({ q })}
          />
        </div>
        {select('severity', [
          every,
          ...(choices?.severities ?? []).map(
            ({ key }) => [key, keyText(t, 'severity', key, choices?.severities)] as const,
          ),
        ])}
        {select('type', [
          every,
          ...(choices?.types ?? []).map(({ key }) => [key, keyText(t, 'type', key, choices?.types)] as const),
        ])}
        {(choices?.defects.length ?? 0) > 0 &&
          select('defect', [
            every,
            ...defectOptions(choices?.defects ?? []).map(({ id, name }) => [`${id}`, name] as const),
          ])}
        {select(
          'only',
          onlyChoices.map((each) => [each, each === '' ? t('ncr.every') : t(`ncr.only.${each}`)] as const),
        )}
        <TagFilter
          tags={choices?.tags ?? []}
          chosen={tagIdsOf(filters.tag)}
          onChoose={(ids) => list.filter({ tag: ids.join(',') })}
        />
        <div className={css['tools']}>
          <SavedFiltersMenu saved={saved} filters={filters} onChoose={list.showFilters} />
          <ColumnChooser
            columns={choosableColumns(t, choices).map(({ key, title: label }) => ({ key, label }))}
            hidden={columns.hidden}
            onToggle={columns.toggle}
          />
          <CsvButton csv={csv} name={title} columns={csvColumns(t, choices)} />
        </div>
      </div>
      <TagBar
        list={list}
        tagging={store.tagging}
        tagsOf={({ tags }) => tags}
        nameOf={(ncr) => `${ncr.number} ${ncr.title}`}
      />
      <ListTable
        list={list}
        label={title}
        nameOf={store.tagging.mayChange ? ({ number }) => number : undefined}
        columns={tableColumns(t, choices)}
        choice={columns}
        empty={<EmptyState title={t('ncr.empty')} text={t('ncr.empty.text')} actions={raise} />}
        nothingFound={{ title: t('ncr.nothing'), text: t('ncr.nothing.text'), all: t('ncr.nothing.all') }}
      />
      {store.raising && choices && (
        <Suspense fallback={null}>
          <RaiseDrawer
            choices={choices}
            onClose={() => store.raise(false)}
            onRaised={({ id }) => navigate(ncrPath(id))}
          />
        </Suspense>
      )}
    </Page>
  );
});
