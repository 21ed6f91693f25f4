import { useState } from 'react';
import { LightInput, LightSelect, useTexts } from '@sinter/sdk/ui';
import css from './lot.module.css';

interface ReasonProps {
  label: string;
  /** The facility's own; others can be written. */
  reasons: readonly string[];
  value: string;
  disabled?: boolean;
  onChange: (reason: string) => void;
}

const other = '\u0000';

/** One of the facility's reasons, or another one in words. */
export function Reason({ label, reasons, value, disabled = false, onChange }: ReasonProps) {
  const t = useTexts();
  const [asked, setAsked] = useState(false);
  const writes = asked || (value !== '' && reasons.length > 0 && !reasons.includes(value));
  return (
    <div className={css['reason']}>
      <label className={css['field']}>
        {label}
        <LightSelect
          value={writes ? other : value}
          disabled={disabled}
          onChange={({ target }) => {
            setAsked(target.value === other);
            onChange(target.value === other ? '' : target.value);
          }}
        >
          <option value="" disabled>
            {t('reason.choose')}
          </option>
          {reasons.map((reason) => (
            <option key={reason} value={reason}>
              {reason}
            </option>
          ))}
          <option value={other}>{t('reason.other')}</option>
        </LightSelect>
      </label>
      {writes && (
        <label className={css['field']}>
          {t('reason.words')}
          <LightInput
            type="text"
            maxLength={200}
            value={value}
            disabled={disabled}
            onChange={({ target }) => onChange(target.value)}
          />
        </label>
      )}
    </div>
  );
}
