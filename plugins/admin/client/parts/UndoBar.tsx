import { LightButton, useTexts } from '@sinter/sdk/ui';
import css from './parts.module.css';

interface UndoBarProps {
  /** What was done: `AS9100 was removed.` `null`: nothing to take back. */
  text: string | null;
  busy: boolean;
  onUndo: () => void;
  onDismiss: () => void;
}

/** Offers to take back what was just done. */
export function UndoBar({ text, busy, onUndo, onDismiss }: UndoBarProps) {
  const t = useTexts();
  return (
    <div role="status">
      {text !== null && (
        <div className={css['undo']}>
          <span>{text}</span>
          <LightButton size="small" loading={busy} onClick={onUndo}>
            {t('common.undo')}
          </LightButton>
          <button type="button" className={css['dismiss']} aria-label={t('common.dismiss')} onClick={onDismiss}>
            ×
          </button>
        </div>
      )}
    </div>
  );
}
