import { listJobTags, tagJobs } from '@sinter/sdk/contract/scheduling/tags';
import type { PluginHost } from '@sinter/sdk/plugin';
import { Tagging } from '@sinter/sdk/state/lists';

/** The facility's tags on jobs. */
export const jobTagging = (host: Pick<PluginHost, 'api' | 'log' | 'user'>): Tagging =>
  new Tagging(host, {
    guard: tagJobs.guard,
    known: (signal) => host.api.call(listJobTags, {}, { signal }),
    change: (body) => host.api.call(tagJobs, { body }),
  });
