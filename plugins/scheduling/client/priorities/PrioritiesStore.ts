import {
  createPriority,
  deletePriority,
  listPriorities,
  updatePriority,
} from '@sinter/sdk/contract/scheduling/priorities';
import type { Priority } from '@sinter/sdk/contract/scheduling/priorities';
import { newId } from '@sinter/sdk/plugin';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore } from '@sinter/sdk/state';
import { List, textFilters } from '@sinter/sdk/state/lists';
import type { ListHost } from '@sinter/sdk/state/lists';

type Host = ListHost & Pick<PluginHost, 'api' | 'user'>;

/** As the server has them, until somebody sorts. */
const oldestFirst = { key: 'oldest', direction: 'asc' } as const;

/** Priority labels of the facility, and the one that is being added or changed. */
export class PrioritiesStore {
  editing: Priority | 'new' | null = null;
  /** Somebody is asked whether to delete it. */
  asked: Priority | null = null;
  readonly list: List<Priority, Record<never, string>>;
  readonly deleting: Action<[Priority], unknown>;
  readonly #host: Host;
  #eventId = newId();

  constructor(host: Host) {
    this.#host = host;
    this.list = new List<Priority, Record<never, string>>(host, {
      filters: textFilters({}),
      outsideAddress: true,
      keyOf: ({ id }) => id,
      sort: oldestFirst,
      page: async ({ sort, page, size }, signal) => {
        const all = await host.api.call(listPriorities, {}, { signal });
        const sign = sort?.direction === 'desc' ? -1 : 1;
        const sorted = sort?.key === 'label' ? all.toSorted((a, b) => sign * a.label.localeCompare(b.label)) : all;
        return { rows: sorted.slice(page * size, (page + 1) * size), total: all.length };
      },
      failed: 'priority labels could not be read',
    });
    this.deleting = new Action<[Priority], unknown>(host, {
      run: ({ id }) => host.api.call(deletePriority, { params: { id } }),
      failed: 'a priority label was not deleted',
      onDone: () => this.list.retry(),
      // Somebody else may have deleted it, or begun to use it.
      onFailed: () => this.list.retry(),
    });
    makeStore(this);
  }

  get mayEdit(): boolean {
    return this.#host.user.serviceProvider?.permissions.includes('MES_SETTINGS_EDITOR') ?? false;
  }

  start(): Dispose {
    return this.list.start();
  }

  edit(editing: Priority | 'new' | null): void {
    this.editing = editing;
  }

  /** Throws the refusal, for the form to show. */
  async save(draft: Pick<Priority, 'label' | 'color'>): Promise<void> {
    const { api } = this.#host;
    if (this.editing === null) return;
    if (this.editing === 'new') await api.call(createPriority, { body: { ...draft, eventId: this.#eventId } });
    else await api.call(updatePriority, { params: { id: this.editing.id }, body: draft });
    this.#eventId = newId();
    this.edit(null);
    this.list.retry();
  }

  ask(priority: Priority): void {
    this.asked = priority;
  }

  async answer(yes: boolean): Promise<void> {
    const { asked } = this;
    this.asked = null;
    this.deleting.forgive();
    if (yes && asked) await this.deleting.run(asked);
  }
}
