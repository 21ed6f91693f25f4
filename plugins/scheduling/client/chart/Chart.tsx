import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { currentLocale, formatDateTime } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { useCallback, useId, useMemo } from 'react';
import { Announcer } from './Announcer.tsx';
import { axisHeight } from './ChartStore.ts';
import type { ChartStore } from './ChartStore.ts';
import { Corner } from './Corner.tsx';
import { drawOn } from './draw.ts';
import { dropOn } from './dropping.ts';
import type { ChartEdits } from './EditStore.ts';
import { listenOn } from './gestures.ts';
import { HoverBox } from './HoverBox.tsx';
import { typeOn } from './keys.ts';
import { LineCells } from './LineCells.tsx';
import { Minimap, minimapHeight } from './Minimap.tsx';
import type { Planner } from './Planner.ts';
import { scrollWidth, scrollWith } from './scrolling.ts';
import { TimeAxis } from './timeAxis.ts';
import { zoomOn } from './zooming.ts';
import css from './chart.module.css';

/** Pixels: on a lower window the screen scrolls. */
const leastHeight = 300;

interface ChartProps {
  planner: Planner;
  /** What people may do here; the same object for as long as it is the same. Without it they can only look. */
  edits?: ChartEdits | undefined;
  onOpen: (job: ChartJob) => void;
}

/**
 * Machines and their jobs over time: names are elements, bars are drawn. The grid takes the keyboard, and says where
 * it stands to those who do not see the bars.
 */
export const Chart = observer(function Chart({ planner, edits, onOpen }: ChartProps) {
  const { chart: store, cursor, edit } = planner;
  const t = useTexts();
  const id = useId();
  const locale = currentLocale();
  const axis = useMemo(() => new TimeAxis(store.zone, locale), [store, locale]);
  const nowLabel = t('chart.now');

  const scroller = useCallback(
    (element: HTMLDivElement) => {
      const canvas = element.querySelector('canvas');
      if (!canvas) return () => {};
      edit.setEdits(edits);
      const timeOf = (time: number) => formatDateTime(time, store.zone.name);
      const ends = [
        follow(element, canvas.parentElement ?? element, store),
        drawOn(canvas, { planner, axis, nowLabel, timeOf }),
        scrollWith(element, store),
        listenOn(canvas, planner, onOpen),
        typeOn(element, planner, onOpen),
        zoomOn(element, canvas, store),
        dropOn(element, canvas, planner),
      ];
      return () => ends.forEach((end) => end());
    },
    [planner, store, edit, edits, axis, nowLabel, onOpen],
  );
  const { lines } = store;
  const grouped = store.grouping !== null;
  const empty = lines.list.length === 0;
  const whole = (lines.height || leastHeight) + axisHeight + minimapHeight + 2;
  return (
    <div className={css['chart']} style={{ height: empty ? '100dvh' : whole, minHeight: Math.min(whole, leastHeight) }}>
      <div className={css['frame']}>
        <div
          ref={scroller}
          className={css['scroller']}
          role={grouped ? 'treegrid' : 'grid'}
          tabIndex={0}
          aria-label={t('chart.label')}
          aria-busy={empty}
          aria-describedby={`${id}-keys`}
          aria-rowcount={lines.list.length}
          aria-activedescendant={cursor.line ? `${id}-${cursor.line.key}` : undefined}
        >
          <div style={{ height: lines.height + axisHeight, width: scrollWidth }}>
            <div className={css['seen']}>
              <div className={css['bars']}>
                <canvas aria-hidden="true" />
              </div>
              <LineCells planner={planner} id={id} />
            </div>
          </div>
        </div>
        <Corner store={store} />
        <HoverBox store={store} />
      </div>
      <Minimap store={store} />
      <p id={`${id}-keys`} className={css['hidden']}>
        {t('chart.keys')} {edits && t('chart.keys.edit')}
      </p>
      <Announcer planner={planner} />
    </div>
  );
});

/**
 * Tells the store how much is seen of the bars, in words of the platform that come with a finished layout: asking for
 * sizes would make it lay out the page once more. Returns the end of watching.
 */
function follow(scroller: HTMLElement, bars: HTMLElement, store: ChartStore): () => void {
  const observer = new ResizeObserver((changes) => {
    // A bar to scroll sideways would only mislead: there is no end to either side. It lies below what is seen.
    scroller.style.bottom = `${scroller.clientHeight - scroller.offsetHeight}px`;
    const seen = changes.find(({ target }) => target === bars)?.contentRect;
    if (!seen) return;
    const [width, height] = [Math.round(seen.width), Math.round(seen.height)];
    store.setSize(width, height - axisHeight, scroller.offsetWidth - scroller.clientWidth);
  });
  for (const element of [scroller.parentElement ?? scroller, bars]) observer.observe(element);
  return () => observer.disconnect();
}
