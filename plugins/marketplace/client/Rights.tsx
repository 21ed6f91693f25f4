import { useTexts } from '@sinter/sdk/ui';
import type { PluginHost } from '@sinter/sdk/plugin';
import css from './marketplace.module.css';

export interface Wish {
  scope: string;
  /** The vendor's own words. */
  reason: string;
}

/** A right in words; one of an area that came later is named. */
export function rightText(t: PluginHost['t'], scope: string): string {
  const known = t(`scope.${scope.replace(':', '.')}`);
  return known === '' ? t('scope.other', { scope }) : known;
}

/** What an app asks for, each with the vendor's reason. */
export function Rights({ wishes, label }: { wishes: readonly Wish[]; label: string }) {
  const t = useTexts();
  if (wishes.length === 0) return <p className={css['quiet']}>{t('rights.none')}</p>;
  return (
    <ul className={css['rights']} aria-label={label}>
      {wishes.map(({ scope, reason }) => (
        <li key={scope} data-changes={scope.endsWith(':write')}>
          <strong>{rightText(t, scope)}</strong>
          {reason !== '' && (
            <span className={css['quiet']} dir="auto">
              {reason}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
