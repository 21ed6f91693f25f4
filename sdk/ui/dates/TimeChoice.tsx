import { currentLocale, dayPeriod } from '../../i18n/index.ts';
import { LightSelect } from '../index.ts';
import css from './dates.module.css';

interface TimeChoiceProps {
  /** `08:30`; `null`: none yet. */
  value: string | null;
  /** Minutes. */
  step: number;
  onChoose: (value: string) => void;
}

const pad = (value: number): string => String(value).padStart(2, '0');
const upTo = (count: number, step = 1): number[] =>
  Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step);

/** Hour, minute and half of the day: 12-hour choices (specification 5). */
export function TimeChoice({ value, step, onChoose }: TimeChoiceProps) {
  const named = new Intl.DisplayNames(currentLocale(), { type: 'dateTimeField' });
  const [hour = 8, minute = 0] = value?.split(':').map(Number) ?? [];
  const minutes = [...new Set([...upTo(60, step), minute])].toSorted((a, b) => a - b);
  const afternoon = hour >= 12;
  const choose = (nextHour: number, nextMinute: number) => onChoose(`${pad(nextHour)}:${pad(nextMinute)}`);
  return (
    <div className={css['row']}>
      <LightSelect
        aria-label={named.of('hour')}
        value={hour % 12}
        onChange={({ target }) => choose(Number(target.value) + (afternoon ? 12 : 0), minute)}
      >
        {upTo(12).map((one) => (
          <option key={one} value={one}>
            {one || 12}
          </option>
        ))}
      </LightSelect>
      <span aria-hidden="true">:</span>
      <LightSelect
        aria-label={named.of('minute')}
        value={minute}
        onChange={({ target }) => choose(hour, Number(target.value))}
      >
        {minutes.map((one) => (
          <option key={one} value={one}>
            {pad(one)}
          </option>
        ))}
      </LightSelect>
      <LightSelect
        aria-label={named.of('dayPeriod')}
        value={afternoon ? 'pm' : 'am'}
        onChange={({ target }) => choose((hour % 12) + (target.value === 'pm' ? 12 : 0), minute)}
      >
        <option value="am">{dayPeriod(9)}</option>
        <option value="pm">{dayPeriod(15)}</option>
      </LightSelect>
    </div>
  );
}
