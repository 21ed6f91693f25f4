import { hostPages } from './hostPages.ts';
import type { Manifest, ManifestPage, ManifestPlugin } from './manifest.ts';
import { bySpecificity, matchPath } from './paths.ts';

export interface PageMatch {
  pluginId: string;
  page: ManifestPage;
  params: Record<string, string>;
}

/** The page that serves `pathname`, for hosts that have no router. */
export function match(manifest: Manifest, pathname: string): PageMatch | null {
  const matches = manifest.plugins.flatMap(({ id, pages }) =>
    pages.flatMap((page): PageMatch[] => {
      const params = matchPath(page.path, pathname);
      return params ? [{ pluginId: id, page, params }] : [];
    }),
  );
  return matches.sort((one, other) => bySpecificity(one.page.path, other.page.path))[0] ?? null;
}

/** Does a screen of a plugin or of the host serve this path? */
export const opens = (manifest: Manifest, path: string): boolean =>
  match(manifest, path) !== null || hostPages.some((page) => matchPath(page.path, path) !== null);

/** The plugins that `isWanted` names and all that start before them, in the manifest's order. */
export function withThoseBefore(
  { plugins }: Pick<Manifest, 'plugins'>,
  isWanted: (plugin: ManifestPlugin) => boolean,
): ManifestPlugin[] {
  const wanted = new Set(plugins.filter(isWanted).map(({ id }) => id));
  // A plugin stands after those of its `startsAfter`: going from the end, they are still to come.
  for (const plugin of [...plugins].reverse()) {
    if (wanted.has(plugin.id)) plugin.startsAfter.forEach((id) => wanted.add(id));
  }
  return plugins.filter(({ id }) => wanted.has(id));
}
