import type { PermissionSpec } from '@sinter/sdk/contract/rights';
import { i18n } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';

/** One of our texts, or with `<plugin id>:<key>` one of that plugin's own; `fallback` where it has none. */
export function titleOf(t: PluginHost['t'], key: string, fallback: string): string {
  const at = key.indexOf(':');
  return at === -1 ? t(key) : i18n.t(key.slice(at + 1), { ns: key.slice(0, at), defaultValue: fallback });
}

/** The title of a permission; its id where its plugin is no longer there. */
export function permissionTitle(t: PluginHost['t'], known: readonly PermissionSpec[], permission: string): string {
  const spec = known.find(({ id }) => id === permission);
  return spec ? titleOf(t, spec.title, permission) : permission;
}
