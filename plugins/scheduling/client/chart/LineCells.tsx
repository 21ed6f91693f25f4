import { rowBadge } from '@sinter/sdk/contract/scheduling/rowBadge';
import { useSlot, useTexts } from '@sinter/sdk/ui';
import type { FilledSlot } from '@sinter/sdk/ui';
import type { RowBadgeProps } from '@sinter/sdk/contract/scheduling/rowBadge';
import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import { axisHeight } from './ChartStore.ts';
import { describeJob, formatShare } from './describe.ts';
import type { Texts } from './describe.ts';
import { eachFrame } from './draw.ts';
import { shareOf } from './load.ts';
import type { Planner } from './Planner.ts';
import { groupHeight, rowHeight } from './rows.ts';
import type { GroupLine, Line, MachineLine } from './rows.ts';
import css from './chart.module.css';

/** Lines beyond what is seen, so that a short scroll needs no new elements. */
const spare = 2;

/** Marks that plugins put beside machines. */
type Badges = FilledSlot<RowBadgeProps>[];

interface CellProps<L extends Line = Line> {
  /** Given, for every row that comes into view would else ask for them anew. */
  t: Texts;
  planner: Planner;
  line: L;
  place: number;
  /** Of the element that stands for where the keyboard is. */
  id: string;
}

/** The column of machines and groups: only those that are seen, and the one the keyboard is on. */
export const LineCells = observer(function LineCells({ planner, id }: { planner: Planner; id: string }) {
  const t = useTexts();
  const { chart, cursor } = planner;
  const badges = useSlot(rowBadge);
  const moved = useCallback(
    (element: HTMLDivElement) =>
      eachFrame(() => void (element.style.transform = `translateY(${-Math.round(chart.scrollTop)}px)`)),
    [chart],
  );
  const { list } = chart.lines;
  const from = Math.max(chart.firstLine - spare, 0);
  const to = Math.min(chart.lastLine + spare, list.length);
  const places = Array.from({ length: to - from }, (_, offset) => from + offset);
  const { place } = cursor;
  if (place >= 0 && (place < from || place >= to)) places.push(place);
  return (
    <div className={css['column']} style={{ top: axisHeight }}>
      <div ref={moved} className={css['lines']}>
        {places.map((each) => {
          const line = list[each];
          if (!line) return null;
          const rest = { t, planner, place: each, id: `${id}-${line.key}` };
          return line.kind === 'group' ? (
            <GroupCell key={line.key} line={line} {...rest} />
          ) : (
            <MachineCell key={line.key} line={line} badges={badges} {...rest} />
          );
        })}
      </div>
    </div>
  );
});

const MachineCell = observer(function MachineCell(props: CellProps<MachineLine> & { badges: Badges }) {
  const { t, planner, line, place, id, badges } = props;
  const { chart, cursor } = planner;
  const { row } = line;
  const lane = chart.table.lane(row.machineId);
  const current = line.key === cursor.key;
  return (
    <div
      role="row"
      aria-rowindex={place + 1}
      aria-level={chart.grouping ? 2 : undefined}
      className={css['machine']}
      style={{ top: chart.lines.top(place), height: rowHeight }}
    >
      <div role="rowheader">
        <div className={css['name']}>
          <strong dir="auto" title={row.name}>
            {row.name}
          </strong>
          {badges.map(({ key, render }) => (
            <span key={key}>{render({ machine: { id: row.machineId, name: row.name } }, null)}</span>
          ))}
          <span title={row.facility} className={css['facility']}>
            {row.facility}
          </span>
        </div>
        <div className={css['name']}>
          <span dir="auto" title={row.model} className={css['fact']}>
            {row.model}
          </span>
          <Taken t={t} share={shareOf([lane], chart.rested)} />
        </div>
        <div className={row.material === null ? css['none'] : css['fact']} dir="auto" title={row.material ?? undefined}>
          {row.material ?? t('machine.noMaterial')}
        </div>
      </div>
      <div role="gridcell" id={id} aria-selected={current} className={css['hidden']}>
        {(current && describeJob(t, planner)) || t('chart.jobs', { count: lane.size })}
      </div>
    </div>
  );
});

const GroupCell = observer(function GroupCell({ t, planner: { chart }, line, place, id }: CellProps<GroupLine>) {
  const { lanes } = chart.seriesOf(line.key, line.rows);
  return (
    <div
      role="row"
      aria-rowindex={place + 1}
      aria-level={1}
      aria-expanded={line.open}
      className={css['group']}
      style={{ top: chart.lines.top(place), height: groupHeight }}
    >
      <div role="rowheader" id={id}>
        {/* The grid has the keyboard: Enter does the same. */}
        <button type="button" tabIndex={-1} className={css['name']} onClick={() => chart.toggle(line.key)}>
          <strong dir="auto" title={line.label}>
            {line.label}
          </strong>
          <span aria-hidden="true" className={css['members']}>
            {line.rows.length}
          </span>
          <span className={css['hidden']}>{t('chart.groupRow', { count: line.rows.length })}</span>
          <Taken t={t} share={shareOf(lanes, chart.rested)} />
        </button>
      </div>
    </div>
  );
});

/** How much of the time that is shown is taken. */
function Taken({ t, share }: { t: Texts; share: number }) {
  const text = formatShare(share);
  return (
    <span role="img" className={css['taken']} title={t('chart.taken', { share: text })}>
      <span className={css['strip']}>
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span>{text}</span>
    </span>
  );
}
