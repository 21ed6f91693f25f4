import { useEffect, useMemo, useRef, useState } from 'react';
import type { PlateViewerPiece, PlateViewerProps } from '@sinter/sdk/contract/preparation/plateViewer';
import { formatNumber } from '@sinter/sdk/i18n';
import { appearance, LightButton, Loading, useStore, useTexts } from '@sinter/sdk/ui';
import { autorun } from 'mobx';
import { observer } from 'mobx-react-lite';
import { Pieces } from './Pieces.tsx';
import type { PlateScene } from './PlateScene.ts';
import { PlateStore } from './PlateStore.ts';
import css from './plate.module.css';

/** The pointer moves less than this during a click, in pixels. */
const clickPixels = 5;
const views = ['ISO', 'TOP', 'FRONT', 'RIGHT'] as const;
const turn = Math.PI / 24;
const arrows: Record<string, readonly [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Parts where they lie in a machine, beside the list of them. */
export default observer(function PlateViewer({ picked, onPick, label, ...given }: PlateViewerProps) {
  const { boxMm, parts, pieces } = useSame(given);
  const t = useTexts();
  const store = useStore((host) => new PlateStore(host));
  const [scene, setScene] = useState<PlateScene | null>(null);
  const [attempt, setAttempt] = useState(1);
  const [lost, setLost] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const [width, depth, height] = boxMm;
  useEffect(() => store.take(parts), [store, parts]);
  useEffect(() => {
    let gone = false;
    let close = () => {};
    open().catch((error: unknown) => !gone && store.failToDraw(error));
    return () => {
      gone = true;
      close();
      setLost(false);
      setScene(null);
    };

    async function open() {
      const { PlateScene: Drawn } = await import('./PlateScene.ts');
      if (gone || !container.current) return;
      const made = new Drawn(container.current, [width, depth, height], setLost);
      const stop = appearance.subscribe(() => made.wear());
      close = () => {
        stop();
        made.dispose();
      };
      setScene(made);
    }
  }, [store, width, depth, height, attempt]);
  const piecesOf = useMemo(() => byPart(pieces), [pieces]);
  useEffect(() => {
    if (!scene) return undefined;
    const drawn = new Set<string>();
    return autorun(() => {
      for (const { key, fileId } of parts) {
        const mesh = store.meshes.get(fileId);
        if (!mesh || drawn.has(key)) continue;
        drawn.add(key);
        scene.show(key, mesh, piecesOf.get(key) ?? [], pieces.length);
      }
    });
  }, [scene, store, parts, piecesOf, pieces.length]);
  useEffect(() => scene?.pick(picked), [scene, picked]);
  const down = useRef<{ x: number; y: number } | null>(null);
  return (
    <div className={css['plate']}>
      <div className={css['stage']}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is interactive */}
        <div
          ref={container}
          className={css['canvas']}
          role="application"
          aria-label={label}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application is interactive
          tabIndex={0}
          onPointerDown={({ clientX, clientY, button }) =>
            (down.current = button === 0 ? { x: clientX, y: clientY } : null)
          }
          onPointerUp={({ clientX, clientY, currentTarget }) => {
            const from = down.current;
            down.current = null;
            if (!scene || !onPick || !from || Math.hypot(clientX - from.x, clientY - from.y) > clickPixels) return;
            const corner = currentTarget.getBoundingClientRect();
            onPick(scene.at(clientX - corner.left, clientY - corner.top));
          }}
          onKeyDown={(event) => {
            if (!scene || event.ctrlKey || event.metaKey || event.altKey) return;
            const arrow = arrows[event.key];
            if (event.key === 'Escape' && picked !== null) onPick?.(null);
            else if (arrow) scene.camera.orbit(arrow[0] * turn, arrow[1] * turn);
            else if (event.key === '+' || event.key === '=') scene.camera.zoom(1.15);
            else if (event.key === '-') scene.camera.zoom(1 / 1.15);
            else return;
            event.preventDefault();
          }}
        />
        {scene && (
          <div className={css['views']} role="group" aria-label={t('plate.view')}>
            {views.map((view) => (
              <LightButton key={view} size="small" onClick={() => scene.camera.view(view)}>
                {t(`viewer.view.${view}`)}
              </LightButton>
            ))}
          </div>
        )}
        {!store.cannotDraw && store.loaded < store.files.length && (
          <div className={css['loading']}>
            <Loading
              text={t('plate.loading', { done: formatNumber(store.loaded), all: formatNumber(store.files.length) })}
            />
          </div>
        )}
        {store.cannotDraw && <p className={css['notice']}>{t('viewer.noWebGl')}</p>}
        {lost && (
          <div className={css['notice']} role="alert">
            <p>{t('viewer.lost')}</p>
            <LightButton size="small" onClick={() => setAttempt(attempt + 1)}>
              {t('viewer.lost.again')}
            </LightButton>
          </div>
        )}
      </div>
      {store.notShown.length > 0 && (
        <p className={css['failed']} role="status">
          {t('plate.notShown', { names: store.notShown.join(', ') })}{' '}
          <LightButton size="small" onClick={() => store.retry()}>
            {t('plate.again')}
          </LightButton>
        </p>
      )}
      <Pieces parts={parts} pieces={pieces} picked={picked} onPick={onPick} />
    </div>
  );
});

/** The value of before as long as it says the same: what is drawn is not made anew for nothing. */
function useSame<T>(value: T): T {
  const text = JSON.stringify(value);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the text says when the value is another one
  return useMemo(() => value, [text]);
}

function byPart(pieces: readonly PlateViewerPiece[]): ReadonlyMap<string, readonly PlateViewerPiece[]> {
  const found = new Map<string, PlateViewerPiece[]>();
  for (const piece of pieces) {
    const others = found.get(piece.part);
    if (others) others.push(piece);
    else found.set(piece.part, [piece]);
  }
  return found;
}
