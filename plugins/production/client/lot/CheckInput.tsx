import { lazy, Suspense, useState } from 'react';
import type { LotStep } from '@sinter/sdk/contract/production/lots';
import { formatDateTime } from '@sinter/sdk/i18n';
import { LightButton, LightInput, LightSelect, useTexts } from '@sinter/sdk/ui';
import type { Attaching } from './Attach.ts';
import type { Answer } from './staged.ts';
import css from './lot.module.css';

/** Seldom asked for. */
const FileInput = lazy(() => import('./FileInput.tsx'));

export type Check = LotStep['checks'][number];

export interface CheckInputProps {
  check: Check;
  value: Answer | null;
  /** The name of who is signed in. */
  me: string;
  disabled: boolean;
  /** Where photos and files go; left out where nothing can be attached. */
  attaching?: Attaching;
  onChange: (value: Answer | null) => void;
}

/** The field of a check, by its kind. */
export function CheckInput({ check, value, me, disabled, attaching, onChange }: CheckInputProps) {
  const t = useTexts();
  const { kind, label, choices } = check;
  switch (kind) {
    case 'TASK':
    case 'CHECKBOX':
      return (
        <label className={css['tick']}>
          <input
            type="checkbox"
            aria-label={label}
            checked={value === true}
            disabled={disabled}
            onChange={({ target }) => onChange(target.checked ? true : null)}
          />
          {t('check.done')}
        </label>
      );
    case 'PASS_FAIL':
      return (
        <div className={css['actions']} role="group" aria-label={label}>
          {[true, false].map((passed) => (
            <LightButton
              key={String(passed)}
              aria-pressed={value === passed}
              data-passed={passed}
              disabled={disabled}
              onClick={() => onChange(passed)}
            >
              {t(`check.result.${passed ? 'pass' : 'fail'}`)}
            </LightButton>
          ))}
        </div>
      );
    case 'VALUE':
    case 'MEASUREMENT':
      return <NumberInput check={check} value={value} disabled={disabled} onChange={onChange} />;
    case 'LIST':
      return (
        <LightSelect
          aria-label={label}
          value={typeof value === 'string' ? value : ''}
          disabled={disabled}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="" disabled>
            {t('check.choose')}
          </option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </LightSelect>
      );
    case 'TIMESTAMP':
      return (
        <div className={css['row']}>
          {typeof value === 'string' && <strong>{formatDateTime(value)}</strong>}
          <LightButton disabled={disabled} onClick={() => onChange(new Date().toISOString())}>
            {t('check.now')}
          </LightButton>
        </div>
      );
    case 'FILE':
      if (!attaching) return null;
      return (
        <Suspense fallback={null}>
          <FileInput check={check} value={value} disabled={disabled} attaching={attaching} onChange={onChange} />
        </Suspense>
      );
    case 'PERSON':
      return (
        <div className={css['row']}>
          <LightInput
            type="text"
            aria-label={label}
            maxLength={200}
            value={typeof value === 'string' ? value : ''}
            disabled={disabled}
            onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
          />
          <LightButton disabled={disabled} onClick={() => onChange(me)}>
            {t('check.me')}
          </LightButton>
        </div>
      );
  }
}

/** Keeps what is typed as it is typed, `9,` too, and tells the number. */
function NumberInput({ check: { label, unit }, value, disabled, onChange }: Omit<CheckInputProps, 'me' | 'attaching'>) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string): number | null => {
    const number = Number(text.trim().replace(',', '.'));
    return text.trim() !== '' && Number.isFinite(number) ? number : null;
  };
  const known = typeof value === 'number' ? value : null;
  const shown = typed !== null && read(typed) === known ? typed : String(known ?? '');
  return (
    <span className={css['measure']}>
      <LightInput
        type="text"
        inputMode="decimal"
        dir="ltr"
        aria-label={label}
        autoComplete="off"
        value={shown}
        invalid={shown.trim() !== '' && read(shown) === null}
        disabled={disabled}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(read(target.value));
        }}
      />
      {unit !== '' && <bdi>{unit}</bdi>}
    </span>
  );
}
