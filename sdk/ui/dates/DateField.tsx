import { FieldFrame } from '../form.ts';
import type { FieldProps } from '../form.ts';
import { DateInput } from './DateInput.tsx';
import type { DateKind } from './readTyped.ts';

interface DateFieldProps extends FieldProps {
  kind?: DateKind;
  minuteStep?: 1 | 10 | 15 | 30;
  min?: string | undefined;
  max?: string | undefined;
}

/** A date or a time in a form; the value is that of `DateInput`. */
export function DateField({ kind = 'date', minuteStep = 15, min, max, ...field }: DateFieldProps) {
  return (
    <FieldFrame<string | null> {...field}>
      {({ value, change, control }) => (
        <DateInput
          {...control}
          {...{ kind, minuteStep, min, max }}
          value={value || null}
          clearable={!field.required}
          onChange={change}
        />
      )}
    </FieldFrame>
  );
}
