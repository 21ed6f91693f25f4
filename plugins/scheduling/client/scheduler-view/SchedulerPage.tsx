import { ConfirmDialog, EmptyState, FilterChips, Loading, Page, usePlugin, useTexts } from '@sinter/sdk/ui';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useEarly } from '../board/useEarly.ts';
import { Failure } from '../Failure.tsx';
import { JobSearch } from './JobSearch.tsx';
import { SchedulerStore } from './SchedulerStore.ts';
import { Toolbar } from './Toolbar.tsx';
import css from './scheduler.module.css';

const loadChart = () => import('../board/BoardChart.tsx');
const BoardChart = lazy(loadChart);
const JobDrawer = lazy(() => import('../job-drawer/JobDrawer.tsx'));

export default observer(function SchedulerPage() {
  const host = usePlugin();
  const t = useTexts();
  const [store] = useState(() => new SchedulerStore(host));
  useEffect(() => store.start(), [store]);
  useEarly(loadChart);
  const { saved, board } = store;

  return (
    <Page
      title={t('page.schedulerView')}
      breadcrumbs={[{ text: t('page.schedulerView') }]}
      actions={
        board.canPlan && (
          <Button type="primary" onClick={() => board.open({ kind: 'new', orderId: null })}>
            {t('job.new')}
          </Button>
        )
      }
    >
      <div className={css['page']}>
        <JobSearch store={store} />
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
      {board.drawer && (
        <Suspense fallback={null}>
          <JobDrawer store={board} content={board.drawer} />
        </Suspense>
      )}
    </Page>
  );
});

const Content = observer(function Content({ store }: { store: SchedulerStore }) {
  const t = useTexts();
  const { board, rows } = store;
  const error = board.error ?? board.jobs.error;
  const notice = error !== null && (
    <Failure
      title={t('scheduler.failed')}
      error={error}
      onRetry={() => void (board.equipments ? board.jobs.refresh() : board.load())}
    />
  );
  if (!board.equipments) return notice || <Loading text={t('scheduler.loading')} />;
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
        <Suspense fallback={<Loading text={t('scheduler.loading')} />}>
          <BoardChart board={board} onOpen={board.openJob} />
        </Suspense>
      )}
    </>
  );
});
