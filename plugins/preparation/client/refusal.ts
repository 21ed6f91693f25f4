import { cadExtensions } from '@sinter/sdk/contract/preparation/fileOperations';
import type { PluginHost } from '@sinter/sdk/plugin';
import { extensionOf } from '../geometry/sniff.ts';

/** Why a file cannot be taken, in words, or `null`. How large it may be is the server's to say, before any of it is sent. */
export function refusalOf({ name, size }: File, t: PluginHost['t']): string | null {
  const extension = extensionOf(name);
  if (!cadExtensions.includes(extension))
    return t(extension === '' ? 'refused.noExtension' : 'refused.type', { extension });
  return size === 0 ? t('refused.empty') : null;
}
