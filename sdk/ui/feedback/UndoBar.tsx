import { LightButton } from '../inputs/LightButton.tsx';
import { useUiTexts } from '../plugin/PluginContext.tsx';
import css from './notices.module.css';

interface UndoBarProps {
  /** What was done: `AS9100 was removed.` `null`: there is nothing to undo. */
  text: string | null;
  busy: boolean;
  onUndo: () => void;
  onDismiss: () => void;
}

/** Offers to undo the last action. */
export function UndoBar({ text, busy, onUndo, onDismiss }: UndoBarProps) {
  const t = useUiTexts();
  return (
    <div role="status">
      {text !== null && (
        <div className={css['undo']}>
          <span>{text}</span>
          <LightButton size="small" loading={busy} onClick={onUndo}>
            {t('undo')}
          </LightButton>
          <button type="button" className={css['undoDismiss']} aria-label={t('dismiss')} onClick={onDismiss}>
            ×
          </button>
        </div>
      )}
    </div>
  );
}
