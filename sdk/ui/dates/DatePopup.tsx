import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { LightButton } from '../index.ts';
import { useUiTexts } from '../host.ts';
import { MonthView } from './MonthView.tsx';
import type { DateKind } from './readTyped.ts';
import { TimeChoice } from './TimeChoice.tsx';
import { besideOf } from './besideOf.ts';
import form from '../form/form.module.css';
import css from './dates.module.css';

export interface DatePopupProps {
  anchor: RefObject<HTMLElement | null>;
  kind: DateKind;
  value: string | null;
  today: string;
  min?: string | undefined;
  max?: string | undefined;
  minuteStep: number;
  clearable: boolean;
  /** The focus goes into it. */
  enter: boolean;
  fits: (value: string) => boolean;
  /** `done`: nothing else is to be chosen. */
  onChoose: (value: string | null, done: boolean) => void;
  onClose: () => void;
}

/** The calendar and the clock of a date field. */
export default function DatePopup(props: DatePopupProps) {
  const { anchor, kind, value, today, clearable, enter, minuteStep, fits, onChoose, onClose } = props;
  const t = useUiTexts();
  const popup = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ top: number; left: number } | null>(null);
  useLayoutEffect(() => {
    const [around, shown] = [anchor.current, popup.current];
    if (!around || !shown) return;
    shown.showPopover?.();
    const move = () => setPlace(besideOf(around.getBoundingClientRect(), shown.getBoundingClientRect()));
    move();
    window.addEventListener('scroll', move, true);
    window.addEventListener('resize', move);
    return () => {
      window.removeEventListener('scroll', move, true);
      window.removeEventListener('resize', move);
    };
  }, [anchor]);
  useEffect(() => {
    const shown = popup.current;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation(); // A drawer around it stays.
      onClose();
    };
    shown?.addEventListener('keydown', press);
    return () => shown?.removeEventListener('keydown', press);
  }, [onClose]);
  useEffect(() => {
    if (enter) popup.current?.querySelector<HTMLElement>('[aria-pressed=true], [tabindex="0"], select')?.focus();
  }, [enter]);
  const time = value?.slice(-5) ?? '00:00';
  const chooseDay = (day: string) =>
    onChoose(kind === 'date' ? day : `${day}T${kind === 'dateTime' && value ? time : '08:00'}`, kind === 'date');
  const chooseTime = (next: string) =>
    onChoose(kind === 'time' ? next : `${value?.slice(0, 10) ?? today}T${next}`, false);
  return (
    <div
      ref={popup}
      popover="manual"
      role="dialog"
      aria-label={t('date.open')}
      className={css['popup']}
      style={place ?? { visibility: 'hidden' }}
    >
      {kind !== 'time' && (
        <MonthView value={value?.slice(0, 10) ?? null} today={today} fits={fits} onChoose={chooseDay} />
      )}
      {kind !== 'date' && <TimeChoice value={value === null ? null : time} step={minuteStep} onChoose={chooseTime} />}
      {(kind !== 'date' || (clearable && value !== null)) && (
        <div className={form['actions']}>
          {clearable && value !== null && (
            <LightButton size="small" onClick={() => onChoose(null, true)}>
              {t('clear')}
            </LightButton>
          )}
          {kind !== 'date' && (
            <LightButton size="small" kind="primary" onClick={onClose}>
              {t('close')}
            </LightButton>
          )}
        </div>
      )}
    </div>
  );
}
