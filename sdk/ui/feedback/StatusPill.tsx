import { dueState, formatShortDate } from '../../i18n/index.ts';
import type { DateValue } from '../../i18n/index.ts';
import { useUiTexts } from '../plugin/PluginContext.tsx';
import css from './notices.module.css';

export type Tone = 'blue' | 'grey' | 'green' | 'amber' | 'red';

/** A status in its colour. */
export const StatusPill = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={`${css['pill']} ${css[tone]}`}>{children}</span>
);

/** A due date, marked under 7 days (warning) and under 3 days (danger). */
export function DueMarker({ date }: { date: DateValue | null }) {
  const t = useUiTexts();
  if (date === null) return null;
  const state = dueState(date);
  return (
    <span className={`${css['due']} ${css[state] ?? ''}`} title={state === 'ok' ? undefined : t(`due.${state}`)}>
      {formatShortDate(date)}
    </span>
  );
}
