import { formatDuration } from '../../i18n/index.ts';
import { useUiTexts } from '../plugin/PluginContext.tsx';
import css from './notices.module.css';

interface ProgressLineProps {
  label: string;
  /** Share that is done, 0 to 1. */
  value: number;
  /** Shown when given; see `Pace`. */
  secondsLeft?: number | undefined;
}

/** Work in progress: what, how far, and how long it will take. */
export function ProgressLine({ label, value, secondsLeft }: ProgressLineProps) {
  const t = useUiTexts();
  const percent = Math.round(Math.min(Math.max(value, 0), 1) * 100);
  const left = secondsLeft === undefined ? '' : ` · ${timeLeft(secondsLeft, t)}`;
  return (
    <div>
      <div className={css['progressText']}>
        <span>{label}</span>
        <span>
          {percent}%{left}
        </span>
      </div>
      <div
        className={css['track']}
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div className={css['bar']} style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}

/** Rounded: nothing can tell the time exactly, and a figure that changes all the time is harder to read. */
function timeLeft(seconds: number, t: ReturnType<typeof useUiTexts>): string {
  if (seconds > 57) return t('progress.left', { time: formatDuration(Math.ceil(seconds / 60)) });
  return t('progress.seconds', { count: Math.max(Math.ceil(seconds / 5) * 5, 5) });
}
