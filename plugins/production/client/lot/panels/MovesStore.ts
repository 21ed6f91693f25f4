import {
  listLotMoves,
  lotChanged,
  reverseMove,
  type LotDetail,
  type LotMove,
} from '@sinter/sdk/contract/production/lots';
import { newId, type Dispose } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question } from '@sinter/sdk/state';
import type { LotStore } from '../LotStore.ts';

interface Ledger {
  moves: readonly LotMove[];
  more: boolean;
}

/** The ledger of a lot, page by page, newest first. */
export class MovesStore {
  readonly question: Question<number, Ledger>;
  readonly reversing: Action<[LotMove], LotDetail>;

  constructor(store: LotStore) {
    const { host, id } = store;
    this.question = new Question<number, Ledger>(host, {
      ask: async (pages, signal) => {
        const moves: LotMove[] = [];
        let more = true;
        for (let page = 0; page < pages && more; page += 1) {
          const last = moves.at(-1);
          const query = last ? { before: last.id } : {};
          const answer = await host.api.call(listLotMoves, { params: { id }, query }, { signal });
          moves.push(...answer.moves);
          more = answer.more;
        }
        return { moves, more };
      },
      failed: 'the ledger could not be loaded',
      refreshOn: [on(lotChanged, ({ lotId }) => lotId === id)],
    });
    this.reversing = new Action<[LotMove], LotDetail>(host, {
      run: (move) => host.api.call(reverseMove, { params: { id, moveId: move.id }, body: { eventId: newId() } }),
      onDone: (lot) => {
        store.show(lot);
        this.question.refresh();
      },
      failed: 'a count was not taken back',
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.question.start(1);
  }

  more(): void {
    this.question.ask((this.question.last?.asked ?? 1) + 1);
  }
}
