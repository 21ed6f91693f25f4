import { useTexts } from '@sinter/sdk/ui';
import { i18n } from '@sinter/sdk/i18n';
import css from './marketplace.module.css';

export interface Wish {
  scope: string;
  /** The vendor's own words. */
  reason: string;
}

/** A right in words, the same as on the settings page of the app; one of an area that came later is named. */
export const rightText = (scope: string): string =>
  i18n.t(`scope.${scope.replace(':', '.')}`, { ns: 'ui' }) || i18n.t('scope.other', { ns: 'ui', scope });

/** What an app asks for, each with the vendor's reason. */
export function Rights({ wishes, label }: { wishes: readonly Wish[]; label: string }) {
  const t = useTexts();
  if (wishes.length === 0) return <p className={css['quiet']}>{t('rights.none')}</p>;
  return (
    <ul className={css['rights']} aria-label={label}>
      {wishes.map(({ scope, reason }) => (
        <li key={scope} data-changes={scope.endsWith(':write')}>
          <strong>{rightText(scope)}</strong>
          {reason !== '' && (
            <span className={css['quiet']}>
              <bdi>{reason}</bdi>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
