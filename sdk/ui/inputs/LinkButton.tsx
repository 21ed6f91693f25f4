import type { ButtonHTMLAttributes } from 'react';
import css from './controls.module.css';

/** A button that looks like a link, in text and in rows of a table: it opens something on the same page. */
export function LinkButton({ className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...rest} className={[css['link'], className].filter(Boolean).join(' ')} />;
}
