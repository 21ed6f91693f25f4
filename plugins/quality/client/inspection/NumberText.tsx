import { useState } from 'react';
import { LightInput } from '@sinter/sdk/ui';
import { enteredIn, type Entered } from './entered.ts';

interface NumberTextProps {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  value: Entered;
  onChange: (value: Entered) => void;
}

/** A number as it is typed, `9,` too; what is no number stays to be mended. */
export function NumberText({ value, onChange, ...field }: NumberTextProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed !== null && enteredIn(typed) === value ? typed : String(value ?? '');
  return (
    <LightInput
      {...field}
      type="text"
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      maxLength={40}
      value={shown}
      invalid={typeof value === 'string'}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(enteredIn(target.value));
      }}
    />
  );
}
