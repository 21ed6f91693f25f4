import { useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import type { KeyboardEvent } from 'react';
import { formatWindow } from '../texts.ts';
import type { ChartStore } from './ChartStore.ts';
import { formatShare } from './describe.ts';
import { shareOf } from './load.ts';
import { dragOn, drawMinimap, followView, grips } from './minimap.ts';
import type { Grip } from './minimap.ts';
import css from './minimap.module.css';

/** Pixels. */
export const minimapHeight = 46;
const nudge = 0.05;

/** All of the time with its load, and in it the part that is shown, as a window to drag and to stretch. */
export const Minimap = observer(function Minimap({ store }: { store: ChartStore }) {
  const t = useTexts();
  const canvas = useCallback((element: HTMLCanvasElement) => drawMinimap(element, store), [store]);
  const track = useCallback(
    (element: HTMLDivElement) => {
      const ends = [dragOn(element, store), followView(element, store)];
      return () => ends.forEach((end) => end());
    },
    [store],
  );
  const { lanes } = store.seriesOf('', store.rows);
  return (
    <div className={css['minimap']} style={{ height: minimapHeight }}>
      <div className={css['name']}>
        <span>{t('chart.overview')}</span>
        <span className={css['share']}>{formatShare(shareOf(lanes, store.rested))}</span>
      </div>
      <div className={css['track']} ref={track} role="group" aria-label={t('chart.overview')}>
        <canvas ref={canvas} aria-hidden="true" />
        <Window store={store} />
      </div>
    </div>
  );
});

/** Where they stand is set for every frame, by `followView`; their words follow when the view is at rest. */
const Window = observer(function Window({ store }: { store: ChartStore }) {
  const t = useTexts();
  const { span, rested, zone } = store;
  const share = (time: number) => Math.round(((time - span.from) / (span.to - span.from)) * 100);
  const [from, to] = [Math.round(rested.from), Math.round(rested.to)];
  const text = formatWindow(zone, { fromDate: String(from), toDate: String(to) });
  return grips.map((grip) => (
    <div
      key={grip}
      role="slider"
      tabIndex={0}
      data-grip={grip}
      className={css[grip]}
      aria-label={t(`chart.window.${grip}`)}
      aria-valuemin={Math.min(share(from), 0)}
      aria-valuemax={Math.max(share(to), 100)}
      aria-valuenow={share(grip === 'end' ? to : from)}
      aria-valuetext={text}
      onKeyDown={(event) => {
        if (keys(store, grip, event)) event.preventDefault();
      }}
    />
  ));
});

function keys(store: ChartStore, grip: Grip, { key }: KeyboardEvent): boolean {
  const { view, domain } = store;
  const length = view.to - view.from;
  const later = store.mirrored ? 'ArrowLeft' : 'ArrowRight';
  const steps: Readonly<Record<string, number>> = {
    ...{ ArrowLeft: -nudge, ArrowRight: -nudge, ArrowUp: nudge, ArrowDown: -nudge, PageUp: 1, PageDown: -1 },
    [later]: nudge,
  };
  const move = (by: number) => {
    if (grip === 'whole') store.show({ from: view.from + by, to: view.to + by });
    else if (grip === 'start') store.show({ from: Math.min(view.from + by, view.to), to: view.to });
    else store.show({ from: view.from, to: Math.max(view.to + by, view.from) });
  };
  const step = steps[key];
  if (step !== undefined) move(step * length);
  else if (key === 'Home') move(domain.from - (grip === 'end' ? view.to : view.from));
  else if (key === 'End') move(domain.to - (grip === 'start' ? view.from : view.to));
  else return false;
  return true;
}
