import { contentHash } from './canonical.ts';
import type { Manifest, ManifestPlugin } from './manifest.ts';

/** Lists of plugin ids, each in the order of the manifest that it comes from. */
export interface ManifestDiff {
  start: string[];
  stop: string[];
  /** The same id, with other code. */
  replace: string[];
  /** The same code, with other pages, slots, texts or requirements. */
  changed: string[];
}

const code = ({ version, tier, baseUrl, entry, styles, files, depcache }: ManifestPlugin): string =>
  contentHash({ version, tier, baseUrl, entry, styles, files, depcache });

/** Whether both entries load the same code. */
export const isSameCode = (one: ManifestPlugin, other: ManifestPlugin): boolean => code(one) === code(other);

/**
 * What has to happen to the plugins of `before` (`null`: there are none yet) so that they become those of `after`.
 * Pure.
 */
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
