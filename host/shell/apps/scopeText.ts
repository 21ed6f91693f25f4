import { i18n } from '@sinter/sdk/i18n';

/** A right in words, the same as in the marketplace; one of an area that came later is named. */
export const scopeText = (scope: string): string =>
  i18n.t(`scope.${scope.replace(':', '.')}`, { ns: 'ui' }) || i18n.t('scope.other', { ns: 'ui', scope });
