import { useState } from 'react';
import { LightInput } from '@sinter/sdk/ui';

interface NumberTextProps {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  value: number | null;
  /** `null`: no number. */
  read: (text: string) => number | null;
  onChange: (value: number | null) => void;
}

/** A number as it is typed, `9,` too. */
export function NumberText({ value, read, onChange, ...field }: NumberTextProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed !== null && read(typed) === value ? typed : String(value ?? '');
  return (
    <LightInput
      {...field}
      type="text"
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      value={shown}
      invalid={shown.trim() !== '' && read(shown) === null}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(read(target.value));
      }}
    />
  );
}
