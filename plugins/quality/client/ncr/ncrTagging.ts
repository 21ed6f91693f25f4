import { readNcrChoices, tagNcrs } from '@sinter/sdk/contract/quality/ncrs';
import type { PluginHost } from '@sinter/sdk/plugin';
import { Tagging } from '@sinter/sdk/state/lists';

/** The facility's tags on non-conformances. */
export const ncrTagging = (host: Pick<PluginHost, 'api' | 'log' | 'user'>): Tagging =>
  new Tagging(host, {
    guard: tagNcrs.guard,
    known: async (signal) => (await host.api.call(readNcrChoices, {}, { signal })).tags,
    change: (body) => host.api.call(tagNcrs, { body }),
  });
