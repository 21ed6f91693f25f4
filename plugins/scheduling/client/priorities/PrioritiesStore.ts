import { createPriority, deletePriority, listPriorities, updatePriority } from '@sinter/sdk/contract/priorities';
import type { Priority } from '@sinter/sdk/contract/priorities';
import { newId } from '@sinter/sdk/plugin';
import type { PluginHost } from '@sinter/sdk/plugin';
import { defaultPageSize, messageOf } from '@sinter/sdk/ui';
import type { Sort } from '@sinter/sdk/ui';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';

type Host = Pick<PluginHost, 'api' | 'log' | 'user'>;

/** Priority labels of the facility, and the one that is being added or changed. */
export class PrioritiesStore {
  all: readonly Priority[] = [];
  loading = true;
  error: unknown = null;
  page = 0;
  /** As the server has them, until somebody sorts: the oldest first. */
  sort: Sort | null = null;
  editing: Priority | 'new' | null = null;
  /** Somebody is asked whether to delete it. */
  asked: Priority | null = null;
  problem: string | null = null;
  private eventId = newId();

  constructor(private readonly host: Host) {
    makeAutoObservable<this, 'host' | 'eventId'>(
      this,
      {
        ...{ host: false, eventId: false, all: observableRef, error: observableRef },
        ...{ sort: observableRef, editing: observableRef, asked: observableRef },
      },
      { autoBind: true },
    );
  }

  get mayEdit(): boolean {
    return this.host.user.serviceProvider?.permissions.includes('MES_SETTINGS_EDITOR') ?? false;
  }

  get rows(): readonly Priority[] {
    const { sort } = this;
    const sign = sort?.direction === 'desc' ? -1 : 1;
    const sorted = sort ? this.all.toSorted((a, b) => sign * a.label.localeCompare(b.label)) : this.all;
    return sorted.slice(this.page * defaultPageSize, (this.page + 1) * defaultPageSize);
  }

  async load(): Promise<void> {
    this.loading = true;
    try {
      const all = await this.host.api.call(listPriorities, {});
      runInAction(() => {
        this.all = all;
        this.error = null;
        this.page = Math.min(this.page, Math.max(Math.ceil(all.length / defaultPageSize) - 1, 0));
      });
    } catch (error) {
      this.host.log.warn('priority labels could not be read', { error: String(error) });
      runInAction(() => (this.error = error));
    } finally {
      runInAction(() => (this.loading = false));
    }
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
    const { editing, host } = this;
    if (editing === null) return;
    if (editing === 'new') await host.api.call(createPriority, { body: { ...draft, eventId: this.eventId } });
    else await host.api.call(updatePriority, { params: { id: editing.id }, body: draft });
    runInAction(() => {
      this.eventId = newId();
      this.editing = null;
    });
    await this.load();
  }

  ask(priority: Priority): void {
    this.asked = priority;
  }

  async answer(yes: boolean): Promise<void> {
    const { asked } = this;
    this.asked = null;
    this.problem = null;
    if (!yes || !asked) return;
    try {
      await this.host.api.call(deletePriority, { params: { id: asked.id } });
    } catch (error) {
      this.host.log.warn('a priority label was not deleted', { id: asked.id, error: String(error) });
      runInAction(() => (this.problem = messageOf(error)));
    }
    await this.load();
  }
}
