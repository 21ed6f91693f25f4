import { searchParts, tagFacilityParts } from '@sinter/sdk/contract/catalog/parts';
import type { PluginHost } from '@sinter/sdk/plugin';
import { Tagging } from '@sinter/sdk/state/lists';

/** The tags that a facility has put on parts of customers. */
export const partTagging = (host: Pick<PluginHost, 'api' | 'log' | 'user'>): Tagging =>
  new Tagging(host, {
    guard: tagFacilityParts.guard,
    known: async (signal) => {
      const asked = { query: { page: 0, size: 1 }, body: { choices: true } };
      return (await host.api.call(searchParts, asked, { signal })).facilityTags;
    },
    change: (body) => host.api.call(tagFacilityParts, { body }),
  });
