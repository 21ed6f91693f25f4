import { currentLocale } from '@sinter/sdk/i18n';
import type { Choice } from '@sinter/sdk/ui/form';

/** Every time zone with its present distance from UTC: `Europe/Vienna (GMT+1)`. */
export function timeZoneChoices(now = new Date()): Choice<string>[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((value) => {
    const parts = new Intl.DateTimeFormat('en', { timeZone: value, timeZoneName: 'shortOffset' }).formatToParts(now);
    const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return { value, label: `${value.replaceAll('_', ' ')} (${offset})` };
  });
}

/** Every currency by its code and name: `EUR – Euro`. */
export function currencyChoices(): Choice<string>[] {
  const names = new Intl.DisplayNames(currentLocale(), { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((value) => ({
    value,
    label: `${value} – ${names.of(value) ?? value}`,
  }));
}
