import { exportAudit, searchAudit, type AuditEntryDto } from '@sinter/sdk/contract/host/audit';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';

export const pageSize = 15;

type Host = Pick<PluginHost, 'api' | 'location' | 'navigate' | 'log'>;

/** What was changed by whom. The address holds what is looked for. */
export class AuditStore {
  entries: readonly AuditEntryDto[] = [];
  actions: readonly string[] = [];
  total = 0;
  loading = true;
  error: unknown = null;
  search: string;
  action: string;
  /** Days, `2026-11-21`; empty for no limit. */
  from: string;
  to: string;
  page: number;
  timesCleared = 0;
  private request: AbortController | null = null;

  constructor(private readonly host: Host) {
    const asked = new URLSearchParams(host.location.get().search);
    this.search = asked.get('q') ?? '';
    this.action = asked.get('action') ?? '';
    this.from = asked.get('from') ?? '';
    this.to = asked.get('to') ?? '';
    this.page = Math.max((Number(asked.get('page')) || 1) - 1, 0);
    makeAutoObservable<this, 'host' | 'request'>(
      this,
      { entries: observableRef, actions: observableRef, error: observableRef, host: false, request: false },
      { autoBind: true },
    );
  }

  get isFiltered(): boolean {
    return this.search !== '' || this.action !== '' || this.from !== '' || this.to !== '';
  }

  /** The same entries as a file. */
  get exportAddress(): string {
    return this.host.api.href(exportAudit, { query: this.filter });
  }

  start(): Dispose {
    void this.load();
    return () => this.request?.abort();
  }

  show(change: Partial<Pick<AuditStore, 'search' | 'action' | 'from' | 'to' | 'page'>>): void {
    Object.assign(this, { page: 0, ...change });
    const shown = new URLSearchParams();
    for (const [name, value] of Object.entries({ q: this.search, action: this.action, from: this.from, to: this.to })) {
      if (value !== '') shown.set(name, value);
    }
    if (this.page > 0) shown.set('page', String(this.page + 1));
    const { pathname } = this.host.location.get();
    this.host.navigate(shown.size > 0 ? `${pathname}?${shown}` : pathname, { replace: true });
    void this.load();
  }

  clear(): void {
    this.timesCleared += 1;
    this.show({ search: '', action: '', from: '', to: '' });
  }

  async load(): Promise<void> {
    this.request?.abort();
    const { signal } = (this.request = new AbortController());
    this.loading = true;
    try {
      const query = { ...this.filter, page: this.page, size: pageSize };
      const found = await this.host.api.call(searchAudit, { query }, { signal });
      runInAction(() => {
        this.entries = found.entries;
        this.actions = found.actions;
        this.total = found.totalCount;
        this.error = null;
        this.loading = false;
      });
    } catch (error) {
      if (signal.aborted) return;
      this.host.log.warn('The audit could not be read', { error: String(error) });
      runInAction(() => {
        this.error = error;
        this.loading = false;
      });
    }
  }

  /** Days are the person's own: from the beginning of the first to the end of the last. */
  private get filter() {
    return {
      ...(this.search === '' ? {} : { searchString: this.search }),
      ...(this.action === '' ? {} : { action: this.action }),
      ...(this.from === '' ? {} : { from: new Date(`${this.from}T00:00`).toISOString() }),
      ...(this.to === '' ? {} : { to: new Date(`${this.to}T23:59:59.999`).toISOString() }),
    };
  }
}
