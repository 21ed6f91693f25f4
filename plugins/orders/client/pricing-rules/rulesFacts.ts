import type { PricingRules } from '@sinter/sdk/contract/orders/pricing';
import { formatMoney, formatPercent } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { SettingFact } from '@sinter/sdk/state/versions';

export const percents = ['overheadPercent', 'marginPercent'] as const;
export const amounts = ['laborMinorPerHour', 'minimumLineMinor'] as const;

/** What the rules say, in the reader's words. */
export function factsOf(t: PluginHost['t'], rules: PricingRules, currency: string): SettingFact[] {
  return [
    ...percents.map((key) => ({ key, label: t(`pricing.${key}`), text: formatPercent(rules[key] / 100) })),
    ...amounts.map((key) => ({
      key,
      label: t(`pricing.${key}`),
      text: formatMoney(rules[key], currency, { exact: true }),
    })),
    { key: 'learn', label: t('pricing.learn'), text: t(rules.learn ? 'pricing.on' : 'pricing.off') },
    {
      key: 'reviewBeyondPercent',
      label: t('pricing.reviewBeyondPercent'),
      text: formatPercent(rules.reviewBeyondPercent / 100),
    },
  ];
}
