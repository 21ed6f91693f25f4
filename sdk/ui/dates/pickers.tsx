import { DatePicker as AntdDatePicker, TimePicker as AntdTimePicker } from 'antd';
import moment from 'moment';
import type { Moment } from 'moment';
import { timeFormat, userDateFormat } from '../../i18n/index.ts';
import { parseTypedDate } from './typedDate.ts';
import { FieldFrame } from '../form/FieldFrame.tsx';
import type { ControlProps, FieldProps } from '../form/FieldFrame.tsx';

// The page's antd works with moment (the build replaces its date library); antd's types know only the default one.
type MomentPicker = ReturnType<typeof AntdDatePicker.generatePicker<Moment>>;
/** antd's DatePicker over moment. */
export const DatePicker = AntdDatePicker as unknown as MomentPicker;
/** antd's TimePicker over moment. */
export const TimePicker = AntdTimePicker as unknown as MomentPicker['TimePicker'];

interface DateTimeInputProps extends Partial<ControlProps> {
  /** Names the date for screen readers where no label does. */
  label?: string;
  value: Moment | null;
  onChange: (value: Moment | null) => void;
  /** Also asks for the time of day, with 12-hour choices. */
  withTime?: boolean;
  minuteStep?: 1 | 10 | 15 | 30;
  min?: Moment;
  max?: Moment;
  clearable?: boolean;
}

/**
 * A date, or a date and time. Typed text has to be in one of the specification's formats; unreadable dates and dates
 * out of range revert (specification 5).
 */
export function DateTimeInput(props: DateTimeInputProps) {
  const { label, value, onChange, withTime = false, minuteStep = 1, min, max, clearable = true, ...control } = props;
  const shown = userDateFormat();
  const take = (text: string) => {
    const typed = parseTypedDate(text, withTime ? `${shown} ${timeFormat()}` : shown);
    if (typed && !(min && typed.isBefore(min, 'day')) && !(max && typed.isAfter(max, 'day'))) onChange(typed);
  };
  return (
    <DatePicker
      {...control}
      value={value}
      {...(label ? { 'aria-label': label } : {})}
      format={withTime ? `${shown} ${timeFormat()}` : shown}
      showTime={withTime ? { use12Hours: true, format: timeFormat(), minuteStep } : false}
      needConfirm={withTime}
      {...(min ? { minDate: min } : {})}
      {...(max ? { maxDate: max } : {})}
      allowClear={clearable}
      onChange={(next: Moment | Moment[] | null) => onChange(Array.isArray(next) ? (next[0] ?? null) : next)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault(); // Enter chooses the date and must not submit the form around it
        take(event.target.value);
      }}
      style={{ width: '100%' }}
    />
  );
}

interface DateTimeFieldProps extends FieldProps {
  withTime?: boolean;
  minuteStep?: 1 | 10 | 15 | 30;
  min?: Moment;
  max?: Moment;
}

/** A date in a form; the value is a moment or `null`. */
export function DateTimeField({ withTime = true, minuteStep = 1, min, max, ...field }: DateTimeFieldProps) {
  return (
    <FieldFrame<Moment | null> {...field}>
      {({ value, change, control }) => (
        <DateTimeInput
          {...control}
          value={value}
          withTime={withTime}
          minuteStep={minuteStep}
          {...(min ? { min } : {})}
          {...(max ? { max } : {})}
          onChange={change}
        />
      )}
    </FieldFrame>
  );
}

const wireDay = 'YYYY-MM-DD';

interface DateFieldProps extends FieldProps {
  /** `2026-11-25`. */
  min?: string;
  max?: string;
}

/** A day in a form; the value is `2026-11-25`, or `null`. */
export function DateField({ min, max, ...field }: DateFieldProps) {
  return (
    <FieldFrame<string | null> {...field}>
      {({ value, change, control }) => (
        <DateTimeInput
          {...control}
          value={value ? moment(value, wireDay) : null}
          {...(min ? { min: moment(min, wireDay) } : {})}
          {...(max ? { max: moment(max, wireDay) } : {})}
          onChange={(day) => change(day?.format(wireDay) ?? null)}
        />
      )}
    </FieldFrame>
  );
}
