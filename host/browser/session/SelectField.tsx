import { useId } from 'react';
import { LightSelect } from '@sinter/sdk/ui';
import css from './signIn.module.css';

interface SelectFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Of the entry that stands for none. */
  placeholder: string;
  choices: readonly { value: string; label: string }[];
  problem?: string | undefined;
  disabled?: boolean;
  autoComplete?: string;
}

/** Label, list and message, as light as `Field`. */
export function SelectField({ label, onChange, placeholder, choices, problem, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={css['field']}>
      <label htmlFor={id} className={css['required']}>
        {label}
      </label>
      <LightSelect
        {...select}
        id={id}
        className={css['select']}
        onChange={(event) => onChange(event.target.value)}
        aria-required
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${id}-note` : undefined}
      >
        <option value="">{placeholder}</option>
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </LightSelect>
      {problem && (
        <div id={`${id}-note`} className={css['error']} role="alert">
          {problem}
        </div>
      )}
    </div>
  );
}
