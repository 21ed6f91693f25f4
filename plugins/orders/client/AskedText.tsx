import { useEffect, useId, useRef } from 'react';
import { Input } from 'antd';
import type { InputRef } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import css from './askedText.module.css';

interface AskedTextProps {
  label: string;
  value: string;
  maxLength: number;
  /** What is missing when nothing is written; left out: nothing has to be. */
  needed?: string | undefined;
  /** Somebody answered yes without writing it. */
  tried: boolean;
  /** For a sentence instead of a number. */
  rows?: number;
  onChange: (text: string) => void;
}

/** What a dialog asks to be written before yes: says what is missing, and takes the cursor there. */
export function AskedText({ label, value, maxLength, needed, tried, rows, onChange }: AskedTextProps) {
  const id = useId();
  const field = useRef<InputRef & TextAreaRef>(null);
  useEffect(() => {
    if (tried) field.current?.focus();
  }, [tried]);
  const lacks = needed !== undefined && value.trim() === '';
  const wrong = tried && lacks;
  const shared = {
    id,
    value,
    maxLength,
    status: wrong ? ('error' as const) : ('' as const),
    'aria-required': needed !== undefined,
    'aria-invalid': wrong,
    'aria-describedby': lacks ? `${id}-needed` : undefined,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <span className={css['asked']}>
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? <Input ref={field} {...shared} /> : <Input.TextArea ref={field} rows={rows} {...shared} />}
      {lacks && (
        <span
          key={String(tried)}
          id={`${id}-needed`}
          role={tried ? 'alert' : undefined}
          className={css[tried ? 'wrong' : 'needed']}
        >
          {needed}
        </span>
      )}
    </span>
  );
}
