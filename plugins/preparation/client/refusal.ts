import { cadExtensions } from '@sinter/sdk/contract/preparation';
import { formatBytes } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import { extensionOf } from '../geometry/sniff.ts';

/** The server's own limit unless it is configured otherwise, so that nobody waits for an upload that will be refused. */
const maxBytes = 2 * 1024 ** 3;

/** Why a file cannot be taken, in words, or `null`. */
export function refusalOf({ name, size }: File, t: PluginHost['t']): string | null {
  const extension = extensionOf(name);
  if (!cadExtensions.includes(extension))
    return t(extension === '' ? 'refused.noExtension' : 'refused.type', { extension });
  if (size === 0) return t('refused.empty');
  if (size > maxBytes) return t('refused.tooLarge', { size: formatBytes(size), limit: formatBytes(maxBytes) });
  return null;
}
