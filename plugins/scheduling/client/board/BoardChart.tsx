import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { jobMarks, type JobPlace } from '@sinter/sdk/contract/scheduling/jobSlots';
import { Loading, useSlot, useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { Fragment, useCallback, useEffect } from 'react';
import type { ReactNode } from 'react';
import { Chart } from '../chart/Chart.tsx';
import { axisHeight, type ChartStore } from '../chart/ChartStore.ts';
import { keyOfMachine, rowHeight } from '../chart/rows.ts';
import type { Board } from './Board.ts';
import { Freshness } from './Freshness.tsx';
import { Legend } from './Legend.tsx';
import { Notice } from './Notice.tsx';
import { UndoBar } from './UndoBar.tsx';
import css from './board.module.css';

interface BoardChartProps {
  board: Board;
  onOpen: (job: ChartJob) => void;
  /** Outlined too. */
  marked?: readonly ChartJob[];
  /** Beside what holds for every chart, how to work with this one. */
  tip?: string;
  children?: ReactNode;
}

/** The chart with what belongs to single places of it: marks, and why a job is not where it was put. */
export default observer(function BoardChart({ board, onOpen, marked = [], tip, children }: BoardChartProps) {
  const t = useTexts();
  const { chart, planner, moves, edits } = board;
  const { width, height, scrollbar } = chart;
  const signs = useSlot(jobMarks);
  const placeOf = useCallback((jobId: number) => seenOf(chart, chart.table.find(jobId)), [chart]);
  useEffect(() => (edits ? undoOn(() => void moves.undo()) : undefined), [edits, moves]);

  return (
    <div className={css['board']}>
      <Chart planner={planner} edits={edits} onOpen={onOpen} />
      {board.equipments === null && board.error === null && (
        <div className={css['waiting']}>
          <Loading text={t('scheduler.loading')} />
        </div>
      )}
      <div className={css['places']} style={{ top: axisHeight + 1, insetInlineEnd: scrollbar + 1, width, height }}>
        {marked.map((job) => (
          <Mark key={job.id} board={board} job={job} />
        ))}
        {signs.map(({ key, render }) => (
          <Fragment key={key}>{render({ placeOf }, null)}</Fragment>
        ))}
      </div>
      <Notice board={board} end={scrollbar} />
      {edits && <UndoBar board={board} />}
      {children}
      <footer className={css['status']}>
        <Legend editable={edits !== undefined} tip={tip} />
        <Freshness jobs={board.jobs} zone={board.zone} />
      </footer>
    </div>
  );
});

const Mark = observer(function Mark({ board, job }: { board: Board; job: ChartJob }) {
  const place = placeOn(board.chart, job);
  if (!place) return null;
  const { start, ...size } = place;
  return <span className={css['mark']} style={{ insetInlineStart: start, ...size }} />;
});

function placeOn(chart: ChartStore, job: ChartJob): JobPlace | null {
  const line = chart.lines.placeOf(keyOfMachine(job.equipmentId));
  if (line < 0) return null;
  const start = chart.xOf(Number(job.fromDate));
  const width = Math.max(chart.xOf(Number(job.toDate)) - start, 4);
  return { start, width, top: chart.lines.top(line) - chart.scrollTop + 3, height: rowHeight - 6 };
}

/** What is seen of it. */
function seenOf(chart: ChartStore, job: ChartJob | undefined): JobPlace | null {
  const place = job && placeOn(chart, job);
  if (!place) return null;
  const start = Math.max(place.start, 0);
  const width = Math.min(place.start + place.width, chart.width) - start;
  return width > 0 && place.top < chart.height && place.top + place.height > 0 ? { ...place, start, width } : null;
}

/** Ctrl or ⌘ Z, where it does not belong to something that is typed. Returns the end of listening. */
function undoOn(undo: () => void): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable], [role=dialog]'))
      return;
    event.preventDefault();
    undo();
  };
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
}
