import { LightInput, useTexts } from '@sinter/sdk/ui';
import css from './lot.module.css';

interface PiecesProps {
  label: string;
  value: number;
  most: number;
  disabled?: boolean;
  onChange: (pieces: number) => void;
}

/** A number of pieces, by large buttons or typed. */
export function Pieces({ label, value, most, disabled = false, onChange }: PiecesProps) {
  const t = useTexts();
  const set = (pieces: number) => onChange(Math.max(0, Math.min(1_000_000, Math.floor(pieces))));
  return (
    <div className={css['pieces']} role="group" aria-label={label}>
      <span className={css['label']}>{label}</span>
      <div>
        <button
          type="button"
          disabled={disabled || value === 0}
          aria-label={t('pieces.less')}
          onClick={() => set(value - 1)}
        >
          −
        </button>
        <LightInput
          type="text"
          inputMode="numeric"
          aria-label={label}
          value={value === 0 ? '' : String(value)}
          placeholder="0"
          disabled={disabled}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => {
            const typed = Number(target.value.replace(/\D/g, ''));
            if (Number.isSafeInteger(typed)) set(typed);
          }}
        />
        <button
          type="button"
          disabled={disabled || value >= most}
          aria-label={t('pieces.more')}
          onClick={() => set(value + 1)}
        >
          +
        </button>
      </div>
    </div>
  );
}
