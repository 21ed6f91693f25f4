import { useId, useState } from 'react';
import type { FocusEvent, ReactNode } from 'react';
import { LightInput } from '@sinter/sdk/ui';
import { useHostTexts } from '../useHostTexts.ts';
import css from './signIn.module.css';

export interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The focus went on to another field. */
  onBlur?: () => void;
  /** Shown in red under the field. */
  problem?: string | undefined;
  /** A line under the field, when there is no problem. */
  hint?: ReactNode;
  type?: 'text' | 'email' | 'password';
  autoComplete?: string;
  inputMode?: 'numeric' | 'text';
  maxLength?: number;
  disabled?: boolean;
  autoFocus?: boolean;
  readOnly?: boolean;
  optional?: boolean;
  large?: boolean;
}

/** Label, input and message, light enough for the screens before the sign-in. Passwords can be shown. */
export function Field({
  label,
  value,
  onChange,
  onBlur,
  problem,
  hint,
  type = 'text',
  large = true,
  optional = false,
  ...input
}: FieldProps) {
  const t = useHostTexts();
  const id = useId();
  const [visible, setVisible] = useState(false);
  const noteId = `${id}-note`;
  // A message that came with the press on a link or button would move it away from under the pointer.
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLInputElement) onBlur?.();
  };
  const control = (
    <LightInput
      {...input}
      id={id}
      value={value}
      size={large ? 'large' : 'middle'}
      type={type === 'password' && visible ? 'text' : type}
      onChange={(event) => onChange(event.target.value)}
      onBlur={leave}
      invalid={problem !== undefined}
      aria-required={!input.readOnly && !optional}
      aria-describedby={problem || hint ? noteId : undefined}
    />
  );
  return (
    <div className={css['field']}>
      <label htmlFor={id} className={input.readOnly || optional ? undefined : css['required']}>
        {label}
      </label>
      {type === 'password' ? (
        <div className={css['password']}>
          {control}
          <button
            type="button"
            aria-pressed={visible}
            aria-label={t(visible ? 'signIn.hide' : 'signIn.show')}
            onClick={() => setVisible(!visible)}
          >
            <Eye open={visible} />
          </button>
        </div>
      ) : (
        control
      )}
      {problem ? (
        <div id={noteId} className={css['error']} role="alert">
          {problem}
        </div>
      ) : (
        hint && (
          <div id={noteId} className={css['hint']}>
            {hint}
          </div>
        )
      )}
    </div>
  );
}

function Eye({ open }: { open: boolean }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
      <circle cx="12" cy="12" r="3" />
      {!open && <path d="m4 20 16-16" />}
    </svg>
  );
}
