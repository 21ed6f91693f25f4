import { listLotTags, tagLots } from '@sinter/sdk/contract/production/tags';
import type { PluginHost } from '@sinter/sdk/plugin';
import { Tagging } from '@sinter/sdk/state/lists';

/** The facility's tags on lots. */
export const lotTagging = (host: Pick<PluginHost, 'api' | 'log' | 'user'>): Tagging =>
  new Tagging(host, {
    guard: tagLots.guard,
    known: (signal) => host.api.call(listLotTags, {}, { signal }),
    change: (body) => host.api.call(tagLots, { body }),
  });
