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
