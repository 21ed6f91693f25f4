import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { fileOperationChanged, filePreviewChanged } from '@sinter/sdk/contract/preparation/events';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { partsChanged } from '@sinter/sdk/contract/catalog/events';
import { archiveParts, deleteParts, searchParts, undeleteParts } from '@sinter/sdk/contract/catalog/parts';
import type { Part } from '@sinter/sdk/contract/catalog/parts';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { messageOf, toast, type Sort } from '@sinter/sdk/ui';
import { ColumnChoice } from '@sinter/sdk/state/lists';
import { OperationRuns } from '../operations/OperationRuns.ts';
import { BulkChange, bulkSize } from './BulkChange.ts';
import { noFilters, readAddress, sorts, writeAddress, type PartFilters, type Shown } from './filters.ts';

export type InventoryHost = Pick<PluginHost, 'api' | 'events' | 'location' | 'navigate' | 'log' | 'user' | 't'>;
export const pageSize = 15;
const exportSize = 100;
/** Several changes at once are one. */
const settleMs = 300;
/** Columns that most do not look at; everybody may choose them. A facility asks first whose a part is. */
const hiddenAtFirst = ['units', 'area', 'shells', 'minWall', 'exportClass', 'created'];

/** The list of parts, which the server searches, filters, sorts and pages. The address holds what is shown. */
export class InventoryStore {
  rows: readonly Part[] = [];
  total = 0;
  tags: readonly string[] = [];
  formats: readonly string[] = [];
  shown: Shown;
  loading = true;
  error: unknown = null;
  timesCleared = 0;
  /** By id: also those of other pages. */
  selected: ReadonlyMap<number, Part> = new Map();
  bulk: BulkChange | null = null;
  /** Those that were deleted last: it can be taken back. */
  deleted: readonly Pick<Part, 'id' | 'name'>[] = [];
  undoing = false;
  /** The chosen parts while an operation is being set up for them or runs. */
  operation: OperationRuns | null = null;
  /** Share of the rows that are read, while they are exported. */
  exported: number | null = null;
  readonly columns: ColumnChoice;
  private request: AbortController | null = null;
  /** The tags and formats there are have to be asked for: at first, and when parts may have changed. */
  private choicesDue = true;

  constructor(readonly host: InventoryHost) {
    this.columns = this.isOwner
      ? new ColumnChoice(host, 'PART_COLUMNS', [...hiddenAtFirst, 'owner'])
      : new ColumnChoice(host, 'PROVIDER_PART_COLUMNS', [...hiddenAtFirst, 'format', 'lastOrdered']);
    this.shown = readAddress(host.location.get().search);
    makeAutoObservable<this, 'request' | 'choicesDue'>(
      this,
      {
        ...{ rows: observableRef, error: observableRef, shown: observableRef, selected: observableRef },
        ...{
          bulk: observableRef,
          operation: observableRef,
          deleted: observableRef,
          host: false,
          columns: false,
          request: false,
          choicesDue: false,
        },
      },
      { autoBind: true },
    );
  }

