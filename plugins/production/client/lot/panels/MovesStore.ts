import { listLotMoves, lotChanged, type LotDetail, type LotMove } from '@sinter/sdk/contract/production/lots';
import type { Dispose } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question } from '@sinter/sdk/state';
import type { LotStore } from '../LotStore.ts';

interface Ledger {
  moves: LotMove[];
  more: boolean;
}

/** The ledger of a lot, page by page, newest first. */
export class MovesStore {
  readonly question: Question<number, Ledger>;
  readonly reversing: Action<[LotMove], LotDetail | null>;

  constructor(store: LotStore) {
    const { host, id } = store;
    const pagesOf = async (pages: number, signal: AbortSignal): Promise<Ledger> => {
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
    };
    this.question = new Question<number, Ledger>(host, {
      ask: (pages, signal) =>
        store.offline.read(
          `moves.${id}`,
          () => pagesOf(pages, signal),
          (kept) => listLotMoves.response.safeParse(kept).data,
          (ledger) => (store.lot?.controlled ? null : ledger),
        ),
      failed: 'the ledger could not be loaded',
      refreshOn: [on(lotChanged, ({ lotId }) => lotId === id)],
    });
    this.reversing = new Action<[LotMove], LotDetail | null>(host, {
      run: ({ id: moveId, position, kind, quantity }) =>
        store.act({ kind: 'REVERSE', position, moveId, moved: kind, quantity }),
      onDone: (lot) => {
        if (lot) store.show(lot);
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
