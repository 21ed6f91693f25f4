import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { LightButton } from '../inputs/LightButton.tsx';
import { useUiTexts } from '../plugin/PluginContext.tsx';
import css from './notices.module.css';
import { useFocusReturn } from './useFocusReturn.ts';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children?: ReactNode;
  /** Default: 'Yes' and 'No'. */
  yes?: string;
  no?: string;
  /** The action destroys something. */
  danger?: boolean;
  /** False while what is asked is still being worked out: one can refuse, but not agree yet. Default: true. */
  ready?: boolean;
  onAnswer: (yes: boolean) => void;
}

/** Asks before an action. Escape answers no. */
export function ConfirmDialog({
  open,
  title,
  children,
  yes,
  no,
  danger = false,
  ready = true,
  onAnswer,
}: ConfirmDialogProps) {
  const t = useUiTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    // The browser's modal dialog keeps the focus inside and returns it. It opens by a call, not by an attribute.
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  useFocusReturn(open);
  const cancel = (event: { preventDefault(): void }) => {
    event.preventDefault();
    onAnswer(false);
  };
  return (
    <dialog ref={dialog} className={css['dialog']} aria-labelledby={titleId} onCancel={cancel}>
      <h2 id={titleId}>{title}</h2>
      {children && <div className={css['dialogText']}>{children}</div>}
      <div className={css['dialogActions']}>
        <LightButton onClick={() => onAnswer(false)}>{no ?? t('no')}</LightButton>
        <LightButton kind={danger ? 'danger' : 'primary'} loading={open && !ready} onClick={() => onAnswer(true)}>
          {yes ?? t('yes')}
        </LightButton>
      </div>
    </dialog>
  );
}
