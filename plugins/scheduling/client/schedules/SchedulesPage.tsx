import { EmptyState, Loading, useStore, useTexts } from '@sinter/sdk/ui';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { BoardContent, BoardPage } from '../board/BoardPage.tsx';
import { useEarly } from '../board/useEarly.ts';
import { SchedulesStore } from './SchedulesStore.ts';
import { Toolbar } from './Toolbar.tsx';
import css from './schedules.module.css';

const loadPlanning = () => import('./Planning.tsx');
const Planning = lazy(loadPlanning);
const JobsList = lazy(() => import('../jobs-list/JobsList.tsx'));

export default observer(function SchedulesPage() {
  const t = useTexts();
  const store = useStore((host) => new SchedulesStore(host));
  useEarly(loadPlanning);
  const { board } = store;
  return (
    <BoardPage
      board={board}
      title={t('page.schedules')}
      fills={store.view !== 'list'}
      tools={<Toolbar store={store} />}
      actions={
        <>
          <Button onClick={() => board.open({ kind: 'downtime' })}>{t('downtime.new')}</Button>
          <Button type="primary" onClick={() => board.open({ kind: 'new', orderId: null })}>
            {t('job.new')}
          </Button>
        </>
      }
    >
      <BoardContent board={board}>{(notice) => <Schedule store={store} notice={notice} />}</BoardContent>
    </BoardPage>
  );
});

/** The list tells by itself what could not be loaded; without machines there is nothing to be out of date. */
const Schedule = observer(function Schedule({ store, notice }: { store: SchedulesStore; notice: ReactNode }) {
  const t = useTexts();
  const { board, rows } = store;
  if (store.view === 'list' && !board.equipments) return <Loading />;
  if (store.view === 'list')
    return (
      <Suspense fallback={<Loading />}>
        <JobsList store={store.list} machines={board.own} onOpen={(job) => board.open({ kind: 'job', job })} />
      </Suspense>
    );
  if (board.equipments && rows.length === 0)
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
