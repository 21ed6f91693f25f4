import type { CallResult } from '@sinter/sdk/contract/call';
import { capaPeople } from '@sinter/sdk/contract/quality/capas';
import type { PluginHost } from '@sinter/sdk/plugin';
import { Question } from '@sinter/sdk/state';

export type People = CallResult<typeof capaPeople>;

/** Who may own corrective actions and their tasks. */
export const askPeople = (host: Pick<PluginHost, 'api' | 'log'>): Question<void, People> =>
  new Question<void, People>(host, {
    ask: (_, signal) => host.api.call(capaPeople, {}, { signal }),
    failed: 'who may own corrective actions could not be listed',
  });
