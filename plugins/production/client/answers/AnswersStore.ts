import { listAnswered, type AnsweredList } from '@sinter/sdk/contract/production/checklists';
import type { Gate } from '@sinter/sdk/contract/production/gates';
import { lotChanged } from '@sinter/sdk/contract/production/lots';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, on, Question } from '@sinter/sdk/state';

export interface Answering {
  subject: 'LOT' | 'JOB' | 'ORDER';
  id: number;
  /** Those of this gate alone. */
  gate?: Gate;
}

/** What was answered at a lot, a job or an order. */
export class AnswersStore {
  readonly question: Question<void, readonly AnsweredList[]>;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, { subject, id, gate }: Answering) {
    this.question = new Question<void, readonly AnsweredList[]>(host, {
      ask: async (_asked, signal) => {
        const { lists } = await host.api.call(listAnswered, { params: { subject, id } }, { signal });
        return lists.filter((list) => gate === undefined || list.gate === gate);
      },
      failed: 'what was answered could not be loaded',
      refreshOn: [on(lotChanged, ({ lotId, orderId }) => (subject === 'LOT' ? lotId : orderId) === id)],
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.question.start();
  }
}
