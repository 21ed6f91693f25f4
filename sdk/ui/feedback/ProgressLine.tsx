import { formatDuration } from '../../i18n/index.ts';
import { useUiTexts } from '../plugin/PluginContext.tsx';
import css from './notices.module.css';

interface ProgressLineProps {
  label: string;
  /** Done share, 0 to 1. */
  value: number;
  /** Shown when given; see `secondsLeft`. */
  secondsLeft?: number;
}

/** Work under way: what, how far, how long still. */
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

function timeLeft(seconds: number, t: ReturnType<typeof useUiTexts>): string {
  return seconds < 60
    ? t('progress.seconds', { count: Math.max(Math.ceil(seconds), 1) })
    : t('progress.left', { time: formatDuration(seconds / 60) });
}

/** Seconds that work started at `startedAt` (epoch ms) still needs at its pace; unknown in its first second. */
export function secondsLeft(startedAt: number, share: number, now = Date.now()): number | undefined {
  const elapsed = (now - startedAt) / 1000;
  if (elapsed < 1 || share <= 0 || share >= 1) return undefined;
  return (elapsed * (1 - share)) / share;
}
