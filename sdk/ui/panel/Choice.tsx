import css from './panel.module.css';

interface ChoiceProps<T extends string> {
  label: string;
  /** `name`: the text for screen readers, when `text` is too short. */
  options: readonly { value: T; text: string; name?: string }[];
  value: T | null;
  onChange: (value: T) => void;
}

/** A choice between a few options. */
export const Choice = <T extends string>({ label, options, value, onChange }: ChoiceProps<T>) => (
  <div className={css['choice']} role="group" aria-label={label}>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-label={option.name}
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
      >
        {option.text}
      </button>
    ))}
  </div>
);
