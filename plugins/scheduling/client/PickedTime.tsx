import { DateInput } from '@sinter/sdk/ui/dates';
import { FieldFrame } from '@sinter/sdk/ui/form';
import type { FieldProps } from '@sinter/sdk/ui/form';
import moment from 'moment';
import type { Moment } from 'moment';

const wire = 'YYYY-MM-DDTHH:mm';

interface PickedTimeProps extends FieldProps {
  min?: Moment | null;
  max?: Moment | null;
}

/** Date and time by the facility's clock, in a form; the value is a moment with the fields of that clock, or `null`. */
export function PickedTime({ min, max, ...field }: PickedTimeProps) {
  return (
    <FieldFrame<Moment | null> {...field}>
      {({ value, change, control }) => (
        <DateInput
          {...control}
          kind="dateTime"
          value={value?.format(wire) ?? null}
          min={min?.format(wire)}
          max={max?.format(wire)}
          clearable={!field.required}
          onChange={(next) => change(next === null ? null : moment(next, wire))}
        />
      )}
    </FieldFrame>
  );
}
