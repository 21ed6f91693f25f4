import { useId, useState } from 'react';
import { LightInput } from '@sinter/sdk/ui';
import css from './storeFront.module.css';

interface FieldProps {
  label: string;
  value: string;
  problem?: string | undefined;
  hint?: string;
  placeholder?: string;
  maxLength?: number;
  inputMode?: 'decimal' | 'numeric' | 'email' | 'tel' | 'url';
  onChange: (value: string) => void;
}

/** A line of text with its name, and what is wrong with it. */
export function Field({ label, problem, hint, onChange, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className={css['field']}>
      <label htmlFor={id}>{label}</label>
      <LightInput
        id={id}
        dir="auto"
        {...input}
        invalid={problem !== undefined}
        aria-describedby={problem || hint ? `${id}-note` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      {(problem || hint) && (
        <p id={`${id}-note`} className={problem ? css['problem'] : css['hint']}>
          {problem ?? hint}
        </p>
      )}
    </div>
  );
}

interface NumberFieldProps extends Omit<FieldProps, 'value' | 'onChange' | 'maxLength'> {
  value: number | null;
  whole?: boolean;
  onChange: (value: number | null) => void;
}

/** A number or nothing; what is being typed stays as it is typed. */
export function NumberField({ value, whole = false, onChange, ...rest }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const parse = (text: string): number | null => {
    const number = Number(text.trim().replace(',', '.'));
    return text.trim() === '' || !Number.isFinite(number) || number <= 0 ? null : whole ? Math.round(number) : number;
  };
  const shown = typed !== null && parse(typed) === value ? typed : value === null ? '' : String(value);
  return (
    <Field
      {...rest}
      inputMode={whole ? 'numeric' : 'decimal'}
      value={shown}
      onChange={(text) => {
        setTyped(text);
        onChange(parse(text));
      }}
    />
  );
}

interface CheckProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export const Check = ({ label, checked, disabled = false, onChange }: CheckProps) => (
  <label className={css['check']}>
    <input type="checkbox" checked={checked} disabled={disabled} onChange={({ target }) => onChange(target.checked)} />
    {label}
  </label>
);
