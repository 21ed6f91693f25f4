import { reaction, runInAction } from 'mobx';
import { fileOperationChanged, filePreviewChanged } from '@sinter/sdk/contract/preparation/events';
import { reconnected } from '@sinter/sdk/contract/host/events';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { partsChanged } from '@sinter/sdk/contract/catalog/events';
import { archiveParts, deleteParts, searchParts, tagParts, undeleteParts } from '@sinter/sdk/contract/catalog/parts';
import type { Part } from '@sinter/sdk/contract/catalog/parts';
import type { KnownTag } from '@sinter/sdk/contract/tags';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, on, together, Undo } from '@sinter/sdk/state';
import type { RefreshOn } from '@sinter/sdk/state';
import { ColumnChoice, CsvExport, List, refusalsOf, SavedFilters } from '@sinter/sdk/state/lists';
import type { Found, Tagging } from '@sinter/sdk/state/lists';
import { toast } from '@sinter/sdk/ui';
import { partTagging } from '../detail/partTagging.ts';
import { OperationRuns } from '../operations/OperationRuns.ts';
import { firstSort, inventoryFilters, inventoryFiltersSchema, openPart, wantedSort } from './filters.ts';
import type { InventoryFilters } from './filters.ts';

export type InventoryHost = Pick<PluginHost, 'api' | 'events' | 'get' | 'location' | 'navigate' | 'log' | 'user' | 't'>;

/** One page of parts, and the tags and formats there are. */
interface FoundParts extends Found<Part> {
  tags: readonly string[];
  facilityTags: readonly KnownTag[];
  formats: readonly string[];
}
type DeletedPart = Pick<Part, 'id' | 'name'>;

/** As many as one call takes. */
const atOnce = 500;
/** Columns that most do not look at; everybody may choose them. A facility asks first whose a part is; the file's name ends with its format. */
const hiddenAtFirst = ['format', 'units', 'area', 'shells', 'minWall', 'exportClass', 'created'];

/** The list of parts, which the server searches, filters, sorts and pages. The address holds what is shown. */
export class InventoryStore {
  /** The part whose details are open; the address holds it too. */
  part: number | null;
  /** The chosen parts while an operation is being set up for them or runs. */
  operation: OperationRuns | null = null;
  readonly list: List<Part, InventoryFilters, FoundParts>;
  readonly columns: ColumnChoice;
  readonly saved: SavedFilters<InventoryFilters>;
  readonly csv: CsvExport<Part, InventoryFilters, FoundParts>;
  /** Of a facility. */
  readonly tagging: Tagging;
  /** Those that were deleted last. */
  readonly undo: Undo<readonly DeletedPart[]>;
  readonly #host: InventoryHost;
  /** Counts what may have changed the tags and formats: they are asked for when it did, not for every page. */
  #changes = 1;
  #changesKnown = 0;

  constructor(host: InventoryHost) {
    this.#host = host;
    this.part = openPart(host.location.get().search);
    const shows = (fileId: number) => this.list.rows.some(({ revision }) => revision.fileDTO.id === fileId);
    const changes: readonly RefreshOn[] = [
      on(partsChanged),
      on(orderChanged),
      on(filePreviewChanged, ({ fileId }) => shows(fileId)),
      on(fileOperationChanged, ({ fileId, status }) => status === 'SUCCESS' && shows(fileId)),
      on(reconnected),
    ];
    this.list = new List<Part, InventoryFilters, FoundParts>(host, {
      filters: inventoryFilters,
      sort: firstSort,
      keyOf: ({ id }) => id,
      page: async ({ filters: { q, ...filters }, sort, page, size }, signal) => {
        const changesNow = this.#changes;
        const choices = size === this.list.pageSize && changesNow !== this.#changesKnown;
        const { content, totalElements, ...found } = await host.api.call(
          searchParts,
          { query: { page, size }, body: { searchText: q, filters, ...wantedSort(sort), choices } },
          { signal },
        );
        if (choices) this.#changesKnown = changesNow;
        const { tags, facilityTags, formats } = choices ? found : this;
        return { rows: content, total: totalElements, tags, facilityTags, formats };
      },
      failed: 'parts could not be loaded',
      refreshOn: changes.map((follow): RefreshOn => (events, refresh) => {
        return follow(events, () => {
          this.#changes += 1;
          refresh();
        });
      }),
    });
    const kept = this.isOwner ? 'PART' : 'PROVIDER_PART';
    this.columns = new ColumnChoice(host, `${kept}_COLUMNS`, [
      ...hiddenAtFirst,
      ...(this.isOwner ? ['owner'] : ['lastOrdered']),
    ]);
    this.saved = new SavedFilters(host, `${kept}_FILTERS`, inventoryFiltersSchema);
    this.csv = new CsvExport(host, this.list);
    this.tagging = partTagging(host);
    this.undo = new Undo<readonly DeletedPart[]>(host, {
      run: (parts) => this.#bringBack(parts),
      failed: 'deleted parts could not be brought back',
      onDone: () => this.load(),
    });
    makeStore(this);
  }

