import type { Manifest, ManifestPage } from './manifest.ts';
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
