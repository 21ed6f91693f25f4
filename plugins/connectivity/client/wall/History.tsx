import { observer } from 'mobx-react-lite';
import { formatDateTime, formatDuration, formatPercent, formatTime } from '@sinter/sdk/i18n';
import { ErrorNotice, Loading, StatusPill, useStore, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { stateTones } from '../states.ts';
import { HistoryStore, type Timeline } from './HistoryStore.ts';
import css from './wall.module.css';

interface HistoryProps {
  id: number;
  onClose: () => void;
}

/** The last day of a machine: its states on a line and in words, and its alarms. */
export default observer(function History({ id, onClose }: HistoryProps) {
  const t = useTexts();
  const { timeline } = useStore((host) => new HistoryStore(host, id));
  const { answer, error } = timeline;
  return (
    <SideDrawer title={answer?.machine.name ?? t('wall.history')} unsaved={false} size={560} onClose={onClose}>
      {error !== null && <ErrorNotice subject={t('wall.history')} error={error} onRetry={timeline.retry} />}
      {!answer && error === null && <Loading />}
      {answer && <Day timeline={answer} />}
    </SideDrawer>
  );
});

const minutesOf = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 60_000;

function Day({ timeline }: { timeline: Timeline }) {
  const t = useTexts();
  const { spans, alarms, from, to, running, available } = timeline;
  const share = (part: number | null) => (part === null ? '–' : formatPercent(part, 0));
  const [begin, whole] = [Date.parse(from), Date.parse(to) - Date.parse(from)];
  const place = (at: string) => `${((Date.parse(at) - begin) / whole) * 100}%`;
  return (
    <div className={css['history']}>
      <dl className={css['shares']}>
        <div>
          <dt>{t('history.running')}</dt>
          <dd>{share(running)}</dd>
        </div>
        <div>
          <dt>{t('history.available')}</dt>
          <dd>{share(available)}</dd>
        </div>
      </dl>
      <p className={css['lead']}>{t('history.shares')}</p>
      {spans.length === 0 && <p>{t('history.none')}</p>}
      {spans.length > 0 && (
        <div className={css['line']} aria-hidden="true">
          {spans.map((span) => (
            <span
              key={span.from}
              data-tone={stateTones[span.state]}
              data-state={span.state}
              style={{
                insetInlineStart: place(span.from),
                width: `${(minutesOf(span.from, span.to) * 6_000_000) / whole}%`,
              }}
              title={t(`state.${span.state}`)}
            />
          ))}
        </div>
      )}
      <h3>{t('history.alarms')}</h3>
      {alarms.length === 0 && <p>{t('history.noAlarms')}</p>}
      <ul>
        {alarms.map((alarm) => (
          <li key={alarm.id}>
            <strong>
              <bdi>{alarm.text || alarm.code}</bdi>
            </strong>
            <span>{formatDateTime(alarm.at)}</span>
            {alarm.seenAt !== null && (
              <span>{alarm.seenBy ? t('alarm.seenBy', { name: alarm.seenBy }) : t('alarm.seen')}</span>
            )}
          </li>
        ))}
      </ul>
      <h3>{t('history.states')}</h3>
      <ol>
        {spans.toReversed().map((span) => (
          <li key={span.from}>
            <StatusPill tone={stateTones[span.state]}>{t(`state.${span.state}`)}</StatusPill>
            <span>{formatTime(span.from)}</span>
            <span>{formatDuration(minutesOf(span.from, span.to))}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
