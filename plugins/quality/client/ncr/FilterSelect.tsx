import { LightSelect } from '@sinter/sdk/ui';
import css from './ncr.module.css';

interface FilterSelectProps {
  label: string;
  value: string;
  /** Each with its text; the empty one keeps everything. */
  options: readonly (readonly [string, string])[];
  onChoose: (value: string) => void;
}

/** One of the choices above a list. */
export function FilterSelect({ label, value, options, onChoose }: FilterSelectProps) {
  return (
    <label className={css['select']}>
      {label}
      <LightSelect value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </LightSelect>
    </label>
  );
}
