import { useLayoutEffect, useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import css from './dialog.module.css';

interface DialogProps {
  title: string;
  children: ReactNode;
  /** By Escape. Without it the dialog has to be answered. */
  onCancel?: () => void;
}

/**
 * A dialog of the browser's own: above every drawer and modal of a plugin, with everything under it out of reach, and
 * the focus given back afterwards. Open as long as it is drawn.
 */
export function Dialog({ title, children, onCancel }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Only a closed dialog that is still in the document gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The button on which Enter does no harm, when it is not the first one.
    element?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => element?.close();
  }, []);
  // A drawer under it listens at the window: Escape is meant for this dialog only.
  const keep = (event: KeyboardEvent) => {
    if (event.key === 'Escape') event.stopPropagation();
  };
  return (
    <dialog
      ref={dialog}
      className={css['dialog']}
      aria-labelledby={titleId}
      onKeyDown={keep}
      onCancel={(event) => {
        event.preventDefault();
        onCancel?.();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}

export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={css['actions']}>{children}</div>
);
