import type { ApiClient } from '@sinter/sdk/api';
import { translations } from '@sinter/sdk/contract/host/appearance';
import { addServerTexts, currentLanguage, directionOf, speak } from '@sinter/sdk/i18n';
import type { Logger } from '@sinter/sdk/plugin';
import { loadPluginTexts } from './pluginTexts.ts';

/** Each language's texts are fetched once in the life of a page. */
const fetched = new Map<string, Promise<void>>();
let wanted: string | undefined;

function loadTexts(api: ApiClient, language: string): Promise<void> {
  const known = fetched.get(language);
  if (known) return known;
  const load = api
    .call(translations, { params: { key: language } })
    .then((texts) => addServerTexts(texts, language))
    .catch((error: unknown) => {
      fetched.delete(language);
      throw error;
    });
  fetched.set(language, load);
  return load;
}

function markDocument(): void {
  const language = currentLanguage();
  document.documentElement.lang = language.replace('_', '-');
  document.documentElement.dir = directionOf(language);
}

/** The texts of the language that the page begins in. Without them the bundled ones are shown. */
export async function startLanguage(api: ApiClient, log: Logger): Promise<void> {
  markDocument();
  try {
    await loadTexts(api, currentLanguage());
  } catch (error) {
    log.warn('the bundled texts are used', { error: String(error) });
  }
}

/**
 * Speaks another language on the whole page, plugins and menus included, without a reload. The last one that was asked
 * for wins. Answers whether the page speaks it now; when its texts do not come, everything stays as it was.
 */
export async function speakOnPage(api: ApiClient, log: Logger, language: string): Promise<boolean> {
  wanted = language;
  try {
    await Promise.all([loadTexts(api, language), loadPluginTexts(language, log)]);
  } catch (error) {
    log.warn('the language could not be changed', { language, error: String(error) });
    return false;
  }
  if (wanted !== language) return false;
  await speak(language);
  markDocument();
  return true;
}
