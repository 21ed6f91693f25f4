import type { Manifest, ManifestPage } from '#registry/manifest';
import { bySpecificity, matchPath } from '#registry/paths';
import type { Dispose, PageLoader } from '@sinter/sdk/plugin';

export interface PageRegistry {
  add(pluginId: string, pageId: string, load: PageLoader): Dispose;
  get(pluginId: string, pageId: string): PageLoader | undefined;
}

export function createPageRegistry(): PageRegistry {
  const loaders = new Map<string, PageLoader>();
  const key = (pluginId: string, pageId: string): string => `${pluginId}/${pageId}`;
  return {
    add(pluginId, pageId, load) {
      const id = key(pluginId, pageId);
      if (loaders.has(id)) throw new Error(`The page ${id} is registered twice.`);
      loaders.set(id, load);
      return () => loaders.delete(id);
    },
    get: (pluginId, pageId) => loaders.get(key(pluginId, pageId)),
  };
}

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
