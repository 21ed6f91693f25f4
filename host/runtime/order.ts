import type { ManifestPlugin } from '#registry/manifest';

type Plugins = readonly Pick<ManifestPlugin, 'id' | 'startsAfter'>[];

/** Each plugin comes after those that it requires. */
export function startOrder(plugins: Plugins): string[] {
  const byId = new Map(plugins.map((plugin) => [plugin.id, plugin]));
  const order = new Set<string>();
  const visited = new Set<string>();
  const visit = (id: string): void => {
    const plugin = byId.get(id);
    if (!plugin || visited.has(id)) return;
    visited.add(id);
    plugin.startsAfter.forEach(visit);
    order.add(id);
  };
  for (const { id } of plugins) visit(id);
  return [...order];
}

/** `ids` and all plugins that require one of them, directly or through others. */
export function withDependants(ids: Iterable<string>, plugins: Plugins): Set<string> {
  const affected = new Set(ids);
  for (let size = -1; size !== affected.size;) {
    size = affected.size;
    for (const { id, startsAfter } of plugins)
      if (startsAfter.some((required) => affected.has(required))) affected.add(id);
  }
  return affected;
}

/** Whether `id` requires itself through other plugins. */
export function isCircular(id: string, plugins: Plugins): boolean {
  const direct = plugins.filter(({ startsAfter }) => startsAfter.includes(id)).map((plugin) => plugin.id);
  return withDependants(direct, plugins).has(id);
}
