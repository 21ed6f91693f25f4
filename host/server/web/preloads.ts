import { match, withThoseBefore } from '#registry/pages';
import { isVendor } from '#registry/terms';
import type { Manifest, ManifestPlugin } from '#registry/manifest';
import type { PageFile, WebBuild } from '../modules/buildOutput.ts';
import type { LanguageKey } from '../texts/languages.ts';
import { defaultLanguage } from '../texts/languages.ts';

export interface Preload {
  as: 'script' | 'style' | 'fetch';
  address: string;
  integrity?: string;
  /** Waits for what the page begins with, which runs while this one arrives. */
  later?: boolean;
}

/**
 * Everything that a page will load before it can be worked with, so that the browser asks for all of it at once. Without a
 * manifest: what somebody needs who is not signed in.
 */
export function preloadsOf(
  build: WebBuild,
  {
    host,
    language,
    pathname,
    manifest,
  }: {
    host: string;
    language: LanguageKey;
    pathname: string;
    manifest: Manifest | null;
  },
): Preload[] {
  const files = build.hosts[host];
  if (!files) return [];
  if (!manifest) return once(files.scripts.map(script));
  const found = match(manifest, pathname);
  const plugins = found ? withThoseBefore(manifest, ({ id }) => id === found.pluginId) : [];
  const page = found && build.pages[`${found.pluginId}/${found.page.id}`];
  return once([
    ...files.scripts.map(script),
    ...[...files.app, ...(page?.shared ?? [])].map(laterScript),
    ...plugins.flatMap((plugin) => {
      // Its files are asked for by the page around its frame, when that is there.
      if (plugin.tier === 'frame') return [];
      const { shared, own } = build.pages[plugin.id] ?? { shared: [], own: [] };
      const paths = plugin.id === found?.pluginId && page ? page.own : own;
      const texts = new Set([plugin.locales[defaultLanguage], plugin.locales[language]]);
      return [
        ...shared.map(laterScript),
        ...paths.flatMap((path) => packaged('script', plugin, path)),
        // A vendor's sheet is read before it is used.
        ...plugin.styles.flatMap((path) => packaged(isVendor(plugin.id) ? 'fetch' : 'style', plugin, path)),
        ...[...texts].flatMap((address): Preload[] => (address ? [{ as: 'fetch', address }] : [])),
      ];
    }),
  ]);
}

const script = ({ address, integrity }: PageFile): Preload => ({ as: 'script', address, integrity });
const laterScript = (file: PageFile): Preload => ({ ...script(file), later: true });

/** A package's digests are those of the manifest: a folder of another build is not asked for. */
function packaged(as: Preload['as'], { baseUrl, files }: ManifestPlugin, path: string): Preload[] {
  const integrity = files[path];
  return integrity === undefined ? [] : [{ as, address: baseUrl + path, integrity }];
}

/** Each where it is named first. */
const once = (preloads: Preload[]): Preload[] =>
  preloads.filter(({ address }, at) => preloads.findIndex((other) => other.address === address) === at);
