import { expediteLot, listFlowLots } from '@sinter/sdk/contract/production/flow';
import { lotChanged, type FloorCard } from '@sinter/sdk/contract/production/lots';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question } from '@sinter/sdk/state';
import type { FlowQuery } from './FlowStore.ts';

const pageSize = 50;

interface Found {
  cards: readonly FloorCard[];
  total: number;
}

/** The lots at one step, page by page. */
export class FlowLotsStore {
  readonly lots: Question<number, Found>;
  readonly expediting: Action<[FloorCard], { expedited: boolean }>;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, step: string, narrow: FlowQuery) {
    this.lots = new Question<number, Found>(host, {
      ask: async (pages, signal) => {
        const all = await Promise.all(
          Array.from({ length: pages }, (_, page) =>
            host.api.call(listFlowLots, { query: { ...narrow, step, offset: page * pageSize } }, { signal }),
          ),
        );
        const cards = all.flatMap((answer) => answer.cards);
        // A lot that moved between two pages comes once.
        return { cards: [...new Map(cards.map((card) => [card.id, card])).values()], total: all[0]?.total ?? 0 };
      },
      failed: 'lots of a step could not be loaded',
      refreshOn: [on(lotChanged)],
      settleMs: 800,
    });
    this.expediting = new Action<[FloorCard], { expedited: boolean }>(host, {
      run: ({ id, expedited }) => host.api.call(expediteLot, { params: { id }, body: { expedited: !expedited } }),
      onDone: () => this.lots.refresh(),
      failed: 'a lot was not expedited',
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.lots.start(1);
  }

  more(): void {
    this.lots.ask((this.lots.last?.asked ?? 1) + 1);
  }
}
