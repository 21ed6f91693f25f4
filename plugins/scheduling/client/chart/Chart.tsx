import type { ChartJob } from '@sinter/sdk/contract/scheduling';
import { currentLocale } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import { autorun } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useCallback, useId, useMemo } from 'react';
import type { KeyboardEvent } from 'react';
import { formatWindow } from '../texts.ts';
import type { Zone } from '../zone.ts';
import { axisHeight, rowHeight } from './ChartStore.ts';
import type { ChartStore, Step } from './ChartStore.ts';
import { drawOn } from './draw.ts';
import { listenOn } from './gestures.ts';
import { HoverBox } from './HoverBox.tsx';
import { TimeAxis } from './timeAxis.ts';
import css from './chart.module.css';

const steps: Readonly<Record<string, Step>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
};
const zoomKeys: Readonly<Record<string, number>> = { '+': 1 / 1.5, '=': 1 / 1.5, '-': 1.5 };

interface ChartProps {
  store: ChartStore;
  zone: Zone;
  onOpen: (job: ChartJob) => void;
}

/**
 * Machines and their jobs over time: names are elements, bars are drawn. The grid takes the keyboard, and says where
 * it stands to those who do not see the bars.
 */
export const Chart = observer(function Chart({ store, zone, onOpen }: ChartProps) {
  const t = useTexts();
  const id = useId();
  const locale = currentLocale();
  const axis = useMemo(() => new TimeAxis(zone, locale), [zone, locale]);
  const now = t('chart.now');

  const canvas = useCallback(
    (element: HTMLCanvasElement) => {
      const ends = [drawOn(element, store, axis, now), listenOn(element, store, onOpen)];
      return () => ends.forEach((end) => end());
    },
    [store, axis, now, onOpen],
  );
  const scroller = useCallback((element: HTMLDivElement) => follow(element, store), [store]);

  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const zoom = zoomKeys[event.key];
    if (step) store.moveCursor(step);
    else if (zoom && !event.ctrlKey && !event.metaKey) store.zoomAt(store.width / 2, zoom);
    else if (event.key === 'Enter' && store.cursorJob) onOpen(store.cursorJob);
    else return;
    event.preventDefault();
  };
  const { cursor } = store;
  return (
    <div className={css['chart']} style={{ height: store.fullHeight + axisHeight + 2 }}>
      <div className={css['corner']} style={{ height: axisHeight }}>
        <strong>{t('chart.machines')}</strong>
        <span title={t('chart.zone', { zone: zone.label })}>{zone.label}</span>
      </div>
      <div
        ref={scroller}
        className={css['scroller']}
        style={{ top: axisHeight }}
        role="grid"
        tabIndex={0}
        aria-label={t('chart.label')}
        aria-describedby={`${id}-keys`}
        aria-rowcount={store.rows.length}
        aria-activedescendant={cursor ? `${id}-${cursor.machineId}` : undefined}
        onScroll={(event) => store.scrollTo(event.currentTarget.scrollTop)}
        onKeyDown={press}
        onFocus={() => {
          if (!store.cursor) store.moveCursor('first');
        }}
      >
        <div className={css['rows']} style={{ height: store.fullHeight }}>
          <MachineCells store={store} zone={zone} id={id} />
        </div>
      </div>
      <canvas ref={canvas} className={css['canvas']} aria-hidden="true" />
      <HoverBox store={store} zone={zone} />
      <p id={`${id}-keys`} className={css['hidden']}>
        {t('chart.keys')}
      </p>
      <p className={css['hidden']} aria-live="polite">
        {store.cursorJob ? describe(t, store, zone) : ''}
      </p>
    </div>
  );
});

/** Size and scroll position of the element and of the store, in step. */
function follow(element: HTMLDivElement, store: ChartStore): () => void {
  const column = () => element.firstElementChild?.firstElementChild?.clientWidth ?? 0;
  const observer = new ResizeObserver(() => store.setSize(element.clientWidth - column(), element.clientHeight));
  observer.observe(element);
  const stop = autorun(() => {
    if (Math.abs(element.scrollTop - store.scrollTop) > 1) element.scrollTop = store.scrollTop;
  });
  return () => {
    observer.disconnect();
    stop();
  };
}

/** Only the machines that are seen, and the one the keyboard is on. */
const MachineCells = observer(function MachineCells({
  store,
  zone,
  id,
}: {
  store: ChartStore;
  zone: Zone;
  id: string;
}) {
  const t = useTexts();
  const from = Math.max(store.firstRow - 3, 0);
  return store.rows.slice(from, store.lastRow + 3).map((row, offset) => {
    const index = from + offset;
    const current = row.id === store.cursor?.machineId;
    return (
      <div
        key={row.id}
        role="row"
        aria-rowindex={index + 1}
        className={css['machine']}
        style={{ top: index * rowHeight, height: rowHeight }}
      >
        <div role="rowheader">
          <div className={css['name']}>
            <strong title={row.name}>{row.name}</strong>
            <span title={row.facility}>{row.facility}</span>
          </div>
          <div className={css['fact']} title={row.model}>
            {row.model}
          </div>
          <div className={row.material === null ? css['none'] : css['fact']} title={row.material ?? undefined}>
            {row.material ?? t('machine.noMaterial')}
          </div>
        </div>
        <div role="gridcell" id={`${id}-${row.id}`} aria-selected={current} className={css['hidden']}>
          {current && store.cursorJob
            ? describe(t, store, zone)
            : t('chart.jobs', { count: store.lanes.of(row.id).jobs.length })}
        </div>
      </div>
    );
  });
});

type Texts = ReturnType<typeof useTexts>;

function describe(t: Texts, store: ChartStore, zone: Zone): string {
  const job = store.cursorJob;
  const row = store.rows[store.cursorRow];
  if (!job || !row) return '';
  const { jobs } = store.lanes.of(row.id);
  return t('chart.position', {
    ...{ machine: row.name, job: job.jobName, status: t(`status.${job.jobStatus}`), time: formatWindow(zone, job) },
    ...{ place: jobs.indexOf(job) + 1, count: jobs.length },
  });
}
