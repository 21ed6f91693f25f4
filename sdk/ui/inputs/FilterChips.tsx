import { useUiTexts } from '../plugin/PluginContext.tsx';
import css from './inputs.module.css';

interface FilterChipsProps {
  chips: readonly { key: string; label: string }[];
  onRemove: (key: string) => void;
  /** Offers Clear All. */
  onClear?: () => void;
  /** Text before the chips: `Filtering By`. */
  lead?: string;
}

/** The active filters, each removable. Draws nothing when there are none. */
export function FilterChips({ chips, onRemove, onClear, lead }: FilterChipsProps) {
  const t = useUiTexts();
  if (chips.length === 0) return null;
  return (
    <div className={css['chips']} role="group" aria-label={lead ?? t('filters.label')}>
      {lead && <span className={css['lead']}>{lead}</span>}
      {chips.map(({ key, label }) => (
        <span key={key} className={css['chip']}>
          {label}
          <button type="button" aria-label={t('filters.remove', { label })} onClick={() => onRemove(key)}>
            ×
          </button>
        </span>
      ))}
      {onClear && (
        <button type="button" className={css['clear']} onClick={onClear}>
          {t('clearAll')}
        </button>
      )}
    </div>
  );
}
