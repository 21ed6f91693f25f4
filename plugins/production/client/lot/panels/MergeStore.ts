import { listCards, mergeLots, type FloorCard, type LotDetail } from '@sinter/sdk/contract/production/lots';
import { newId, type Dispose } from '@sinter/sdk/plugin';
import { Action, makeStore, Question } from '@sinter/sdk/state';
import type { LotStore } from '../LotStore.ts';
import type { StepProps } from '../StepProps.ts';

/** So many of the order's lots are looked through. */
const pages = 4;

/** Lots whose open pieces can join this one: of the same part, at the same step. */
export class MergeStore {
  chosen: ReadonlySet<number> = new Set();
  readonly others: Question<void, readonly FloorCard[]>;
  readonly merging: Action<[], LotDetail>;

  constructor(store: LotStore, { lot, step }: Pick<StepProps, 'lot' | 'step'>) {
    const { host } = store;
    const eventId = newId();
    this.others = new Question<void, readonly FloorCard[]>(host, {
      ask: async (_asked, signal) => {
        const found: FloorCard[] = [];
        for (let page = 0; page < pages; page += 1) {
          const query = { workCenter: step.workCenter, text: String(lot.orderId), offset: found.length };
          const { cards, total } = await host.api.call(listCards, { query }, { signal });
          found.push(...cards);
          if (cards.length === 0 || found.length >= total) break;
        }
        return found.filter(
          ({ id, orderFileId, position }) =>
            id !== lot.id && orderFileId === lot.orderFileId && position === step.position,
        );
      },
      failed: 'lots to merge could not be loaded',
    });
    this.merging = new Action(host, {
      run: () =>
        store.offline.kiosk.act(({ kiosk, device }) =>
          host.api.call(mergeLots, {
            params: { id: lot.id },
            body: { eventId, kiosk, device, position: step.position, lotIds: [...this.chosen] },
          }),
        ),
      onDone: (merged) => {
        store.show(merged);
        store.open(null);
      },
      failed: 'lots were not merged',
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.others.start();
  }

  toggle(id: number): void {
    this.chosen = new Set(this.chosen.has(id) ? [...this.chosen].filter((each) => each !== id) : [...this.chosen, id]);
  }
}