  start(): Dispose {
    void this.load();
    void this.columns.load();
    const { events, location } = this.host;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void this.load(), settleMs);
    };
    const forget = [
      location.subscribe(this.follow),
      events.on(partsChanged, later),
      events.on(orderChanged, later),
      events.on(filePreviewChanged, ({ fileId }) => this.shows(fileId) && later()),
      events.on(fileOperationChanged, ({ fileId, status }) => status === 'SUCCESS' && this.shows(fileId) && later()),
    ];
    return () => {
      for (const stop of forget) stop();
      clearTimeout(timer);
      this.request?.abort();
      this.operation?.stop();
    };
  }

  /** Those who buy parts keep them; a facility looks at what it was asked to make. */
  get isOwner(): boolean {
    return this.host.user.engineer !== null;
  }

  get isFiltered(): boolean {
    const { search, filters } = this.shown;
    return search !== '' || JSON.stringify(filters) !== JSON.stringify(noFilters);
  }

  get chosen(): Part[] {
    return [...this.selected.values()];
  }

  private shows(fileId: number): boolean {
    return this.rows.some(({ revision }) => revision.fileDTO.id === fileId);
  }

  /** Reads everything shown anew. */
  load(): Promise<void> {
    this.choicesDue = true;
    return this.read();
  }

  private async read(): Promise<void> {
    this.request?.abort();
    const { signal } = (this.request = new AbortController());
    try {
      const found = await this.ask(this.shown.page, pageSize, { signal, choices: this.choicesDue });
      if (signal.aborted) return;
      runInAction(() => {
        this.rows = found.content;
        this.total = found.totalElements;
        if (this.choicesDue) ({ tags: this.tags, formats: this.formats } = found);
        this.choicesDue = false;
        this.error = null;
        this.loading = false;
        // What is chosen is shown, and done, as it is now.
        const now = new Map(found.content.map((part) => [part.id, part]));
        this.selected = new Map([...this.selected].map(([id, part]) => [id, now.get(id) ?? part]));
      });
    } catch (error) {
      if (signal.aborted) return;
      this.host.log.warn('The parts could not be loaded', { error: String(error) });
      runInAction(() => {
        this.error = error;
        this.loading = false;
      });
    }
  }

  retry(): void {
    this.loading = true;
    void this.load();
  }

  searchFor(search: string): void {
    this.show({ search, page: 0 });
  }

  filter(change: Partial<PartFilters>): void {
    // Archived parts and the others are never in one list: what was chosen here is not seen there.
    if (change.archived !== undefined) this.selected = new Map();
    this.show({ filters: { ...this.shown.filters, ...change }, page: 0 });
  }

  showAll(): void {
    this.timesCleared++;
    this.show({ search: '', filters: noFilters, page: 0 });
  }

  sortBy(sort: Sort): void {
    this.show({ sort, page: 0 });
  }

  showPage(page: number): void {
    this.show({ page });
  }

  open(id: number): void {
    this.moveTo({ ...this.shown, part: id }, false);
  }

  close(): void {
    this.moveTo({ ...this.shown, part: null }, true);
  }

  toggle(part: Part): void {
    const next = new Map(this.selected);
    if (!next.delete(part.id)) next.set(part.id, part);
    this.selected = next;
  }

  /** Chooses the whole page, or takes it back. */
  toggleRows(): void {
    const all = this.rows.every(({ id }) => this.selected.has(id));
    const next = new Map(this.selected);
    for (const part of this.rows) {
      if (all) next.delete(part.id);
      else next.set(part.id, part);
    }
    this.selected = next;
  }

  clearSelection(): void {
    this.selected = new Map();
  }

  archiveChosen(archived: boolean): void {
    const parts = this.chosen;
    this.bulk = new BulkChange(archived ? 'archive' : 'restore', parts, this.host, (ids) =>
      this.host.api.call(archiveParts, { body: { ids: [...ids], archived } }),
    );
    void this.bulk.run();
  }

  deleteChosen(): void {
    this.bulk = new BulkChange('delete', this.chosen, this.host, (ids) =>
      this.host.api.call(deleteParts, { body: { ids: [...ids] } }),
    );
    void this.bulk.run();
  }

  noteDeleted(parts: readonly Pick<Part, 'id' | 'name'>[]): void {
    this.deleted = parts;
  }

  forgetDeleted(): void {
    this.deleted = [];
  }

  async undoDelete(): Promise<void> {
    if (this.undoing) return;
    this.undoing = true;
    try {
      let left = 0;
      for (let from = 0; from < this.deleted.length; from += bulkSize) {
        const ids = this.deleted.slice(from, from + bulkSize).map(({ id }) => id);
        const answer = await this.host.api.call(undeleteParts, { body: { ids } });
        left += answer.filter(({ done }) => !done).length;
      }
      const { t } = this.host;
      if (left > 0) toast.error(t('list.undeleted.not', { count: left }));
      else toast.success(t('list.undeleted', { count: this.deleted.length }));
      this.forgetDeleted();
      void this.load();
    } catch (error) {
      this.host.log.warn('Deleted parts could not be brought back', { error: String(error) });
      toast.error(messageOf(error));
    } finally {
      runInAction(() => (this.undoing = false));
    }
  }

  /** What could not be done stays chosen. */
  closeBulk(): void {
    if (this.bulk?.kind === 'delete') {
      this.noteDeleted(this.bulk.lines.flatMap(({ part, done }) => (done === true ? [part] : [])));
    }
    const left = new Set(this.bulk?.lines.filter(({ done }) => done !== true).map(({ part }) => part.id));
    this.selected = new Map([...this.selected].filter(([id]) => left.has(id)));
    this.bulk = null;
    void this.load();
  }

  runOnChosen(): void {
    this.operation = new OperationRuns(this.host, this.chosen);
  }

  closeOperation(): void {
    const changed = this.operation?.lines.some(({ state }) => state.kind === 'done') === true;
    this.operation?.stop();
    this.operation = null;
    if (changed) void this.load();
  }

  orderChosen(): void {
    this.order(this.chosen.filter(({ may }) => may.order));
  }

  order(parts: readonly Pick<Part, 'id'>[]): void {
    this.host.navigate(`/store-front?parts=${parts.map(({ id }) => id).join(',')}`);
  }

  /** Every part that the filters leave, not only those of the page. */
  async readAll(): Promise<Part[] | null> {
    if (this.exported !== null) return null;
    this.exported = 0;
    try {
      const all: Part[] = [];
      for (let page = 0; ; page++) {
        const { content, totalElements } = await this.ask(page, exportSize);
        all.push(...content);
        if (content.length === 0 || all.length >= totalElements) return all;
        runInAction(() => (this.exported = all.length / totalElements));
      }
    } finally {
      runInAction(() => (this.exported = null));
    }
  }

  private ask(
    page: number,
    size: number,
    { signal, choices = false }: { signal?: AbortSignal; choices?: boolean } = {},
  ) {
    const { search, filters, sort } = this.shown;
    return this.host.api.call(
      searchParts,
      {
        query: { page, size },
        body: {
          searchText: search,
          filters,
          sort: sorts[sort.key] ?? 'CREATED',
          descending: sort.direction === 'desc',
          choices,
        },
      },
      signal ? { signal } : {},
    );
  }

  private show(change: Partial<Shown>): void {
    this.loading = true;
    this.moveTo({ ...this.shown, ...change }, true);
    void this.read();
  }

  private moveTo(shown: Shown, replace: boolean): void {
    this.shown = shown;
    const { pathname } = this.host.location.get();
    this.host.navigate(`${pathname}${writeAddress(shown)}`, { replace });
  }

  /** Back and forward open and close the details; what else the address says was written here. */
  private follow(): void {
    const { part } = readAddress(this.host.location.get().search);
    if (part !== this.shown.part) this.shown = { ...this.shown, part };
  }
}