  /** Those who buy parts keep them; a facility looks at what it was asked to make. */
  get isOwner(): boolean {
    return this.#host.user.engineer !== null;
  }

  /** Those that some part has, to choose from. */
  get tags(): readonly string[] {
    return this.list.answer?.tags ?? [];
  }

  /** Those that a facility finds parts by. */
  get facilityTags(): readonly KnownTag[] {
    return this.list.answer?.facilityTags ?? [];
  }

  get formats(): readonly string[] {
    return this.list.answer?.formats ?? [];
  }

  start(): Dispose {
    void this.columns.load();
    void this.saved.load((filters) => this.list.isAsFirst && this.list.showFilters(filters));
    return together(
      this.list.start(),
      this.csv.cancel,
      this.undo.follow(),
      this.#host.location.subscribe(() => runInAction(() => (this.part = openPart(this.#host.location.get().search)))),
      // Archived parts and the others are never in one list: what was chosen here is not seen there.
      reaction(
        () => this.list.filters.archived,
        () => this.list.selection.clear(),
      ),
      () => this.operation?.stop(),
    );
  }

  /** Reads everything shown anew. */
  load(): void {
    this.#changes += 1;
    this.list.refresh();
  }

  open(id: number): void {
    this.#moveTo(id);
  }

  close(): void {
    this.#moveTo(null);
  }

  archiveChosen(archived: boolean): void {
    void this.list.runBulk({
      kind: archived ? 'archive' : 'restore',
      failed: 'parts could not be archived or restored',
      atOnce,
      change: async (parts) =>
        refusalsOf(parts, await this.#host.api.call(archiveParts, { body: { ids: idsOf(parts), archived } })),
    });
  }

  /** Adds tags to each of the chosen parts, or takes them away; what else it has stays. */
  tagChosen(kind: 'tag' | 'untag', tags: readonly string[]): void {
    void this.list.runBulk({
      kind,
      failed: 'the tags of parts could not be changed',
      atOnce,
      change: async (parts) => {
        const body = { ids: idsOf(parts), ...(kind === 'tag' ? { add: [...tags] } : { remove: [...tags] }) };
        return refusalsOf(parts, await this.#host.api.call(tagParts, { body }));
      },
    });
  }

  deleteChosen(): void {
    void this.list.runBulk({
      kind: 'delete',
      failed: 'parts could not be deleted',
      atOnce,
      change: async (parts) =>
        refusalsOf(parts, await this.#host.api.call(deleteParts, { body: { ids: idsOf(parts) } })),
    });
  }

  /** What could not be done stays chosen; what was deleted can be taken back. */
  closeBulk(): void {
    const { bulk } = this.list;
    if (bulk?.kind === 'delete' && bulk.done.length > 0) this.undo.offer(bulk.done);
    this.#changes += 1;
    this.list.closeBulk();
  }

  runOnChosen(): void {
    this.operation = new OperationRuns(this.#host, this.list.selection.chosen);
  }

  closeOperation(): void {
    const changed = this.operation?.lines.some(({ state }) => state.kind === 'done') === true;
    this.operation?.stop();
    this.operation = null;
    if (changed) this.load();
  }

  orderChosen(): void {
    this.order(this.list.selection.chosen.filter(({ may }) => may.order));
  }

  order(parts: readonly Pick<Part, 'id'>[]): void {
    this.#host.navigate(`/store-front?parts=${idsOf(parts).join(',')}`);
  }

  async #bringBack(parts: readonly DeletedPart[]): Promise<void> {
    const { api, t } = this.#host;
    let left = 0;
    for (let from = 0; from < parts.length; from += atOnce) {
      const answer = await api.call(undeleteParts, { body: { ids: idsOf(parts.slice(from, from + atOnce)) } });
      left += answer.filter(({ done }) => !done).length;
    }
    if (left > 0) toast.error(t('list.undeleted.not', { count: left }));
    else toast.success(t('list.undeleted', { count: parts.length }));
  }

  /** Back closes what was opened. */
  #moveTo(part: number | null): void {
    this.part = part;
    const { pathname, search } = this.#host.location.get();
    const address = new URLSearchParams(search);
    if (part === null) address.delete('part');
    else address.set('part', String(part));
    this.#host.navigate(address.size > 0 ? `${pathname}?${address}` : pathname, { replace: part === null });
  }
}

const idsOf = (parts: readonly Pick<Part, 'id'>[]): number[] => parts.map(({ id }) => id);
