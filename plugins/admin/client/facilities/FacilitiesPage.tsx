import { lazy, Suspense } from 'react';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { DataTable, EmptyState, LightButton, Page, SearchInput, useTexts, useStore } from '@sinter/sdk/ui';
import { downloadCsv } from '@sinter/sdk/ui/csv';
import { ColumnChooser } from '@sinter/sdk/ui/lists';
import { columnKeys, csvRows, facilityColumns } from './columns.tsx';
import { FacilitiesStore } from './FacilitiesStore.ts';
import css from './facilities.module.css';

const AddDrawer = lazy(() => import('./AddDrawer.tsx'));
const EditDrawer = lazy(() => import('./EditDrawer.tsx'));

/** The facilities of the enterprise, for the super admin of its root. */
export default observer(function FacilitiesPage() {
  const t = useTexts();
  const store = useStore((host) => new FacilitiesStore(host));
  const { panel, edited } = store;
  const empty = (
    <EmptyState
      title={t('facilities.nothing')}
      text={t('facilities.nothing.text')}
      actions={<LightButton onClick={store.showAll}>{t('facilities.nothing.all')}</LightButton>}
    />
  );
  return (
    <Page
      title={t('page.facilities')}
      actions={
        <Button type="primary" onClick={store.add}>
          {t('facilities.add')}
        </Button>
      }
    >
      <div className={css['filters']}>
        <div className={css['search']}>
          <SearchInput
            key={store.timesCleared}
            label={t('facilities.search')}
            placeholder={t('facilities.search')}
            initial={store.search}
            onSearch={store.searchFor}
          />
        </div>
        <div className={css['tools']}>
          <ColumnChooser
            columns={columnKeys.map((key) => ({ key, label: t(`facilities.column.${key}`) }))}
            hidden={store.columns.hidden}
            onToggle={store.columns.toggle}
          />
          <LightButton
            disabled={store.found.length === 0}
            onClick={() => downloadCsv(`${t('page.facilities')}.csv`, csvRows(t, store.found))}
          >
            {t('common.export')}
          </LightButton>
        </div>
      </div>
      <div>
        <DataTable
          label={t('page.facilities')}
          columns={facilityColumns(t, store)}
          rows={store.found}
          rowKey={({ id }) => id}
          loading={store.question.loading}
          error={store.question.error}
          onRetry={store.question.retry}
          empty={empty}
        />
      </div>
      <Suspense fallback={null}>
        {panel?.kind === 'add' && <AddDrawer store={store} />}
        {edited && <EditDrawer store={store} facility={edited} />}
      </Suspense>
    </Page>
  );
});
