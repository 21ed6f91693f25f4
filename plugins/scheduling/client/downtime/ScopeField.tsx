import { useTexts } from '@sinter/sdk/ui';
import { useId } from 'react';
import type { Scope } from './downtimeValues.ts';
import css from './downtime.module.css';

const scopes: readonly Scope[] = ['ONE', 'FOLLOWING'];

/** One of a series, or it and all later ones. */
export function ScopeField({ value, onChange }: { value: Scope; onChange: (scope: Scope) => void }) {
  const t = useTexts();
  const id = useId();
  return (
    <fieldset className={css['scope']}>
      <legend>{t('downtime.scope')}</legend>
      {scopes.map((scope) => (
        <label key={scope}>
          <input type="radio" name={id} checked={value === scope} onChange={() => onChange(scope)} />
          {t(`downtime.scope.${scope}`)}
        </label>
      ))}
    </fieldset>
  );
}
