import type { ReactNode } from 'react';
import css from './notices.module.css';

interface EmptyStateProps {
  title: string;
  /** What the user can do next. */
  text?: string;
  /** Buttons or links. */
  actions?: ReactNode;
}

/** Says that a screen has nothing to show, and what the user can do about it. */
export function EmptyState({ title, text, actions }: EmptyStateProps) {
  return (
    <div className={css['empty']}>
      <svg viewBox="0 0 64 64" aria-hidden="true">
        <path d="m32 8 24 12-24 12L8 20Z" />
        <path d="m8 32 24 12 24-12M8 44l24 12 24-12" />
      </svg>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {actions}
    </div>
  );
}
