import { Input, InputNumber, Select, Switch } from 'antd';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldProps } from './FieldFrame.tsx';

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'url' | 'tel' | 'date';
  placeholder?: string;
  autoComplete?: string;
  maxLength?: number;
}

/** One line of text; the value is a string. */
export function TextField({ type = 'text', placeholder, autoComplete, maxLength, ...field }: TextFieldProps) {
  return (
    <FieldFrame<string> {...field}>
      {({ id, value, change, blur, status, aria }) => (
        <Input
          id={id}
          type={type}
          value={value}
          status={status}
          placeholder={placeholder}
          autoComplete={autoComplete}
          maxLength={maxLength}
          {...aria}
          disabled={field.disabled ?? false}
          onChange={(event) => change(event.target.value)}
          onBlur={blur}
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
      {({ id, value, change, blur, status, aria }) => (
        <Input.TextArea
          id={id}
          value={value}
          status={status}
          rows={rows}
          maxLength={maxLength}
          {...aria}
          disabled={field.disabled ?? false}
          onChange={(event) => change(event.target.value)}
          onBlur={blur}
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
      {({ id, value, change, blur, status, aria }) => (
        <InputNumber
          id={id}
          value={value}
          status={status}
          min={min}
          max={max}
          step={step}
          precision={precision}
          suffix={suffix}
          {...aria}
          disabled={field.disabled ?? false}
          onChange={change}
          onBlur={blur}
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
      {({ id, value, change, blur, status, aria }) => (
        <Select<Value, Choice<Value>>
          id={id}
          value={value}
          status={status}
          placeholder={placeholder}
          {...aria}
          options={[...options]}
          disabled={field.disabled ?? false}
          allowClear={clearable}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(next) => change(next ?? null)}
          onBlur={blur}
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
      {({ id, value, change, aria }) => (
        <Switch
          id={id}
          {...aria}
          checked={value}
          loading={loading}
          disabled={field.disabled ?? false}
          onChange={change}
        />
      )}
    </FieldFrame>
  );
}
