import { contentHash } from './canonical.ts';
import type { Manifest, ManifestPlugin } from './manifest.ts';

/** Plugin ids, each list in the order of the manifest it is taken from. */
export interface ManifestDiff {
  start: string[];
  stop: string[];
  /** Other code under the same id. */
  replace: string[];
  /** Same code, but other pages, slots, texts or requirements. */
  changed: string[];
}

const code = ({ version, baseUrl, entry, styles, files, depcache }: ManifestPlugin): string =>
  contentHash({ version, baseUrl, entry, styles, files, depcache });

/** Would loading the one run exactly what loading the other does? */
export const isSameCode = (one: ManifestPlugin, other: ManifestPlugin): boolean => code(one) === code(other);

/** What has to happen to the plugins of `before` (`null`: there are none yet) to become those of `after`. Pure. */
export function diff(before: Manifest | null, after: Manifest): ManifestDiff {
  const previous = new Map(before?.plugins.map((plugin) => [plugin.id, plugin]));
  const remaining = new Set(after.plugins.map((plugin) => plugin.id));
  const result: ManifestDiff = { start: [], stop: [], replace: [], changed: [] };
  for (const plugin of after.plugins) {
    const known = previous.get(plugin.id);
    if (!known) result.start.push(plugin.id);
    else if (!isSameCode(known, plugin)) result.replace.push(plugin.id);
    else if (contentHash(known) !== contentHash(plugin)) result.changed.push(plugin.id);
  }
  result.stop = [...previous.keys()].filter((id) => !remaining.has(id));
  return result;
}
