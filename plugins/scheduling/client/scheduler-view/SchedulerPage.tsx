import { ConfirmDialog, EmptyState, FilterChips, Loading, useStore, useTexts } from '@sinter/sdk/ui';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import { BoardContent, BoardPage } from '../board/BoardPage.tsx';
import { useEarly } from '../board/useEarly.ts';
import { JobSearch } from './JobSearch.tsx';
import { SchedulerStore } from './SchedulerStore.ts';
import { Toolbar } from './Toolbar.tsx';
import css from './scheduler.module.css';

const loadChart = () => import('../board/BoardChart.tsx');
const BoardChart = lazy(loadChart);

export default observer(function SchedulerPage() {
  const t = useTexts();
  const store = useStore((host) => new SchedulerStore(host));
  useEarly(loadChart);
  const { saved, board } = store;

  return (
    <BoardPage
      board={board}
      title={t('page.schedulerView')}
      tools={
        <>
          <JobSearch store={store} />
          <Toolbar store={store} />
        </>
      }
      actions={
        board.canPlan && (
          <Button type="primary" onClick={() => board.open({ kind: 'new', orderId: null })}>
            {t('job.new')}
          </Button>
        )
      }
    >
      <FilterChips lead={t('filter.by')} chips={store.chips} onRemove={store.removeChip} onClear={store.clearFilter} />
      <BoardContent board={board}>
        {(notice) => (
          <>
            {notice}
            <Machines store={store} />
          </>
        )}
      </BoardContent>
      <ConfirmDialog
        open={saved.asked !== null}
        danger
        title={t('filter.delete.ask')}
        onAnswer={(yes) => void saved.answer(yes)}
      >
        {saved.asked?.label}
      </ConfirmDialog>
    </BoardPage>
  );
});

const Machines = observer(function Machines({ store }: { store: SchedulerStore }) {
  const t = useTexts();
  const { board, rows } = store;
  if (board.equipments && rows.length === 0)
    return (
      <div className={css['empty']}>
        <EmptyState
          title={t('scheduler.empty')}
          actions={store.hasFilter && <Button onClick={store.clearFilter}>{t('filter.clear')}</Button>}
        />
      </div>
    );
  return (
    <Suspense fallback={<Loading text={t('scheduler.loading')} />}>
      <BoardChart board={board} onOpen={board.openJob} />
    </Suspense>
  );
});
