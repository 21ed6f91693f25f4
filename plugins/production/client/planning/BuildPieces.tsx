import { useState, type KeyboardEvent } from 'react';
import { observer } from 'mobx-react-lite';
import type { PlannedBuild, PlannedPiece } from '@sinter/sdk/contract/production/planning';
import { say } from '@sinter/sdk/i18n/said';
import { ErrorNotice, LightButton, LightInput, Loading, useTexts } from '@sinter/sdk/ui';
import { draggable } from './dragging.ts';
import { MoveTo } from './MoveTo.tsx';
import type { Carried } from './pieces.ts';
import type { PlanningStore } from './PlanningStore.ts';
import css from './planning.module.css';

interface PiecesProps {
  store: PlanningStore;
  build: PlannedBuild;
}

/** What a build holds. Chosen pieces go to another build, to a new one, or back. */
export const BuildPieces = observer(function BuildPieces({ store, build }: PiecesProps) {
  const t = useTexts();
  const { answer, error, retry } = store.detail;
  const [chosen, setChosen] = useState<ReadonlyMap<number, number>>(new Map());
  if (answer?.id !== build.id) {
    return error === null ? <Loading /> : <ErrorNotice subject={build.name} error={error} onRetry={retry} />;
  }
  const of = ({ orderFileId, quantity }: PlannedPiece) => Math.min(chosen.get(orderFileId) ?? quantity, quantity);
  const pieces = answer.items
    .filter(({ orderFileId }) => chosen.has(orderFileId))
    .map((item) => ({ orderFileId: item.orderFileId, quantity: of(item) }));
  const from = { id: build.id, version: answer.version };
  const carriedWith = (item: PlannedPiece): Carried => ({
    from,
    pieces: chosen.has(item.orderFileId) ? pieces : [{ orderFileId: item.orderFileId, quantity: item.quantity }],
  });
  const toggle = ({ orderFileId, quantity }: PlannedPiece) => {
    const next = new Map(chosen);
    if (!next.delete(orderFileId)) next.set(orderFileId, quantity);
    setChosen(next);
  };
  const unplaced = answer.items
    .filter((item) => item.unplaced > 0)
    .map(({ orderFileId, unplaced: quantity }) => ({ orderFileId, quantity }));
  const back = (event: KeyboardEvent, item: PlannedPiece) => {
    if (event.key !== 'Delete' || build.locked) return;
    event.preventDefault();
    void store.move(carriedWith(item), 'POOL');
  };
  return (
    <div className={css['inBuild']}>
      {answer.arrangement?.current && unplaced.length > 0 && !build.locked && (
        <LightButton size="small" onClick={() => void store.move({ from, pieces: unplaced }, 'NEW')}>
          {t('plan.splitUnplaced')}
        </LightButton>
      )}
      <ul aria-label={t('plan.pieces')}>
        {answer.items.map((item) => (
          <li
            key={item.orderFileId}
            draggable={!build.locked}
            ref={draggable(store, item.fileName, () => carriedWith(item))}
          >
            <label className={css['name']}>
              <input
                type="checkbox"
                disabled={build.locked}
                checked={chosen.has(item.orderFileId)}
                onChange={() => toggle(item)}
                onKeyDown={(event) => back(event, item)}
              />
              <span>
                <bdi className={css['part']} title={item.fileName}>
                  {item.fileName}
                </bdi>
                <span className={css['quiet']}>
                  <bdi>
                    #{item.orderId} {item.orderTitle}
                  </bdi>
                </span>
                {item.unplaced > 0 && (
                  <span className={css['warn']}>
                    {t('plan.unplaced', { count: item.unplaced })} {item.why && say(item.why.message, item.why.said)}
                  </span>
                )}
                {item.free < 0 && <span className={css['warn']}>{t('plan.short', { count: -item.free })}</span>}
              </span>
            </label>
            {chosen.has(item.orderFileId) ? (
              <LightInput
                type="text"
                inputMode="numeric"
                aria-label={t('plan.quantity', { part: item.fileName })}
                value={String(of(item))}
                onFocus={({ target }) => target.select()}
                onChange={({ target }) => {
                  const typed = Number(target.value.replace(/\D/g, ''));
                  setChosen(new Map([...chosen, [item.orderFileId, Math.max(1, Math.min(item.quantity, typed))]]));
                }}
              />
            ) : (
              <strong>{item.quantity}</strong>
            )}
          </li>
        ))}
      </ul>
      {pieces.length > 0 && <MoveTo store={store} carried={() => ({ from, pieces })} />}
    </div>
  );
});
