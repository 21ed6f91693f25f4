import { useEffect, useId, useRef, useState } from 'react';
import type { PartPins, PartPlace } from '@sinter/sdk/contract/preparation/partThreads';
import { formatArea, formatNumber, formatSize, formatVolume } from '@sinter/sdk/i18n';
import { appearance, LightButton, Loading, useTexts } from '@sinter/sdk/ui';
import { autorun, reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { Guide } from './Guide.tsx';
import { Overlay } from './Overlay.tsx';
import { standardViews } from './scene/views.ts';
import type { PartScene, Spot } from './scene/PartScene.ts';
import type { ViewerStore } from './ViewerStore.ts';
import css from './viewer.module.css';

interface StageProps {
  store: ViewerStore;
  pins: PartPins | null;
  fileId: number;
  fileName: string;
  scene: PartScene | null;
  onScene: (scene: PartScene | null) => void;
}

/** The pointer moves less than this during a click, in pixels. */
const clickPixels = 5;
/** A click this near to the part still counts as on it, in pixels. */
const besidePixels = 7;
const turn = Math.PI / 24;
const panPixels = 40;

/** The canvas with its overlay, and what pointer and keys do there. */
export const Stage = observer(function Stage({ store, pins, fileId, fileName, scene, onScene }: StageProps) {
  const t = useTexts();
  const factsId = useId();
  const container = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  const [lost, setLost] = useState(false);
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    let gone = false;
    let close = () => {};
    open().catch((error: unknown) => !gone && store.failToDraw(error));
    return () => {
      gone = true;
      close();
      setLost(false);
      onScene(null);
    };

    async function open() {
      // The drawing code is about 100 kB, so it is loaded only when a user looks at a part.
      const { PartScene } = await import('./scene/PartScene.ts');
      if (gone || !container.current) return;
      const made = new PartScene(container.current, setLost);
      const stop = feed(made, store);
      close = () => {
        stop();
        made.dispose();
      };
      onScene(made);
    }
  }, [store, onScene, attempt]);

  const { report, measuring } = store;
  const marking = measuring.tool !== null || (pins?.guide ?? null) !== null;
  const mark = async (x: number, y: number) => {
    if (!scene || !marking) return;
    setBusy(true);
    const spot = await pickNear(scene, x, y).finally(() => setBusy(false));
    if (!spot) measuring.miss();
    else if (pins && pins.guide !== null) pins.choose(placeOf(fileId, spot, scene));
    else await measuring.mark(spot, scene);
  };
  /** The last position of the pointer that was not processed yet. */
  const over = useRef<{ x: number; y: number } | null>(null);
  const hover = async (place: { x: number; y: number } | null) => {
    const waits = over.current !== null;
    over.current = place;
    if (!scene || waits) return;
    while (over.current) {
      const { x, y } = over.current;
      const spot = await scene.pick(x, y);
      measuring.hover(spot, scene);
      if (over.current?.x === x && over.current.y === y) over.current = null;
    }
  };
  const down = useRef<{ x: number; y: number } | null>(null);
  return (
    <div className={css['stage']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is interactive */}
      <div
        ref={container}
        className={css['canvas']}
        data-marking={marking}
        data-busy={busy}
        role="application"
        aria-label={t('viewer.canvas', { fileName })}
        aria-describedby={factsId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application is interactive
        tabIndex={0}
        onPointerDown={({ clientX, clientY, button }) =>
          (down.current = button === 0 ? { x: clientX, y: clientY } : null)
        }
        onPointerUp={(event) => {
          const from = down.current;
          down.current = null;
          if (!from || Math.hypot(event.clientX - from.x, event.clientY - from.y) > clickPixels) return;
          const corner = event.currentTarget.getBoundingClientRect();
          void mark(event.clientX - corner.left, event.clientY - corner.top);
        }}
        onPointerMove={({ currentTarget, clientX, clientY, pointerType, buttons }) => {
          if (measuring.tool !== 'DISTANCE' || pointerType !== 'mouse' || buttons !== 0) return;
          const corner = currentTarget.getBoundingClientRect();
          void hover({ x: clientX - corner.left, y: clientY - corner.top });
        }}
        onPointerLeave={() => scene && measuring.hover(null, scene)}
        onKeyDown={(event) => {
          if (!scene || event.ctrlKey || event.metaKey || event.altKey) return;
          const { clientWidth, clientHeight } = event.currentTarget;
          if (marking && (event.key === 'Enter' || event.key === ' ')) void mark(clientWidth / 2, clientHeight / 2);
          else if (event.key === 'Escape') cancel(store, pins);
          else if (!steer(scene, event.key, event.shiftKey ? clientHeight : null)) return;
          event.preventDefault();
        }}
      />
      {scene && <Overlay store={store} pins={pins} scene={scene} />}
      {!scene && <Loading text={t('viewer.loading')} />}
      <Guide measuring={measuring} pins={pins} />
      {marking && <span className={css['crosshair']} aria-hidden="true" />}
      {lost && (
        <div className={css['lost']} role="alert">
          <p>{t('viewer.lost')}</p>
          <LightButton size="small" onClick={() => setAttempt(attempt + 1)}>
            {t('viewer.lost.again')}
          </LightButton>
        </div>
      )}
      <p id={factsId} className={css['hidden']}>
        {report &&
          t('viewer.facts', {
            size: formatSize(report.bbox.size),
            volume: formatVolume(report.volumeMm3),
            area: formatArea(report.areaMm2),
            facets: formatNumber(report.facets),
          })}{' '}
        {t('viewer.keys')}
      </p>
    </div>
  );
});

