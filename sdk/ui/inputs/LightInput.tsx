import type { InputHTMLAttributes, Ref } from 'react';
import css from './controls.module.css';

interface LightInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  size?: 'middle' | 'large';
  invalid?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** A plain input that looks like antd's; see `LightButton`. */
export function LightInput({
  size = 'middle',
  invalid = false,
  'aria-invalid': wrong = false,
  className,
  ...rest
}: LightInputProps) {
  return (
    <input
      {...rest}
      className={[css['input'], css[size], className].filter(Boolean).join(' ')}
      aria-invalid={invalid || wrong}
    />
  );
}
