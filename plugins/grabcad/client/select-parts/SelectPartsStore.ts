import { listEquipments, listMaterials } from '@sinter/sdk/contract/catalog/catalog';
import { listAmProcesses } from '@sinter/sdk/contract/catalog/offered';
import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import type { OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import { searchOrders, type OrderRow } from '@sinter/sdk/contract/orders/rows';
import { isCadFile } from '@sinter/sdk/contract/preparation/fileOperations';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';
import { runInAction } from 'mobx';
import { ownProcesses, partSearch } from '../../shared/partSearch.ts';
import type { TraySession } from '../tray/TraySession.ts';
import { loadSelection, saveSelection, type SelectedPart } from './selection.ts';

export type FilterKind = 'MACHINE' | 'MATERIALS' | 'AM_PROCESS';
export const filterKinds: readonly FilterKind[] = ['MACHINE', 'MATERIALS', 'AM_PROCESS'];
export interface Choice {
  id: number;
  name: string;
}
export interface AvailablePart {
  order: OrderRow;
  file: OrderFile;
}

type Choices = Record<FilterKind, readonly Choice[]>;
type Chosen = Record<FilterKind, readonly number[]>;
type Session = Pick<TraySession, 'tray' | 'fill' | 'clear'>;
type Search = { search: string; page: number; filters: Chosen };
/** What the tray is to hold: the chosen parts, or nothing. */
type TrayMove = 'sending' | 'USER' | 'LAST_FILE_REMOVED';

const nothing = { MACHINE: [], MATERIALS: [], AM_PROCESS: [] };

/** Parts of awarded orders that are left to schedule, and those chosen for the tray. */
export class SelectPartsStore {
  search = '';
  page = 0;
  filters: Chosen = nothing;
  selected: readonly SelectedPart[] = loadSelection();
  readonly #orders: Question<Search, readonly OrderRow[]>;
  readonly #choices: Question<void, Choices>;
  readonly #tray: Action<[TrayMove]>;
  readonly #session: Session;
  /** What was wanted while the tray was still being changed. */
  #next: TrayMove | null = null;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, session: Session) {
    this.#session = session;
    this.#orders = new Question<Search, readonly OrderRow[]>(host, {
      ask: async ({ search, page, filters }, signal) => {
        return (await host.api.call(searchOrders, partSearch(search, page, used(filters)), { signal })).orders;
      },
      failed: 'parts could not be read',
      refreshOn: [on(orderChanged), on(jobChanged)],
      onAnswer: () => this.#keepSelectionPossible(),
    });
    this.#choices = new Question<void, Choices>(host, {
      ask: (_, signal) => readChoices(host.api, signal),
      failed: 'filters could not be read',
    });
    this.#tray = new Action<[TrayMove]>(host, {
      run: (move) => (move === 'sending' ? this.#fill() : this.#session.clear(move)),
      failed: 'the tray could not be changed',
    });
    makeStore(this);
  }

  get orders(): readonly OrderRow[] {
    return this.#orders.answer ?? [];
  }

  get loading(): boolean {
    return this.#orders.loading;
  }

  get error(): unknown {
    return this.#orders.error;
  }

  get choices(): Choices {
    return this.#choices.answer ?? nothing;
  }

  get busy(): 'sending' | 'clearing' | null {
    const [move] = this.#tray.doing ?? [];
    return move === undefined ? null : move === 'sending' ? 'sending' : 'clearing';
  }

  get trayError(): unknown {
    return this.#tray.error;
  }

  start(): Dispose {
    return together(this.#orders.start(this.#search), this.#choices.start());
  }

  get parts(): AvailablePart[] {
    return this.orders.flatMap((order) => {
      const open = order.rfqFileDTOs.filter((file) => file.notScheduled > 0);
      const named = open.filter((file) => order.id !== this.#number && file.id === this.#number);
      return (named.length > 0 ? named : open).map((file) => ({ order, file }));
    });
  }

  get chips(): { key: string; label: string }[] {
    return filterKinds.flatMap((kind) =>
      this.filters[kind].map((id) => ({
        key: `${kind} ${id}`,
        label: this.choices[kind].find((choice) => choice.id === id)?.name ?? String(id),
      })),
    );
  }

  canAdd({ file }: AvailablePart): boolean {
    return isCadFile(file.originalFileDTO.fileName) && !this.selected.some((part) => part.orderFileId === file.id);
  }

  retry(): void {
    this.#orders.retry();
  }

  setSearch(search: string): void {
    this.#show({ search });
  }

  setPage(page: number): void {
    this.#show({ page });
  }

  addFilter(kind: FilterKind, id: number): void {
    this.#show({ filters: { ...this.filters, [kind]: [...this.filters[kind].filter((each) => each !== id), id] } });
  }

  removeFilter(key: string): void {
    const left = filterKinds.map((kind) => [kind, this.filters[kind].filter((id) => `${kind} ${id}` !== key)]);
    this.#show({ filters: { ...nothing, ...Object.fromEntries(left) } });
  }

  clearFilters(): void {
    this.#show({ filters: nothing });
  }

  add({ order, file }: AvailablePart): void {
    this.#setSelected([
      ...this.selected,
      {
        orderFileId: file.id,
        orderId: order.id,
        orderTitle: order.displayTitle,
        fileName: file.originalFileDTO.fileName,
        pictureUrl: file.pngFileDTO?.fileURL ?? null,
        quantity: file.notScheduled,
        available: file.notScheduled,
      },
    ]);
  }

  setQuantity(orderFileId: number, quantity: number): void {
    this.#setSelected(
      this.selected.map((part) =>
        part.orderFileId === orderFileId ? { ...part, quantity: Math.min(quantity, part.available) } : part,
      ),
    );
  }

  /** Takes a part out of the selection, and out of the tray when it is there already, or on its way. */
  async remove(orderFileId: number): Promise<void> {
    const isSent = this.busy === 'sending' || this.#session.tray.some(({ fileId }) => fileId === orderFileId);
    this.#setSelected(this.selected.filter((part) => part.orderFileId !== orderFileId));
    if (isSent) await this.#move(this.selected.length === 0 ? 'LAST_FILE_REMOVED' : 'sending');
  }

  async send(): Promise<void> {
    await this.#move('sending');
  }

  async clear(): Promise<void> {
    this.#setSelected([]);
    await this.#move('USER');
  }

  /** The number that is searched for: of an order, or of the file that is then shown without the rest of its order. */
  get #number(): number {
    return Number(this.search.replace('#', ''));
  }

  get #search(): Search {
    return { search: this.search, page: this.page, filters: this.filters };
  }

  /** Anything but another page begins with the first one. */
  #show(change: Partial<Search>): void {
    Object.assign(this, { page: 0, ...change });
    this.#orders.ask(this.#search);
  }

  /** The tray is changed by one at a time; of what is wanted meanwhile, the last is done afterwards. */
  async #move(move: TrayMove): Promise<void> {
    this.#next = this.#tray.busy ? move : null;
    if (this.#next) return;
    await this.#tray.run(move);
    const next = this.#next;
    if (next) await this.#move(next);
  }

  async #fill(): Promise<void> {
    const { failed } = await this.#session.fill(this.selected);
    runInAction(() => this.#setSelected(this.selected.filter((part) => !failed.includes(part.orderFileId))));
  }

  #setSelected(selected: readonly SelectedPart[]): void {
    this.selected = selected;
    saveSelection(selected);
  }

  /** Somebody may have scheduled parts meanwhile: never more is chosen than is left. */
  #keepSelectionPossible(): void {
    const free = new Map(this.parts.map(({ file }) => [file.id, file.notScheduled]));
    this.#setSelected(
      this.selected.map((part) => {
        const available = free.get(part.orderFileId) ?? part.available;
        return { ...part, available, quantity: Math.min(part.quantity, available) };
      }),
    );
  }
}

const used = (filters: Chosen) =>
  Object.fromEntries(filterKinds.filter((kind) => filters[kind].length > 0).map((kind) => [kind, [...filters[kind]]]));

async function readChoices(api: PluginHost['api'], signal: AbortSignal): Promise<Choices> {
  const [machines, materials, processes] = await Promise.all([
    api.call(listEquipments, { query: {} }, { signal }),
    api.call(listMaterials, { query: {} }, { signal }),
    api.call(listAmProcesses, ownProcesses, { signal }),
  ]);
  return {
    MACHINE: machines.map((machine) => ({ id: machine.id, name: machine.displayName })),
    MATERIALS: materials,
    AM_PROCESS: processes,
  };
}
