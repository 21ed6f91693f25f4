import { formatDuration } from '@sinter/sdk/i18n';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import { DateInput } from '@sinter/sdk/ui/dates';
import { observer } from 'mobx-react-lite';
import { weekdayName, weekdays } from '../weekdays.ts';
import type { CalendarStore } from './CalendarStore.ts';
import { piecesOf, staffedMinutes, toField } from './week.ts';
import css from './calendar.module.css';

const hours = [0, 6, 12, 18, 24];
const part = (minutes: number): string => `${(minutes / 1440) * 100}%`;

/** A row for each weekday: its shifts on a bar from midnight to midnight, and their times in fields. */
export const WeekGrid = observer(function WeekGrid({ store }: { store: CalendarStore }) {
  const t = useTexts();
  const { shifts } = store.draft;
  const pieces = shifts.flatMap(piecesOf);
  const copies = shifts.length > 0;
  return (
    <>
      <h3>{t('calendar.shifts')}</h3>
      <p className={css['quiet']}>
        {shifts.length === 0
          ? t('calendar.always')
          : t('calendar.staffed', { time: formatDuration(staffedMinutes(shifts)) })}
      </p>
      <ul className={css['week']}>
        <li className={css['axis']} aria-hidden="true">
          <div>
            {hours.map((hour) => (
              <span key={hour} style={{ insetInlineStart: part(hour * 60) }}>
                {hour}
              </span>
            ))}
          </div>
        </li>
        {weekdays.map((weekday) => {
          const name = weekdayName(weekday, 'long');
          const own = shifts.flatMap((shift, index) => (shift.weekday === weekday ? [{ ...shift, index }] : []));
          return (
            <li key={weekday} className={css['day']}>
              <h4>{name}</h4>
              <div className={css['track']} aria-hidden="true">
                {pieces
                  .filter((piece) => piece.weekday === weekday)
                  .map((piece) => (
                    <span
                      key={`${piece.index} ${piece.from}`}
                      data-wrong={store.overlapping.has(piece.index)}
                      style={{ insetInlineStart: part(piece.from), width: part(piece.to - piece.from) }}
                    />
                  ))}
              </div>
              <div className={css['times']}>
                {own.length === 0 && (
                  <span className={css['quiet']}>{t(copies ? 'calendar.nobody' : 'calendar.open')}</span>
                )}
                {own.map(({ index, from, to }) => (
                  <div key={index} className={css['shift']} role="group" aria-label={`${name} ${from} – ${to}`}>
                    <DateInput
                      kind="time"
                      label={t('calendar.shift.from', { day: name })}
                      value={from}
                      clearable={false}
                      onChange={(time) => time !== null && store.changeShift(index, { from: time })}
                    />
                    <span aria-hidden="true">–</span>
                    <DateInput
                      kind="time"
                      label={t('calendar.shift.to', { day: name })}
                      value={toField(to)}
                      clearable={false}
                      onChange={(time) => time !== null && store.changeShift(index, { to: time })}
                    />
                    {toField(to) <= from && <span className={css['next']}>{t('calendar.nextDay')}</span>}
                    <button
                      type="button"
                      className={css['remove']}
                      aria-label={t('calendar.shift.remove', { shift: `${name} ${from} – ${to}` })}
                      onClick={() => store.removeShift(index)}
                    >
                      ×
                    </button>
                    {store.overlapping.has(index) && (
                      <span role="alert" className={css['problem']}>
                        {t('calendar.overlaps')}
                      </span>
                    )}
                  </div>
                ))}
                <span className={css['dayActions']}>
                  <LightButton
                    size="small"
                    aria-label={t('calendar.shift.addTo', { day: name })}
                    disabled={shifts.length >= 50}
                    onClick={() => store.addShift(weekday)}
                  >
                    {t('calendar.shift.add')}
                  </LightButton>
                  {own.length > 0 && weekday <= 5 && (
                    <LightButton size="small" onClick={() => store.copyToWorkdays(weekday)}>
                      {t('calendar.copy', { from: weekdayName(1), to: weekdayName(5) })}
                    </LightButton>
                  )}
                </span>
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
});
