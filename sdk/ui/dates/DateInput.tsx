import { lazy, Suspense, useId, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import { LightInput } from '../index.ts';
import { useUiTexts } from '../host.ts';
import type { ControlProps } from '../form/FieldFrame.tsx';
import { readTyped } from './readTyped.ts';
import type { DateKind } from './readTyped.ts';
import { shownText } from './shownText.ts';
import { today } from './today.ts';
import form from '../form/form.module.css';
import css from './dates.module.css';

const DatePopup = lazy(() => import('./DatePopup.tsx'));

interface DateInputProps extends Partial<ControlProps> {
  /** A day `2026-11-25`, with a time `2026-11-25T08:00`, or a time `08:00` alone. */
  kind?: DateKind;
  /** Names the field for screen readers where no label does. */
  label?: string;
  value: string | null;
  onChange: (value: string | null) => void;
  /** Minutes between the times that can be chosen; any can be typed. */
  minuteStep?: 1 | 10 | 15 | 30;
  min?: string | undefined;
  max?: string | undefined;
  /** May the field be left empty? */
  clearable?: boolean;
}

/**
 * A date or a time: typed as it is shown or in a shorter form, or chosen. Enter takes what is typed, and so does leaving
 * the field; what cannot be read, or lies out of range, gives way to the value before (specification 5).
 */
export function DateInput(props: DateInputProps) {
  const { kind = 'date', label, value, onChange, minuteStep = 15, min, max, clearable = true, ...control } = props;
  const { status, onBlur, ...rest } = control;
  const t = useUiTexts();
  const noteId = useId();
  const field = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  /** `null`: nothing is typed. */
  const [typed, setTyped] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [open, setOpen] = useState<'seen' | 'entered' | null>(null);

  const fits = (next: string) => {
    const length = kind === 'time' ? 5 : 10;
    return (
      !(min && next.slice(0, length) < min.slice(0, length)) && !(max && next.slice(0, length) > max.slice(0, length))
    );
  };
  const take = () => {
    setTyped(null);
    if (typed === null || typed === (value === null ? '' : shownText(value, kind))) return;
    if (typed.trim() === '' && clearable) return onChange(null);
    const read = readTyped(typed, { kind, value, today: today() });
    if (read !== null && fits(read)) return onChange(read);
    if (typed.trim() !== '') setRefused(typed);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault(); // Enter takes the date and must not submit the form around it.
      take();
      setOpen(null);
    } else if (event.key === 'Escape' && (open || typed !== null)) {
      event.stopPropagation(); // A drawer around it stays.
      setTyped(null);
      setOpen(null);
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      setOpen('entered');
    }
  };
  const leave = (event: FocusEvent) => {
    if (field.current?.contains(event.relatedTarget)) return;
    take();
    setOpen(null);
    onBlur?.(event);
  };
  const choose = (next: string | null, done: boolean) => {
    setTyped(null);
    setRefused(null);
    onChange(next);
    if (done) close();
  };
  const close = () => {
    input.current?.focus();
    setOpen(null);
  };
  const enabled = !rest.disabled;
  return (
    <div className={css['field']} ref={field} onBlur={leave}>
      <LightInput
        {...rest}
        ref={input}
        {...(label ? { 'aria-label': label } : {})}
        aria-describedby={
          [rest['aria-describedby'], refused === null ? null : noteId].filter(Boolean).join(' ') || undefined
        }
        autoComplete="off"
        invalid={status === 'error' || rest['aria-invalid'] === true || refused !== null}
        value={typed ?? (value === null ? '' : shownText(value, kind))}
        onChange={(event) => {
          setRefused(null);
          setTyped(event.target.value);
        }}
        onClick={() => enabled && setOpen(open ?? 'seen')}
        onKeyDown={press}
      />
      {/* The arrow key opens it too: Tab goes on to the next field. */}
      <button
        type="button"
        tabIndex={-1}
        disabled={!enabled}
        aria-label={t('date.open')}
        aria-haspopup="dialog"
        aria-expanded={open !== null}
        onClick={() => setOpen(open ? null : 'entered')}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          {kind === 'time' ? (
            <path d="M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM8 4v4.3l2.8 1.7" />
          ) : (
            <path d="M2 3.5h12v10.5H2zM2 6.5h12M5 1.5v3M11 1.5v3" />
          )}
        </svg>
      </button>
      {open && (
        <Suspense fallback={null}>
          <DatePopup
            {...{ kind, value, min, max, minuteStep, clearable, fits }}
            anchor={field}
            today={today()}
            enter={open === 'entered'}
            onChoose={choose}
            onClose={close}
          />
        </Suspense>
      )}
      {refused !== null && (
        <p id={noteId} role="status" className={form['error']}>
          {t('date.refused', { text: refused })}
        </p>
      )}
    </div>
  );
}
