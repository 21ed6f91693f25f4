import type { CallResult } from '@sinter/sdk/contract/call';
import {
  listFacilityPostProcessing,
  listPostProcessing,
  updateFacilityPostProcessing,
} from '@sinter/sdk/contract/catalog/machines';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question, together } from '@sinter/sdk/state';
import { keepEntered } from '@sinter/sdk/state/entered';
import * as z from 'zod';

type FinishingHost = Pick<PluginHost, 'api' | 'beforeStop' | 'log' | 'user'>;
type Steps = CallResult<typeof listPostProcessing>;

/** Finishing that the facility offers: what is saved, and what is chosen and not saved yet. */
export class FinishingStore {
  chosen: ReadonlySet<number> = new Set();
  saved: ReadonlySet<number> = new Set();
  /** What is chosen was begun before the page was loaded again. */
  restored = false;
  /** The steps that there are. */
  readonly steps: Question<null, Steps>;
  readonly saving: Action<[]>;
  readonly #host: FinishingHost;
  /** What was chosen before a reload, until it is known what is saved. */
  #begun: readonly number[] | null = null;

  constructor(host: FinishingHost) {
    const { api, log } = host;
    this.#host = host;
    this.steps = new Question<null, Steps>(
      { log },
      {
        failed: 'finishing could not be loaded',
        ask: async (_asked, signal) => {
          const [steps, offered] = await Promise.all([
            api.call(listPostProcessing, {}, { signal }),
            api.call(listFacilityPostProcessing, {}, { signal }),
          ]);
          this.take(offered);
          return steps;
        },
      },
    );
    this.saving = new Action(
      { log },
      {
        failed: 'finishing could not be saved',
        run: async () => this.take(await api.call(updateFacilityPostProcessing, { body: { ids: [...this.chosen] } })),
      },
    );
    makeStore(this);
  }

  get unsaved(): boolean {
    return this.chosen.size !== this.saved.size || [...this.chosen].some((id) => !this.saved.has(id));
  }

  start(): Dispose {
    return together(
      keepEntered(this.#host, {
        what: 'catalog.finishing',
        schema: z.array(z.number()),
        entered: () => (this.unsaved ? [...this.chosen] : null),
        restore: (ids) => (this.#begun = ids),
      }),
      this.steps.start(null),
    );
  }

  toggle(id: number): void {
    const chosen = new Set(this.chosen);
    if (!chosen.delete(id)) chosen.add(id);
    this.chosen = chosen;
  }

  reset(): void {
    this.chosen = this.saved;
    this.restored = false;
    this.saving.forgive();
  }

  /** What the server has now is what is chosen, but for what was begun before a reload. */
  take(offered: Steps): void {
    this.saved = new Set(offered.map(({ id }) => id));
    this.chosen = this.#begun ? new Set(this.#begun) : this.saved;
    this.restored = this.#begun !== null;
    this.#begun = null;
  }
}
