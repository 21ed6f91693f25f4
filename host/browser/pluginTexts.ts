import { addTexts, currentLanguage, defaultLanguage, removeTexts, textsSchema, translator } from '@sinter/sdk/i18n';
import { phaseLimits } from '#host/runtime/watchdog.ts';
import type { HostServices } from '#host/runtime/pluginHost.ts';

/** Menu and plugin may hold a plugin's texts at the same time. */
const holders = new Map<string, number>();

/** Each plugin's texts in a namespace of its own: English always, and the language in use where the plugin has it. */
export const pluginTexts: HostServices['i18n'] = {
  async load(pluginId, locales) {
    const wanted = [...new Set([defaultLanguage, currentLanguage()])].flatMap((language) => {
      const address = locales[language];
      return address ? [{ language, address }] : [];
    });
    await Promise.all(
      wanted.map(async ({ language, address }) => {
        // One that does not come must not keep a connection for ever.
        const response = await fetch(address, { signal: AbortSignal.timeout(phaseLimits.load) });
        if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
        addTexts(pluginId, textsSchema.parse(await response.json()), language);
      }),
    );
    holders.set(pluginId, (holders.get(pluginId) ?? 0) + 1);
    return () => {
      const left = (holders.get(pluginId) ?? 1) - 1;
      holders.set(pluginId, left);
      if (left === 0) removeTexts(pluginId);
    };
  },
  t: (pluginId, key, values) => translator(pluginId)(key, values),
};
