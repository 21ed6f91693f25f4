import { useState } from 'react';
import css from './quantity.module.css';

interface QuantityInputProps {
  label: string;
  value: number;
  max: number;
  disabled?: boolean;
  onChange: (quantity: number) => void;
}

/** How many pieces are built, 1 to `max` (specification 5). What is typed stands as it is until the field is left; of more than there are, all are meant. */
export function QuantityInput({ label, value, max, disabled = false, onChange }: QuantityInputProps) {
  /** `null`: the value. */
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    setTyped(text);
    const quantity = Number(text);
    if (text !== '' && Number.isInteger(quantity) && quantity >= 1) onChange(Math.min(quantity, max));
  };
  return (
    <input
      type="number"
      className={css['quantity']}
      min={1}
      max={max}
      step={1}
      inputMode="numeric"
      value={typed ?? value}
      aria-label={label}
      aria-invalid={Number(typed ?? value) > max || undefined}
      disabled={disabled}
      onChange={(event) => type(event.target.value)}
      onBlur={() => setTyped(null)}
    />
  );
}
