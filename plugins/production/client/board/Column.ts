import { listCards, lotChanged, type FloorCard } from '@sinter/sdk/contract/production/lots';
import type { PluginHost } from '@sinter/sdk/plugin';
import { makeStore, on, Question } from '@sinter/sdk/state';

/** The server answers so many at a time. */
export const pageSize = 50;

/** The cards of a work center beyond its first ones, page by page. */
export class Column {
  readonly question: Question<number, readonly FloorCard[]>;
  readonly #stop: () => void;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, workCenter: string) {
    this.question = new Question<number, readonly FloorCard[]>(host, {
      ask: async (pages, signal) => {
        const all = Array.from({ length: pages }, (_, page) =>
          host.api.call(listCards, { query: { workCenter, offset: page * pageSize } }, { signal }),
        );
        const cards = (await Promise.all(all)).flatMap((answer) => answer.cards);
        // A card that moved between two pages comes once.
        return [...new Map(cards.map((card) => [`${card.id}.${card.position}`, card])).values()];
      },
      failed: 'more lots could not be loaded',
      refreshOn: [on(lotChanged)],
      settleMs: 800,
    });
    this.#stop = this.question.follow();
    makeStore(this);
  }

  get cards(): readonly FloorCard[] {
    return this.question.answer ?? [];
  }

  more(): void {
    this.question.ask((this.question.last?.asked ?? 0) + 1);
  }

  stop(): void {
    this.#stop();
  }
}
