import { useId } from 'react';
import css from '../viewer.module.css';

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
