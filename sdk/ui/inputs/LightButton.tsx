import type { ButtonHTMLAttributes } from 'react';
import css from './controls.module.css';

interface LightButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'default' | 'primary' | 'danger';
  size?: 'small' | 'middle' | 'large';
  /** Shows a spinner and disables the button. */
  loading?: boolean;
}

/** A plain button that looks like antd's, for screens that must not load antd: sign-in, notices, embedded screens. */
export function LightButton({
  kind = 'default',
  size = 'middle',
  loading = false,
  disabled,
  className,
  children,
  ...rest
}: LightButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={[css['button'], css[kind], css[size], className].filter(Boolean).join(' ')}
      disabled={disabled || loading}
      aria-busy={loading}
    >
      {loading && <span className={css['spinner']} aria-hidden="true" />}
      {children}
    </button>
  );
}
