import { hostPages } from '#registry/hostPages';
import type { Manifest } from '#registry/manifest';
import type { FrameStart, Look } from '#host/runtime/frame/protocol.ts';
import { currentLanguage, defaultLanguage, shownTimeZone, textsSchema } from '@sinter/sdk/i18n';
import { i18n } from '@sinter/sdk/i18n/host';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { activeTheme, appearance } from '@sinter/sdk/ui/host';

/** What a frame needs of the page around it. */
export interface FramePage {
  readonly manifest: Manifest;
  /** It stands inside a page of somebody else, and so do the frames in it. */
  readonly embedded: boolean;
  /** What its author tries in this tab. */
  readonly localBuild: string | null;
}

/** What a frame shows as the page does: look, language and texts, its own and those of the SDK's widgets. */
export function lookOf(pluginId: string): Look {
  const language = currentLanguage();
  const textsOf = (key: string) =>
    Object.fromEntries(
      [pluginId, 'ui'].map((namespace) => {
        const texts: unknown = i18n.getResourceBundle(key.replace('_', '-'), namespace);
        return [namespace, textsSchema.safeParse(texts).data ?? {}];
      }),
    );
  const languages = [...new Set([defaultLanguage, language])];
  return {
    // A frame fetches no files: fonts are the system's.
    theme: { ...activeTheme.get(), fonts: [] },
    appearance: appearance.get(),
    language,
    texts: Object.fromEntries(languages.map((key) => [key, textsOf(key)])),
    timeZone: shownTimeZone.get(),
  };
}

export function followLook(changed: () => void): Dispose {
  const stops = [activeTheme, appearance, shownTimeZone].map((one) => one.subscribe(changed));
  i18n.on('languageChanged', changed);
  return () => {
    for (const stop of stops) stop();
    i18n.off('languageChanged', changed);
  };
}

/** Where the page stands, and where somebody may go from there. */
export const placeOf = (
  { manifest }: FramePage,
  host: PluginHost,
): Pick<FrameStart, 'location' | 'paths' | 'flags'> => ({
  location: { ...host.location.get(), params: { ...host.location.get().params } },
  paths: [...manifest.plugins.flatMap(({ pages }) => pages), ...hostPages].map(({ path }) => path),
  flags: Object.fromEntries(Object.entries(manifest.flags).map(([key, on]) => [key, on === true])),
});
