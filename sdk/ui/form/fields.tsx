import { Input, InputNumber, Switch } from 'antd';
import { Select } from '../inputs/Select.tsx';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldProps } from './FieldFrame.tsx';

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'url' | 'tel' | 'date' | 'password';
  placeholder?: string;
  autoComplete?: string;
  maxLength?: number;
}

/** One line of text; the value is a string. */
export function TextField({ type = 'text', placeholder, autoComplete, maxLength, ...field }: TextFieldProps) {
  return (
    <FieldFrame<string> {...field}>
      {({ value, change, control }) => (
        <Input
          {...control}
          type={type}
          value={value}
          placeholder={placeholder}
          autoComplete={autoComplete}
          maxLength={maxLength}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}

interface TextareaFieldProps extends FieldProps {
  rows?: number;
  maxLength?: number;
}

/** Several lines of text; 6 rows by default (specification 9). */
export function TextareaField({ rows = 6, maxLength, ...field }: TextareaFieldProps) {
  return (
    <FieldFrame<string> {...field}>
      {({ value, change, control }) => (
        <Input.TextArea
          {...control}
          value={value}
          rows={rows}
          maxLength={maxLength}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}

interface NumberFieldProps extends FieldProps {
  min?: number;
  max?: number;
  step?: number;
  /** Number of decimals. */
  precision?: number;
  /** Shown behind the number: a unit, a currency. */
  suffix?: string;
  onEnter?: () => void;
}

/** A number; the value is `null` while the field is empty. */
export function NumberField({ min, max, step, precision, suffix, onEnter, ...field }: NumberFieldProps) {
  return (
    <FieldFrame<number | null> {...field}>
      {({ value, change, control }) => (
        <InputNumber
          {...control}
          value={value}
          min={min}
          max={max}
          step={step}
          precision={precision}
          suffix={suffix}
          onChange={change}
          onPressEnter={() => onEnter?.()}
          style={{ width: '100%' }}
        />
      )}
    </FieldFrame>
  );
}

export interface Choice<Value extends string | number> {
  value: Value;
  label: string;
  disabled?: boolean;
}

interface SelectFieldProps<Value extends string | number> extends FieldProps {
  options: readonly Choice<Value>[];
  placeholder?: string;
  /** Lets the user choose nothing; the value is then `null`. */
  clearable?: boolean;
}

/** One of several options; typing searches the labels. The value is that of the option, or `null`. */
export function SelectField<Value extends string | number>({
  options,
  placeholder,
  clearable = false,
  ...field
}: SelectFieldProps<Value>) {
  return (
    <FieldFrame<Value | null> {...field}>
      {({ value, change, control }) => (
        <Select<Value, Choice<Value>>
          {...control}
          value={value}
          placeholder={placeholder}
          options={[...options]}
          allowClear={clearable}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(next) => change(next ?? null)}
          style={{ width: '100%' }}
        />
      )}
    </FieldFrame>
  );
}

interface SwitchFieldProps extends FieldProps {
  /** Shows a spinner in the switch. */
  loading?: boolean;
}

/** On or off. */
export function SwitchField({ loading = false, ...field }: SwitchFieldProps) {
  return (
    <FieldFrame<boolean> {...field}>
      {({ value, change, control }) => (
        <Switch
          id={control.id}
          disabled={control.disabled}
          aria-describedby={control['aria-describedby']}
          checked={value}
          loading={loading}
          onChange={change}
        />
      )}
    </FieldFrame>
  );
}