/** Gives the scene the present options of the store, now and after every change. */
function feed(scene: PartScene, store: ViewerStore): () => void {
  const stops = [
    autorun(() => store.preview && scene.show(store.preview)),
    autorun(() => store.full && scene.showFull(store.full)),
    autorun(() => store.before && scene.showBefore(store.before)),
    autorun(() => scene.set(store.options)),
    reaction(
      () => store.heat.map,
      (map) => scene.setThickness(map),
      { fireImmediately: true },
    ),
    appearance.subscribe(() => scene.wear()),
  ];
  return () => stops.forEach((stop) => stop());
}

function placeOf(
  fileId: number,
  { position, normal }: { position: Triple; normal: Triple },
  scene: PartScene,
): PartPlace {
  const { pose } = scene;
  return {
    fileId,
    position: mutable(position),
    normal: mutable(normal),
    camera: { position: mutable(pose.position), target: mutable(pose.target), up: mutable(pose.up) },
  };
}
type Triple = readonly [number, number, number];
const mutable = ([x, y, z]: Triple): [number, number, number] => [x, y, z];

/** What is at a point of the canvas, or a few pixels beside it, because edges lie where the part ends. */
async function pickNear(scene: PartScene, x: number, y: number): Promise<Spot | null> {
  const straight = await scene.pick(x, y);
  if (straight) return straight;
  for (let angle = 0; angle < 2 * Math.PI; angle += Math.PI / 4) {
    const spot = await scene.pick(x + besidePixels * Math.cos(angle), y + besidePixels * Math.sin(angle));
    if (spot) return spot;
  }
  return null;
}

function cancel({ measuring }: ViewerStore, pins: PartPins | null): void {
  if (pins && pins.guide !== null) pins.giveUp();
  else if (measuring.marks.length > 0) measuring.undo();
  else measuring.choose(null);
}

const arrows: Record<string, readonly [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Handles a key; `true` when it does something here. `panHeight`: height of the canvas when the key moves the part
 * instead of turning it.
 */
function steer({ camera }: PartScene, key: string, panHeight: number | null): boolean {
  const view = standardViews[Number(key) - 1];
  const arrow = arrows[key];
  if (view) camera.view(view);
  else if (arrow && panHeight !== null) camera.pan(arrow[0] * panPixels, arrow[1] * panPixels, panHeight);
  else if (arrow) camera.orbit(arrow[0] * turn, arrow[1] * turn);
  else if (key === '+' || key === '=') camera.zoom(1.15);
  else if (key === '-') camera.zoom(1 / 1.15);
  else if (key === 'f' || key === 'F') camera.fit();
  else return false;
  return true;
}
