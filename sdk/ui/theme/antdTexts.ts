import type { Locale } from 'antd/es/locale';
import enUS from 'antd/locale/en_US';
import { currentLanguage } from '../../i18n/index.ts';
import { i18n } from '../../i18n/translate.ts';
import type { Readable } from '../../plugin/readable.ts';

const listeners = new Set<() => void>();
let texts: Locale = enUS;

/** antd's own texts in the present language. English until they are loaded, and for languages that antd lacks. */
export const antdTexts: Readable<Locale> = {
  get: () => texts,
  subscribe(listener) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

async function follow(): Promise<void> {
  const language = currentLanguage();
  let next = enUS;
  if (!language.startsWith('en_')) {
    try {
      const { localeOf } = await import('./antdLocales.ts');
      next = localeOf(language) ?? enUS;
    } catch (error) {
      console.warn('[ui] Some texts stay English', { error: String(error) });
    }
  }
  if (language !== currentLanguage() || next === texts) return;
  texts = next;
  listeners.forEach((listener) => listener());
}

i18n.on('languageChanged', () => void follow());
void follow();
