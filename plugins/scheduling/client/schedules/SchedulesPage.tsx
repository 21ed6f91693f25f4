import { EmptyState, Loading, Page, usePlugin, useTexts } from '@sinter/sdk/ui';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useEarly } from '../board/useEarly.ts';
import { Failure } from '../Failure.tsx';
import { SchedulesStore } from './SchedulesStore.ts';
import { Toolbar } from './Toolbar.tsx';
import css from './schedules.module.css';

const loadPlanning = () => import('./Planning.tsx');
const Planning = lazy(loadPlanning);
const JobsList = lazy(() => import('../jobs-list/JobsList.tsx'));
const JobDrawer = lazy(() => import('../job-drawer/JobDrawer.tsx'));

export default observer(function SchedulesPage() {
  const host = usePlugin();
  const t = useTexts();
  const [store] = useState(() => new SchedulesStore(host));
  useEffect(() => store.start(), [store]);
  useEarly(loadPlanning);
  const { board } = store;
  return (
    <Page
      title={t('page.schedules')}
      breadcrumbs={[{ text: t('page.schedules') }]}
      actions={
        <>
          <Button onClick={() => board.open({ kind: 'downtime' })}>{t('downtime.new')}</Button>
          <Button type="primary" onClick={() => board.open({ kind: 'new', orderId: null })}>
            {t('job.new')}
          </Button>
        </>
      }
    >
      <div className={css['page']}>
        <Toolbar store={store} />
        <Content store={store} />
      </div>
      {board.drawer && (
        <Suspense fallback={null}>
          <JobDrawer store={board} content={board.drawer} />
        </Suspense>
      )}
    </Page>
  );
});

const Content = observer(function Content({ store }: { store: SchedulesStore }) {
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
  if (store.view === 'list')
    return (
      <Suspense fallback={<Loading />}>
        <JobsList store={store.list} machines={board.own} onOpen={(job) => board.open({ kind: 'job', job })} />
      </Suspense>
    );
  if (rows.length === 0)
    return (
      <div className={css['empty']}>
        <EmptyState title={t('schedules.noMachines')} text={t('schedules.noMachines.text')} />
      </div>
    );
  return (
    <>
      {notice}
      <Suspense fallback={<Loading text={t('scheduler.loading')} />}>
        <Planning store={store} />
      </Suspense>
    </>
  );
});
