import { useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { formatWindow } from '../texts.ts';
import type { Zone } from '../zone.ts';
import type { DowntimeStore } from './DowntimeStore.ts';
import type { Interval } from './recurrence.ts';
import css from './downtime.module.css';

const shown = 8;
const windowText = (zone: Zone, { from, to }: Interval): string =>
  formatWindow(zone, { fromDate: String(from), toDate: String(to) });

interface PreviewProps {
  store: DowntimeStore;
  /** Those that meet a job will be left out. */
  skipTaken: boolean;
}

/** The next times by the facility's clock, each with the job that it meets. */
export const Preview = observer(function Preview({ store, skipTaken }: PreviewProps) {
  const t = useTexts();
  const { occurrences, zone } = store;
  const meeting = occurrences.filter(({ meets }) => meets.length > 0);
  if (occurrences.length === 0 || (occurrences.length === 1 && meeting.length === 0)) return null;
  const hidden = occurrences.length - shown;
  const last = occurrences.at(-1);
  return (
    <section className={css['preview']} aria-label={t('downtime.preview')}>
      <h3>{t('downtime.preview')}</h3>
      <ol>
        {occurrences.slice(0, shown).map((time) => {
          const [other] = time.meets;
          return (
            <li key={time.from} data-taken={skipTaken && other !== undefined}>
              <span>{windowText(zone, time)}</span>
              {other && (
                <span className={css['meets']}>
                  {t(skipTaken ? 'downtime.skips' : 'downtime.meets', { id: other.id, job: other.jobName })}
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {hidden > 0 && last && <p>{t('downtime.more', { count: hidden, time: windowText(zone, last) })}</p>}
      {meeting.length > 0 && (
        <p role="status" className={css['meets']}>
          {t('downtime.meeting', { count: meeting.length, all: occurrences.length })}
        </p>
      )}
    </section>
  );
});
