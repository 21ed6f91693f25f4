import type { ReactNode } from 'react';
import css from './page.module.css';

/** Words that only a screen reader says, where others see from the place or the picture what is meant. */
export function VisuallyHidden({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <span id={id} className={css['visuallyHidden']}>
      {children}
    </span>
  );
}
