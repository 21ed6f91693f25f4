import { useEffect, useLayoutEffect, useRef } from 'react';
import type { PartPins } from '@sinter/sdk/contract/preparation/partThreads';
import { formatLength } from '@sinter/sdk/i18n';
import { observer } from 'mobx-react-lite';
import type { Axis, PartScene } from './scene/PartScene.ts';
import type { Vec } from './scene/vectors.ts';
import type { ViewerStore } from './ViewerStore.ts';
import css from './viewer.module.css';

interface OverlayProps {
  store: ViewerStore;
  pins: PartPins | null;
  scene: PartScene;
}

const axes: readonly Axis[] = ['X', 'Y', 'Z'];

/**
 * Lines, lengths and pins over the picture. They are elements of the page, so that they are sharp and the keyboard
 * reaches them. They are moved with every picture, without React.
 */
export const Overlay = observer(function Overlay({ store, pins: board, scene }: OverlayProps) {
  const layer = useRef<HTMLDivElement>(null);
  const { results, marks, aim } = store.measuring;
  const pins = board?.pins ?? [];
  const marked = board?.marked ?? null;

  const place = useRef(() => {});
  place.current = () => {
    const find = (key: string) => layer.current?.querySelector<SVGElement | HTMLElement>(`[data-key="${key}"]`);
    const move = (key: string, { x, y, hidden }: { x: number; y: number; hidden: boolean }) => {
      const element = find(key);
      if (!element) return;
      element.style.translate = `${x}px ${y}px`;
      element.style.visibility = hidden ? 'hidden' : 'visible';
    };
    for (const { id, path, component } of results) {
      const points = path.map((point) => scene.toScreen(point, component));
      find(`line-${id}`)?.setAttribute('points', points.map(({ x, y }) => `${x},${y}`).join(' '));
      move(`result-${id}`, scene.toScreen(middleOf(path), component));
    }
    marks.forEach(({ position, component }, index) => move(`mark-${index}`, scene.toScreen(position, component)));
    if (aim) move('aim', scene.toScreen(aim.position, aim.component));
    for (const { id, place: on } of pins) {
      const at = scene.toScreen(on.position);
      // A pin does not store its component, so it has no place while the components are moved apart.
      move(`pin-${id}`, { ...at, hidden: at.hidden || store.explode > 0 });
      find(`pin-${id}`)?.toggleAttribute('data-away', scene.looksAway(on));
    }
    if (marked) move('marked', scene.toScreen(marked.position));
    if (!store.box) return;
    for (const { axis, size, ...at } of scene.boxLabels) {
      const label = find(`box-${axis}`);
      if (label) label.textContent = `${axis} ${formatLength(size)}`;
      move(`box-${axis}`, at);
    }
  };
  useEffect(() => scene.onFrame(() => place.current()), [scene]);
  // New elements have no place yet.
  useLayoutEffect(() => place.current());

  return (
    <div className={css['overlay']} ref={layer}>
      <svg className={css['lines']} aria-hidden="true">
        {results.map(({ id }) => (
          <polyline key={id} data-key={`line-${id}`} />
        ))}
      </svg>
      {marks.map((_, index) => (
        <span key={index} data-key={`mark-${index}`} className={css['mark']} />
      ))}
      {aim && <span data-key="aim" className={css['aim']} />}
      {results.map(({ id, value, kind }) => (
        <span key={id} data-key={`result-${id}`} className={css['label']}>
          {kind === 'RADIUS' ? 'R ' : ''}
          {formatLength(value)}
        </span>
      ))}
      {store.box && axes.map((axis) => <span key={axis} data-key={`box-${axis}`} className={css['label']} />)}
      {pins.map(({ id, place: on, label, settled }, index) => (
        <button
          key={id}
          type="button"
          data-key={`pin-${id}`}
          className={css['pin']}
          data-settled={settled}
          aria-pressed={board?.selected === id}
          aria-label={label}
          onClick={() => {
            board?.select(id);
            scene.fly(on.camera);
          }}
        >
          {index + 1}
        </button>
      ))}
      {marked && <span data-key="marked" className={css['mark']} />}
    </div>
  );
});

/** The middle of the path, where its label goes. */
function middleOf(path: readonly Vec[]): Vec {
  const at = (path.length - 1) / 2;
  const [a, b] = [path[Math.floor(at)], path[Math.ceil(at)]];
  if (!a || !b) return [0, 0, 0];
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
}
