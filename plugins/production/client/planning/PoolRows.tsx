import { useState, type KeyboardEvent } from 'react';
import { observer } from 'mobx-react-lite';
import type { PoolPart } from '@sinter/sdk/contract/production/planning';
import { formatNumber } from '@sinter/sdk/i18n';
import { DueMarker, LightInput, StatusPill, useTexts } from '@sinter/sdk/ui';
import { ColorLabel } from '@sinter/sdk/ui/lists';
import { lostWhere } from '../outcome/remade.ts';
import { draggable } from './dragging.ts';
import type { PlanningStore } from './PlanningStore.ts';
import css from './planning.module.css';

/** Pixels; the style sheet has the same. */
const rowHeight = 76;
const around = 6;

interface RowsProps {
  store: PlanningStore;
  loaded: { parts: readonly PoolPart[]; total: number };
}

/** Only the rows in sight are drawn: there may be ten thousand. */
export const PoolRows = observer(function PoolRows({ store, loaded: { parts, total } }: RowsProps) {
  const t = useTexts();
  const [first, setFirst] = useState(0);
  const [count, setCount] = useState(12);
  const see = (element: HTMLElement) => {
    const top = Math.max(0, Math.floor(element.scrollTop / rowHeight) - around);
    const number = Math.ceil(element.clientHeight / rowHeight) + 2 * around;
    setFirst(top);
    setCount(number);
    store.pool.reach(top + number);
  };
  const shown = parts.slice(first, first + count);
  return (
    <div
      className={css['rows']}
      onScroll={({ currentTarget }) => see(currentTarget)}
      ref={(element) => {
        if (element) see(element);
      }}
    >
      <ul style={{ height: total * rowHeight }} aria-label={t('plan.parts')}>
        {shown.map((part, index) => (
          <Row key={part.orderFileId} store={store} part={part} index={first + index} total={total} />
        ))}
      </ul>
    </div>
  );
});

interface RowProps {
  store: PlanningStore;
  part: PoolPart;
  index: number;
  total: number;
}

const Row = observer(function Row({ store, part, index, total }: RowProps) {
  const t = useTexts();
  const { pool } = store;
  const chosen = pool.chosen.get(part.orderFileId);
  const remakes = part.remakes
    .map(({ quantity, jobName, number, ...lost }) =>
      [
        t('remake.of', { count: quantity, job: jobName || t('lot.named', { number }) }),
        lostWhere(t, { ...lost, jobName: '' }),
      ]
        .filter(Boolean)
        .join(' · '),
    )
    .join('; ');
  return (
    <li
      className={css['row']}
      style={{ top: index * rowHeight }}
      aria-setsize={total}
      aria-posinset={index + 1}
      data-chosen={chosen !== undefined}
      data-part={part.orderFileId}
      draggable
      ref={draggable(store, part.fileName, () => ({ from: null, pieces: pool.carriedWith(part) }))}
    >
      <label className={css['name']}>
        <input
          type="checkbox"
          aria-label={`${part.fileName} #${part.orderId} ${part.orderTitle}`}
          checked={chosen !== undefined}
          onChange={() => pool.toggle(part)}
          onKeyDown={(event) => byKey(event, store, part)}
        />
        <span>
          <bdi className={css['part']} title={part.fileName}>
            {part.fileName}
          </bdi>
          <span className={css['quiet']} dir="auto">
            <bdi>
              #{part.orderId} {part.orderTitle}
            </bdi>
          </span>
          <span className={css['quiet']} dir="auto" title={remakes}>
            {part.process.name} · {part.material.name}
            {remakes !== '' && <strong> · {remakes}</strong>}
          </span>
        </span>
      </label>
      <span className={css['marks']}>
        <DueMarker date={part.dueAt} />
        {part.late && <StatusPill tone="red">{t('card.late')}</StatusPill>}
        {part.priority && <ColorLabel {...part.priority} />}
      </span>
      <span className={css['amount']}>
        {chosen ? (
          <LightInput
            type="text"
            inputMode="numeric"
            aria-label={t('plan.quantity', { part: part.fileName })}
            value={String(chosen.quantity)}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => pool.setQuantity(part, Number(target.value.replace(/\D/g, '')))}
          />
        ) : (
          <strong>{formatNumber(part.free)}</strong>
        )}
        <span className={css['quiet']}>{t('plan.ofOrdered', { count: part.quantity })}</span>
      </span>
    </li>
  );
});

/** Arrows go from row to row, N plans a new build of what is chosen. */
function byKey(event: KeyboardEvent<HTMLInputElement>, store: PlanningStore, part: PoolPart): void {
  const { currentTarget, key, ctrlKey, metaKey } = event;
  const row = currentTarget.closest('li');
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const other = key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
    other?.querySelector<HTMLInputElement>('input[type=checkbox]')?.focus();
  } else if (key === 'a' && (ctrlKey || metaKey)) {
    store.pool.chooseAll();
  } else if (key === 'n' && !ctrlKey && !metaKey) {
    void store.move({ from: null, pieces: store.pool.carriedWith(part) }, 'NEW');
  } else return;
  event.preventDefault();
}
