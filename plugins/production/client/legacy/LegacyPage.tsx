import { lazy, Suspense, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { EmptyState, LightButton, Link, Page, SearchInput, StatusPill, useStore, useTexts } from '@sinter/sdk/ui';
import { DateInput } from '@sinter/sdk/ui/dates';
import { CsvButton, ListTable } from '@sinter/sdk/ui/lists';
import { workCenterPath } from '../paths.ts';
import { csvColumns, tableColumns } from './columns.tsx';
import { LegacyStore } from './LegacyStore.ts';
import css from './legacy.module.css';

const Import = lazy(() => import('./Import.tsx'));

/** Steps that the module before this one recorded: to read, to filter and to export. */
export default observer(function LegacyPage() {
  const t = useTexts();
  const store = useStore((host) => new LegacyStore(host));
  const [imports, setImports] = useState(false);
  const { list, csv, mayImport, opensOrders } = store;
  const { filters } = list;
  const day = (name: 'from' | 'to') => (
    <label className={css['day']}>
      {t(`legacy.${name}`)}
      <DateInput
        label={t(`legacy.${name}`)}
        value={filters[name] || null}
        min={(name === 'to' && filters.from) || undefined}
        max={(name === 'from' && filters.to) || undefined}
        onChange={(picked) => list.filter({ [name]: picked ?? '' })}
      />
    </label>
  );
  return (
    <Page
      title={t('page.legacy')}
      extra={<StatusPill tone="grey">{t('legacy.historical')}</StatusPill>}
      actions={mayImport && <LightButton onClick={() => setImports(true)}>{t('legacy.import')}</LightButton>}
    >
      <p className={css['banner']}>
        {t('legacy.banner')} <Link to={workCenterPath}>{t('legacy.banner.link')}</Link>
      </p>
      <div className={css['filters']}>
        <div className={css['search']}>
          <SearchInput
            key={list.timesCleared}
            label={t('legacy.search')}
            placeholder={t('legacy.search')}
            initial={filters.q}
            onSearch={(q) => list.filter({ q })}
          />
        </div>
        {day('from')}
        {day('to')}
        <div className={css['tools']}>
          <CsvButton csv={csv} name={t('page.legacy')} columns={csvColumns} />
        </div>
      </div>
      <ListTable
        list={list}
        label={t('page.legacy')}
        columns={tableColumns(t, opensOrders)}
        empty={
          <EmptyState title={t('legacy.empty')} text={t(mayImport ? 'legacy.empty.import' : 'legacy.empty.text')} />
        }
        nothingFound={{ title: t('legacy.nothing'), text: t('legacy.nothing.text'), all: t('legacy.nothing.all') }}
      />
      <Suspense fallback={null}>{imports && <Import store={store} onClose={() => setImports(false)} />}</Suspense>
    </Page>
  );
});
