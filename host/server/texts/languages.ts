import * as z from 'zod';

/** The languages that the product's own texts are written in; the first is the default. */
export const shippedLanguages = [
  { key: 'en_US', name: 'English', direction: 'ltr' },
  { key: 'de_DE', name: 'Deutsch', direction: 'ltr' },
  { key: 'fr_FR', name: 'Français', direction: 'ltr' },
  { key: 'ja_JP', name: '日本語', direction: 'ltr' },
  { key: 'ar_SA', name: 'العربية', direction: 'rtl' },
] as const;
export type LanguageKey = (typeof shippedLanguages)[number]['key'];

export const defaultLanguage = 'en_US';

const keys = shippedLanguages.map(({ key }) => key);
export const languageKeySchema = z.enum(keys);

export const languageConfigType = 'LANGUAGE';
/** `configValue` of the language configuration: those that people cannot choose. The default one always can be. */
export const languageConfigSchema = z.strictObject({
  disabled: z.array(languageKeySchema.exclude([defaultLanguage])).max(keys.length),
});
