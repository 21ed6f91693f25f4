import type { ApiClient } from '@sinter/sdk/api';
import { translations } from '@sinter/sdk/contract/host/appearance';
import { currentLanguage, directionOf, changeLanguage } from '@sinter/sdk/i18n';
import { addServerTexts } from '@sinter/sdk/i18n/host';
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
 * Shows the whole page in another language, plugins and menus included, without a reload. When several are asked for at
 * once, the last one wins. Answers whether the page is in this language now; when its texts do not come, nothing changes.
 */
export async function changePageLanguage(
  api: ApiClient,
  log: Logger,
  language: string,
  change: (language: string) => Promise<void> = changeLanguage,
): Promise<boolean> {
  wanted = language;
  try {
    await Promise.all([loadTexts(api, language), loadPluginTexts(language, log)]);
  } catch (error) {
    log.warn('the language could not be changed', { language, error: String(error) });
    return false;
  }
  if (wanted !== language) return false;
  await change(language);
  markDocument();
  return true;
}
