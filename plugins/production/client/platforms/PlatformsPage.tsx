import { observer } from 'mobx-react-lite';
import { platformSourceSchema } from '@sinter/sdk/contract/production/platforms';
import { EmptyState, LightSelect, Link, Page, SearchInput, useOpens, useStore, useTexts } from '@sinter/sdk/ui';
import { ColumnChooser, CsvButton, ListTable, SavedFiltersMenu } from '@sinter/sdk/ui/lists';
import { planningPath } from '../paths.ts';
import { choosableColumns, csvColumns, tableColumns } from './columns.tsx';
import { PlatformsStore } from './PlatformsStore.ts';
import css from './platforms.module.css';

/** Arrangements that were kept, with their revisions. */
export default observer(function PlatformsPage() {
  const t = useTexts();
  const opens = useOpens();
  const store = useStore((host) => new PlatformsStore(host));
  const { list, choices, columns, saved, csv } = store;
  const { filters } = list;
  const narrow = (name: 'model' | 'material', from: readonly { id: number; name: string }[] = []) => (
    <label>
      {t(`platforms.${name}`)}
      <LightSelect value={filters[name]} onChange={({ target }) => list.filter({ [name]: target.value })}>
        <option value="">{t(`platforms.${name}.all`)}</option>
        {from.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
      </LightSelect>
    </label>
  );
  return (
    <Page title={t('page.platforms')}>
      <div className={css['filters']}>
        <div className={css['search']}>
          <SearchInput
            // The field keeps its own text: clearing it from outside takes a new one.
            key={list.timesCleared}
            label={t('platforms.search')}
            placeholder={t('platforms.search')}
            initial={filters.q}
            onSearch={(q) => list.filter({ q })}
          />
        </div>
        {narrow('model', choices.answer?.models)}
        {narrow('material', choices.answer?.materials)}
        <label>
          {t('platforms.source')}
          <LightSelect value={filters.source} onChange={({ target }) => list.filter({ source: target.value })}>
            <option value="">{t('platforms.source.all')}</option>
            {platformSourceSchema.options.map((source) => (
              <option key={source} value={source}>
                {t(`platforms.source.${source}`)}
              </option>
            ))}
          </LightSelect>
        </label>
        <div className={css['tools']}>
          <SavedFiltersMenu saved={saved} filters={filters} onChoose={list.showFilters} />
          <ColumnChooser
            columns={choosableColumns(t).map(({ key, title }) => ({ key, label: title }))}
            hidden={columns.hidden}
            onToggle={columns.toggle}
          />
          <CsvButton csv={csv} name={t('page.platforms')} columns={csvColumns(t)} />
        </div>
      </div>
      <ListTable
        list={list}
        label={t('page.platforms')}
        columns={tableColumns(t)}
        choice={columns}
        empty={
          <EmptyState
            title={t('platforms.empty')}
            text={t('platforms.empty.text')}
            actions={opens(planningPath) && <Link to={planningPath}>{t('platforms.plan')}</Link>}
          />
        }
        nothingFound={{
          title: t('platforms.nothing'),
          text: t('platforms.nothing.text'),
          all: t('platforms.nothing.all'),
        }}
      />
    </Page>
  );
});
