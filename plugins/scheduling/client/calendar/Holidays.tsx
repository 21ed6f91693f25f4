import { LightButton, LightInput, useTexts } from '@sinter/sdk/ui';
import { DateInput } from '@sinter/sdk/ui/dates';
import { observer } from 'mobx-react-lite';
import type { CalendarStore } from './CalendarStore.ts';
import css from './calendar.module.css';

/** Days on which nobody is there, whatever the shifts say. */
export const Holidays = observer(function Holidays({ store }: { store: CalendarStore }) {
  const t = useTexts();
  const { holidays } = store.draft;
  return (
    <>
      <h3>{t('calendar.holidays')}</h3>
      {holidays.length === 0 && <p className={css['quiet']}>{t('calendar.holidays.none')}</p>}
      <ul className={css['holidays']}>
        {holidays.map(({ date, name }, index) => (
          // A holiday has no name of its own: it is what stands at its place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <DateInput
              label={t('calendar.holiday.date')}
              status={store.wrongHolidays.has(index) ? 'error' : ''}
              value={date || null}
              clearable={false}
              onChange={(day) => day !== null && store.changeHoliday(index, { date: day })}
            />
            <LightInput
              type="text"
              maxLength={100}
              aria-label={t('calendar.holiday.name')}
              placeholder={t('calendar.holiday.name')}
              value={name}
              onChange={(event) => store.changeHoliday(index, { name: event.target.value })}
            />
            <button
              type="button"
              className={css['remove']}
              aria-label={t('calendar.holiday.remove', { day: name || date })}
              onClick={() => store.removeHoliday(index)}
            >
              ×
            </button>
            {date !== '' && store.wrongHolidays.has(index) && (
              <span role="alert" className={css['problem']}>
                {t('calendar.holiday.twice')}
              </span>
            )}
          </li>
        ))}
      </ul>
      <span>
        <LightButton size="small" disabled={holidays.length >= 400} onClick={store.addHoliday}>
          {t('calendar.holiday.add')}
        </LightButton>
      </span>
    </>
  );
});
