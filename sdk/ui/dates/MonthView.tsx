import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { currentLanguage, directionOf } from '../../i18n/index.ts';
import { useUiTexts } from '../host.ts';
import { LightButton } from '../index.ts';
import { addDays, addMonths, fullName, monthGrid, monthName, shortMonth, weekdayName } from './month.ts';
import css from './dates.module.css';

type View = 'days' | 'months' | 'years';

interface MonthViewProps {
  value: string | null;
  today: string;
  fits: (day: string) => boolean;
  onChoose: (day: string) => void;
}

const steps: Record<View, number> = { days: 1, months: 12, years: 144 };
const isTurned = (): boolean => directionOf(currentLanguage()) === 'rtl';
const larger: Record<View, View> = { days: 'months', months: 'years', years: 'days' };
/** Days that the arrow keys go; the horizontal ones turn round where the language does. */
const ways: Record<string, number> = { ArrowUp: -7, ArrowDown: 7, ArrowLeft: -1, ArrowRight: 1 };

/** Days of a month, months of a year, or twelve years (specification 4.9, 9). */
export function MonthView({ value, today, fits, onChoose }: MonthViewProps) {
  const t = useUiTexts();
  const [view, setView] = useState<View>('days');
  /** The day that the arrow keys have reached; its month is shown. */
  const [at, setAt] = useState(value ?? today);
  const [seen, setSeen] = useState(value);
  const grid = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  if (seen !== value) {
    setSeen(value);
    if (value !== null) setAt(value);
  }
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    moved.current = false;
  }, [at, view]);
  const firstYear = Math.floor(Number(at.slice(0, 4)) / 12) * 12;
  const title =
    view === 'days' ? monthName(at) : view === 'months' ? at.slice(0, 4) : `${firstYear} – ${firstYear + 11}`;
  const press = (event: KeyboardEvent) => {
    const turned = isTurned() && (event.key === 'ArrowLeft' || event.key === 'ArrowRight');
    const days = ways[event.key];
    const months = { PageUp: -1, PageDown: 1 }[event.key];
    if (days === undefined && months === undefined) return;
    event.preventDefault();
    moved.current = true;
    if (months !== undefined) return setAt(addMonths(at, months * steps[view]));
    const step = turned ? -(days ?? 0) : (days ?? 0);
    if (view === 'days') return setAt(addDays(at, step));
    const cells = Math.abs(step) === 7 ? Math.sign(step) * 3 : step;
    setAt(addMonths(at, cells * (view === 'months' ? 1 : 12)));
  };
  const cells =
    view === 'days'
      ? monthGrid(at)
      : Array.from({ length: 12 }, (_, index) =>
          view === 'months'
            ? addMonths(`${at.slice(0, 5)}01${at.slice(7)}`, index)
            : addMonths(at, (firstYear + index - Number(at.slice(0, 4))) * 12),
        );
  const choose = (cell: string) => {
    moved.current = true;
    setAt(cell);
    if (view === 'days') onChoose(cell);
    else setView(view === 'years' ? 'months' : 'days');
  };
  return (
    <>
      <div className={css['row']}>
        <LightButton size="small" aria-label={t('pager.previous')} onClick={() => setAt(addMonths(at, -steps[view]))}>
          {isTurned() ? '›' : '‹'}
        </LightButton>
        <LightButton size="small" aria-live="polite" onClick={() => setView(larger[view])}>
          {title}
        </LightButton>
        <LightButton size="small" aria-label={t('pager.next')} onClick={() => setAt(addMonths(at, steps[view]))}>
          {isTurned() ? '‹' : '›'}
        </LightButton>
      </div>
      {view === 'days' && (
        <div className={css['days']} aria-hidden="true">
          {cells.slice(0, 7).map((day) => (
            <span key={day}>{weekdayName(day)}</span>
          ))}
        </div>
      )}
      <div
        ref={grid}
        role="group"
        aria-label={title}
        className={css['days']}
        data-wide={view === 'days' ? undefined : true}
      >
        {cells.map((cell) => (
          <button
            key={cell}
            type="button"
            tabIndex={cell === at ? 0 : -1}
            disabled={view === 'days' && !fits(cell)}
            aria-label={view === 'days' ? fullName(cell) : undefined}
            aria-current={cell === today ? 'date' : undefined}
            aria-pressed={isChosen(cell, value, view)}
            data-other={view === 'days' && cell.slice(0, 7) !== at.slice(0, 7)}
            onKeyDown={press}
            onClick={() => choose(cell)}
          >
            {view === 'days' ? Number(cell.slice(8)) : view === 'months' ? shortMonth(cell) : cell.slice(0, 4)}
          </button>
        ))}
      </div>
    </>
  );
}

const lengths: Record<View, number> = { days: 10, months: 7, years: 4 };
const isChosen = (cell: string, value: string | null, view: View): boolean =>
  value !== null && cell.slice(0, lengths[view]) === value.slice(0, lengths[view]);
