import type { StoreFront, StoreFrontPreview } from '@sinter/sdk/contract/host/storeFront';
import { currentLocale, formatDate, formatNumber, i18n } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { SettingFact } from '@sinter/sdk/state/versions';

export type Entry = StoreFrontPreview['entries'][number];

/** A key of the host's texts in words. */
export const hostText = (key: string): string => i18n.t(key, { ns: 'host', defaultValue: key });

export function languageName(language: string): string {
  const [code = 'en'] = language.split('_');
  return new Intl.DisplayNames(currentLocale(), { type: 'language' }).of(code) ?? language;
}

/** All that a store front says, a line for each thing that can change by itself. */
export function factsOf(value: StoreFront, entries: readonly Entry[], t: PluginHost['t']): SettingFact[] {
  const yes = (is: boolean) => t(is ? 'shopConfig.on' : 'shopConfig.off');
  const facts: SettingFact[] = [];
  const say = (key: string, label: string, text: string | null | undefined) => {
    if (text !== null && text !== undefined && text !== '') facts.push({ key, label, text });
  };
  const words = (key: string, label: string, texts: Readonly<Record<string, string>>) => {
    for (const [language, text] of Object.entries(texts)) {
      say(`${key}.${language}`, `${label} (${languageName(language)})`, text);
    }
  };
  for (const [id, item] of Object.entries(value.items)) {
    const entry = entries.find((one) => one.id === id);
    const name = entry ? hostText(entry.label) : id;
    const of = (what: string) => `${name}: ${t(`shopConfig.${what}`)}`;
    if (item.enabled !== undefined) say(`${id}.enabled`, of('shown'), yes(item.enabled));
    say(`${id}.label`, of('label'), item.label);
    words(`${id}.label`, of('label'), item.labels ?? {});
    say(`${id}.badge`, of('badge'), item.badge);
    if (item.badgeEnabled !== undefined) say(`${id}.badgeEnabled`, of('badgeShown'), yes(item.badgeEnabled));
    say(`${id}.url`, of('address'), item.url);
    if (item.newTab !== undefined) say(`${id}.newTab`, of('newTab'), yes(item.newTab));
  }
  const { currency, upload, instant, terms, contact } = value;
  say('currency.show', t('shopConfig.currency.show'), yes(currency.show));
  say('currency.enable', t('shopConfig.currency.enable'), yes(currency.enable));
  say('currency.usual', t('shopConfig.currency.usual'), currency.usual);
  for (const { currency: key, enabled, rate, date } of currency.list) {
    say(`currency.${key}`, t('shopConfig.currency.one', { currency: key }), yes(enabled));
    const rated = rate === null ? '' : formatNumber(rate, 6);
    say(
      `currency.${key}.rate`,
      t('shopConfig.currency.rateOf', { currency: key }),
      date ? `${rated} (${formatDate(date)})` : rated,
    );
  }
  const limit = (most: number | null) => (most === null ? t('shopConfig.unlimited') : formatNumber(most));
  say('upload.size', t('shopConfig.upload.size'), limit(upload.mostMegabytes));
  say('upload.formats', t('shopConfig.upload.formats'), upload.formats?.join(', ') ?? t('shopConfig.allFormats'));
  say(
    'instant.value',
    t('shopConfig.instant.value'),
    limit(instant.mostValue === null ? null : instant.mostValue / 100),
  );
  say('instant.pieces', t('shopConfig.instant.pieces'), limit(instant.mostPieces));
  say('terms.version', t('shopConfig.terms.version'), terms?.version);
  for (const [language, { title, fileId }] of Object.entries(terms?.documents ?? {})) {
    say(`terms.${language}`, `${t('shopConfig.terms')} (${languageName(language)})`, `${title} (#${fileId})`);
  }
  words('tax', t('shopConfig.tax'), value.taxText);
  say('contact.email', t('shopConfig.contact.email'), contact.email);
  say('contact.phone', t('shopConfig.contact.phone'), contact.phone);
  words('contact.text', t('shopConfig.contact.text'), contact.text);
  return facts;
}
