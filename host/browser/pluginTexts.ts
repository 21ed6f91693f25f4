import { addTexts, currentLanguage, defaultLanguage, removeTexts, textsSchema, translator } from '@sinter/sdk/i18n';
import type { Dispose, Logger } from '@sinter/sdk/plugin';
import { phaseLimits } from '#host/runtime/watchdog.ts';
import type { HostServices } from '#host/runtime/pluginHost.ts';

interface Held {
  locales: Readonly<Record<string, string>>;
  /** Menu and plugin may hold a plugin's texts at the same time. */
  holders: number;
}
const held = new Map<string, Held>();

async function fetchTexts(pluginId: string, locales: Held['locales'], language: string): Promise<void> {
  const address = locales[language];
  if (!address) return;
  // A file that does not come must not keep a connection open for ever.
  const response = await fetch(address, { signal: AbortSignal.timeout(phaseLimits.load) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  addTexts(pluginId, textsSchema.parse(await response.json()), language);
}

function hold(pluginId: string, locales: Held['locales']): Dispose {
  held.set(pluginId, { locales, holders: (held.get(pluginId)?.holders ?? 0) + 1 });
  return () => {
    const holders = (held.get(pluginId)?.holders ?? 1) - 1;
    if (holders > 0) return void held.set(pluginId, { locales, holders });
    held.delete(pluginId);
    removeTexts(pluginId);
  };
}

/** Each plugin's texts in a namespace of its own: English always, and the language in use where the plugin has it. */
export const pluginTexts: HostServices['i18n'] = {
  async load(pluginId, locales) {
    const release = hold(pluginId, locales);
    const wanted = [...new Set([defaultLanguage, currentLanguage()])];
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
  const loads = [...held].map(([pluginId, { locales }]) => fetchTexts(pluginId, locales, language));
  for (const load of await Promise.allSettled(loads)) {
    if (load.status === 'rejected') log.warn('texts of a plugin are missing', { error: String(load.reason) });
  }
}
