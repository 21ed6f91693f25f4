import {
  createPriority,
  deletePriority,
  listPriorities,
  updatePriority,
} from '@sinter/sdk/contract/scheduling/priorities';
import type { Priority } from '@sinter/sdk/contract/scheduling/priorities';
import { newId } from '@sinter/sdk/plugin';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question } from '@sinter/sdk/state';
import { defaultPageSize } from '@sinter/sdk/ui';
import type { Sort } from '@sinter/sdk/ui';

type Host = Pick<PluginHost, 'api' | 'log' | 'user'>;

/** Priority labels of the facility, and the one that is being added or changed. */
export class PrioritiesStore {
  page = 0;
  /** As the server has them, until somebody sorts: the oldest first. */
  sort: Sort | null = null;
  editing: Priority | 'new' | null = null;
  /** Somebody is asked whether to delete it. */
  asked: Priority | null = null;
  readonly labels: Question<void, readonly Priority[]>;
  readonly deleting: Action<[Priority], unknown>;
  readonly #host: Host;
  #eventId = newId();

  constructor(host: Host) {
    this.#host = host;
    this.labels = new Question<void, readonly Priority[]>(host, {
      ask: (_asked, signal) => host.api.call(listPriorities, {}, { signal }),
      failed: 'priority labels could not be read',
      onAnswer: ({ length }) => {
        this.page = Math.min(this.page, Math.max(Math.ceil(length / defaultPageSize) - 1, 0));
      },
    });
    this.deleting = new Action<[Priority], unknown>(host, {
      run: ({ id }) => host.api.call(deletePriority, { params: { id } }),
      failed: 'a priority label was not deleted',
      onDone: () => this.labels.retry(),
      // Somebody else may have deleted it, or begun to use it.
      onFailed: () => this.labels.retry(),
    });
    makeStore(this);
  }

  get mayEdit(): boolean {
    return this.#host.user.serviceProvider?.permissions.includes('MES_SETTINGS_EDITOR') ?? false;
  }

  get all(): readonly Priority[] {
    return this.labels.answer ?? [];
  }

  get rows(): readonly Priority[] {
    const { sort, all } = this;
    const sign = sort?.direction === 'desc' ? -1 : 1;
    const sorted = sort ? all.toSorted((a, b) => sign * a.label.localeCompare(b.label)) : all;
    return sorted.slice(this.page * defaultPageSize, (this.page + 1) * defaultPageSize);
  }

  start(): Dispose {
    return this.labels.start();
  }

  setPage(page: number): void {
    this.page = page;
  }

  setSort(sort: Sort): void {
    this.sort = sort;
    this.page = 0;
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
    this.labels.retry();
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
