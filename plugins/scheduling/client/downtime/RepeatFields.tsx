import { useTexts } from '@sinter/sdk/ui';
import { FieldFrame, NumberField, SelectField, SwitchField } from '@sinter/sdk/ui/form';
import { weekdayName, weekdays } from '../weekdays.ts';
import type { DowntimeValues } from './downtimeValues.ts';
import css from './downtime.module.css';

/** How often. */
export function RepeatFields({ values }: { values: DowntimeValues }) {
  const t = useTexts();
  const every = (['DAY', 'WEEK', 'MONTH'] as const).map((value) => ({ value, label: t(`downtime.every.${value}`) }));
  return (
    <>
      <div className={css['pair']}>
        <SelectField name="every" label={t('downtime.every')} options={every} />
        <NumberField
          name="interval"
          label={t('downtime.interval')}
          hint={t(`downtime.interval.${values.every}`, { count: values.interval ?? 1 })}
          required
          min={1}
          max={52}
          precision={0}
        />
        <NumberField name="count" label={t('downtime.count')} required min={2} max={366} precision={0} />
      </div>
      {values.every === 'WEEK' && (
        <FieldFrame<number[]> name="weekdays" label={t('downtime.weekdays')} hint={t('downtime.weekdays.hint')}>
          {({ value: chosen, change, control: { id } }) => (
            <div className={css['days']} id={id} role="group" aria-label={t('downtime.weekdays')}>
              {weekdays.map((day) => (
                <button
                  key={day}
                  type="button"
                  aria-pressed={chosen.includes(day)}
                  aria-label={weekdayName(day, 'long')}
                  onClick={() =>
                    change(chosen.includes(day) ? chosen.filter((each) => each !== day) : [...chosen, day])
                  }
                >
                  {weekdayName(day)}
                </button>
              ))}
            </div>
          )}
        </FieldFrame>
      )}
      <SwitchField name="skipTaken" label={t('downtime.skipTaken')} hint={t('downtime.skipTaken.hint')} />
    </>
  );
}
