import { useId, type ReactNode } from 'react';
import css from '../viewer.module.css';

interface PanelProps {
  title: string;
  open?: boolean;
  children: ReactNode;
}

export const Panel = ({ title, open = false, children }: PanelProps) => (
  <details className={css['panel']} open={open}>
    <summary>{title}</summary>
    <div className={css['panelBody']}>{children}</div>
  </details>
);

/** Terms and values; `before` is the value before the operation. */
export const Facts = ({ facts }: { facts: readonly (readonly [term: string, value: string, before?: string])[] }) => (
  <dl className={css['facts']}>
    {facts.map(([term, value, before = value]) => (
      <div key={term}>
        <dt>{term}</dt>
        {/* An arrow points one way only: what has one is read from left to right in every language. */}
        <dd>{before === value ? value : <bdi dir="ltr">{`${before} → ${value}`}</bdi>}</dd>
      </div>
    ))}
  </dl>
);

interface RangeProps {
  label: string;
  value: number;
  /** The value in words. */
  text: string;
  onChange: (value: number) => void;
}

/** A slider for a share, 0 to 1. */
export const Range = ({ label, value, text, onChange }: RangeProps) => {
  const id = useId();
  return (
    <div className={css['range']}>
      <span>
        <label htmlFor={id}>{label}</label>
        <span aria-hidden="true">{text}</span>
      </span>
      <input
        id={id}
        type="range"
        min={0}
        max={1}
        step={0.005}
        value={value}
        aria-valuetext={text}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </div>
  );
};

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
