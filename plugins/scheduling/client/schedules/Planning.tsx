import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { useMemo, useRef } from 'react';
import BoardChart from '../board/BoardChart.tsx';
import { MarkedBar } from './MarkedBar.tsx';
import type { SchedulesStore } from './SchedulesStore.ts';
import { Tray } from './Tray.tsx';
import css from './schedules.module.css';

/** The chart, and beside it the parts that wait to be built. */
export default observer(function Planning({ store }: { store: SchedulesStore }) {
  return (
    <div className={css['split']} data-tray={store.tray.open}>
      <Marking store={store} />
      <Tray tray={store.tray} edit={store.board.planner.edit} />
    </div>
  );
});

/** The chart. With Ctrl, ⌘ or Shift a click marks a job instead of opening it; by keyboard the space bar does. */
const Marking = observer(function Planning({ store }: { store: SchedulesStore }) {
  const t = useTexts();
  const { board } = store;
  const { cursor, edit } = board.planner;
  const together = useRef(false);
  const open = useMemo(
    () => (job: ChartJob) => {
      if (together.current) store.mark(job);
      else board.openJob(job);
    },
    [store, board],
  );
  return (
    <div
      className={css['planning']}
      onPointerUpCapture={({ ctrlKey, metaKey, shiftKey }) => (together.current = ctrlKey || metaKey || shiftKey)}
      onKeyDownCapture={(event) => {
        together.current = false;
        const { job } = cursor;
        const onGrid = event.target instanceof Element && event.target.hasAttribute('aria-rowcount');
        if (event.key !== ' ' || !onGrid || !job || edit.draft) return;
        event.preventDefault();
        store.mark(job);
      }}
    >
      <BoardChart board={board} onOpen={open} marked={store.markedJobs} tip={t('bulk.hint')}>
        <MarkedBar store={store} />
      </BoardChart>
    </div>
  );
});
