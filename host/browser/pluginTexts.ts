import { currentLanguage, defaultLanguage, textsSchema, translator } from '@sinter/sdk/i18n';
import { addTexts, removeTexts } from '@sinter/sdk/i18n/host';
import type { Dispose, Logger } from '@sinter/sdk/plugin';
import type { Manifest } from '#registry/manifest';
import { phaseLimits } from '#host/runtime/watchdog.ts';
import type { HostServices } from '#host/runtime/pluginHost.ts';

type Locales = Readonly<Record<string, string>>;

/** Addresses of the texts of the plugins that run. An old and a new version may hold them at the same time. */
const held = new Map<string, { locales: Locales; holders: number }>();
let labels: Manifest['labels'] = {};
/** The language that the page changes to, or changed to last. */
let next: string | undefined;

async function fetchTexts(pluginId: string, locales: Locales, language: string): Promise<void> {
  const address = locales[language];
  if (!address) return;
  // A file that does not come must not keep a connection open for ever.
  const response = await fetch(address, { signal: AbortSignal.timeout(phaseLimits.load) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  addTexts(pluginId, textsSchema.parse(await response.json()), language);
}

function hold(pluginId: string, locales: Locales): Dispose {
  held.set(pluginId, { locales, holders: (held.get(pluginId)?.holders ?? 0) + 1 });
  return () => {
    const holders = (held.get(pluginId)?.holders ?? 1) - 1;
    if (holders > 0) return void held.set(pluginId, { locales, holders });
    held.delete(pluginId);
    removeTexts(pluginId);
    addLabels(pluginId);
  };
}

function addLabels(pluginId: string): void {
  for (const [language, byPlugin] of Object.entries(labels)) {
    const own = byPlugin[pluginId];
    if (own) addTexts(pluginId, own, language);
  }
}

/** Texts that menus show of plugins, whether those run or not: in every language, so that a change of it waits for nothing. */
export function showLabels(given: Manifest['labels']): void {
  const shown = (some: Manifest['labels']) => new Set(Object.values(some).flatMap((byPlugin) => Object.keys(byPlugin)));
  const gone = [...shown(labels)].filter((id) => !held.has(id));
  labels = given;
  gone.forEach(removeTexts);
  shown(given).forEach(addLabels);
}

/**
 * Each plugin's texts in a namespace of its own: English always, and where the plugin has them the language in use and
 * the one that the page is just changing to.
 */
export const pluginTexts: HostServices['i18n'] = {
  async load(pluginId, locales) {
    const release = hold(pluginId, locales);
    const wanted = [...new Set([defaultLanguage, currentLanguage(), next ?? defaultLanguage])];
    try {
      await Promise.all(wanted.map((language) => fetchTexts(pluginId, locales, language)));
    } catch (error) {
      release();
      throw error;
    }
    return release;
  },
  t: (pluginId, key, values) => translator(pluginId)(key, values),
};

/** The texts of all plugins that are in use, in another language; one whose texts do not come stays English. */
export async function loadPluginTexts(language: string, log: Logger): Promise<void> {
  next = language;
  const loads = [...held].map(([pluginId, { locales }]) => fetchTexts(pluginId, locales, language));
  for (const load of await Promise.allSettled(loads)) {
    if (load.status === 'rejected') log.warn('texts of a plugin are missing', { error: String(load.reason) });
  }
}
