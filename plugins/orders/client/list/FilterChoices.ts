import type { CallResult } from '@sinter/sdk/contract/call';
import { listOrderFilters } from '@sinter/sdk/contract/orders/lists';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Question } from '@sinter/sdk/state';

/** What orders can be filtered by, asked for when somebody is about to. */
export class FilterChoices {
  readonly question: Question<void, CallResult<typeof listOrderFilters>>;

  constructor(host: Pick<PluginHost, 'api' | 'log'>) {
    this.question = new Question(host, {
      ask: (_, signal) => host.api.call(listOrderFilters, {}, { signal }),
      failed: 'filters could not be read',
    });
  }

  start(): Dispose {
    return this.question.start();
  }
}
