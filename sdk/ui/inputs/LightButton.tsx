import type { ButtonHTMLAttributes } from 'react';
import css from './controls.module.css';

interface LightButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'default' | 'primary' | 'danger';
  size?: 'small' | 'middle' | 'large';
  /** Busy: shows a spinner and cannot be pressed. */
  loading?: boolean;
}

/** A plain button in antd's look, for screens that may not weigh what antd does: sign-in, notices, embedded screens. */
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
