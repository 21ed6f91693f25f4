import { ConfirmDialog, EmptyState, FilterChips, Loading, Page, usePlugin, useTexts } from '@sinter/sdk/ui';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Chart } from '../chart/Chart.tsx';
import { SchedulerStore } from './SchedulerStore.ts';
import { Failure } from '../Failure.tsx';
import { Legend } from './Legend.tsx';
import { Toolbar } from './Toolbar.tsx';
import css from './scheduler.module.css';

const JobDrawer = lazy(() => import('../job-drawer/JobDrawer.tsx'));

export default observer(function SchedulerPage() {
  const host = usePlugin();
  const t = useTexts();
  const [store] = useState(() => new SchedulerStore(host));
  useEffect(() => store.start(), [store]);
  const { saved, drawer } = store;

  return (
    <Page
      title={t('page.schedulerView')}
      breadcrumbs={[{ text: t('page.schedulerView') }]}
      actions={
        store.canPlan && (
          <Button type="primary" onClick={() => store.open({ kind: 'new', orderId: null })}>
            {t('job.new')}
          </Button>
        )
      }
    >
      <div className={css['page']}>
        <Toolbar store={store} />
        <FilterChips
          lead={t('filter.by')}
          chips={store.chips}
          onRemove={store.removeChip}
          onClear={store.clearFilter}
        />
        <Content store={store} />
      </div>
      <ConfirmDialog
        open={saved.asked !== null}
        danger
        title={t('filter.delete.ask')}
        onAnswer={(yes) => void saved.answer(yes)}
      >
        {saved.asked?.label}
      </ConfirmDialog>
      {drawer && (
        <Suspense fallback={null}>
          <JobDrawer store={store} content={drawer} />
        </Suspense>
      )}
    </Page>
  );
});

const Content = observer(function Content({ store }: { store: SchedulerStore }) {
  const t = useTexts();
  const { error, equipments, rows } = store;
  const notice = error !== null && (
    <Failure
      title={t('scheduler.failed')}
      error={error}
      onRetry={() => void (equipments ? store.refresh() : store.load())}
    />
  );
  if (!equipments) return notice || <Loading text={t('scheduler.loading')} />;
  return (
    <>
      {notice}
      {rows.length === 0 ? (
        <div className={css['empty']}>
          <EmptyState
            title={t('scheduler.empty')}
            actions={store.hasFilter && <Button onClick={store.clearFilter}>{t('filter.clear')}</Button>}
          />
        </div>
      ) : (
        <>
          <Chart store={store.chart} zone={store.zone} onOpen={store.openJob} />
          <Legend />
        </>
      )}
    </>
  );
});
