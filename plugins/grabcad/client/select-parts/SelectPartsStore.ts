import { listAmProcesses, listEquipments, listMaterials } from '@sinter/sdk/contract/catalog';
import { jobChanged, orderChanged } from '@sinter/sdk/contract/events';
import type { OrderFile } from '@sinter/sdk/contract/orderFile';
import { searchOrders, type OrderRow } from '@sinter/sdk/contract/orders';
import { isCadFile } from '@sinter/sdk/contract/preparation';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, runInAction } from 'mobx';
import type { TraySession } from '../tray/TraySession.ts';
import { loadSelection, saveSelection, type SelectedPart } from './selection.ts';

export const pageSize = 15;
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

/** Parts of awarded orders that are left to schedule, and those chosen for the tray. */
export class SelectPartsStore {
  orders: readonly OrderRow[] = [];
  loading = true;
  error: unknown = null;
  trayError: unknown = null;
  busy: 'sending' | 'clearing' | null = null;
  search = '';
  page = 0;
  choices: Record<FilterKind, readonly Choice[]> = { MACHINE: [], MATERIALS: [], AM_PROCESS: [] };
  filters: Record<FilterKind, readonly number[]> = { MACHINE: [], MATERIALS: [], AM_PROCESS: [] };
  selected: readonly SelectedPart[] = loadSelection();
  /** Is the tray filled from this selection? Then removing a part changes the tray too. */
  sent = false;

  constructor(
    private readonly host: Pick<PluginHost, 'api' | 'events' | 'log'>,
    private readonly session: TraySession,
  ) {
    makeAutoObservable<this, 'host' | 'session'>(this, { host: false, session: false }, { autoBind: true });
  }

  start(): Dispose {
    void this.load();
    void this.loadChoices();
    const reload = () => void this.load();
    const stops = [this.host.events.on(orderChanged, reload), this.host.events.on(jobChanged, reload)];
    return () => stops.forEach((stop) => stop());
  }

  get parts(): AvailablePart[] {
    return this.orders.flatMap((order) =>
      order.rfqFileDTOs.filter((file) => file.notScheduled > 0).map((file) => ({ order, file })),
    );
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

  async load(): Promise<void> {
    this.loading = true;
    try {
      const found = await this.host.api.call(searchOrders, {
        query: { page: this.page, size: pageSize, schedulingCall: 'true' },
        body: { searchString: this.search, searchFilters: { ORDER_STATUS: ['AWARDED'], ...this.usedFilters } },
      });
      runInAction(() => {
        this.orders = found.orders;
        this.error = null;
        this.keepSelectionPossible();
      });
    } catch (error) {
      this.host.log.warn('parts could not be read', { error: String(error) });
      runInAction(() => (this.error = error));
    } finally {
      runInAction(() => (this.loading = false));
    }
  }

  setSearch(text: string): void {
    this.search = text;
    this.page = 0;
    void this.load();
  }

  setPage(page: number): void {
    this.page = page;
    void this.load();
  }

  addFilter(kind: FilterKind, id: number): void {
    this.filters[kind] = [...this.filters[kind].filter((each) => each !== id), id];
    this.page = 0;
    void this.load();
  }

  removeFilter(key: string): void {
    for (const kind of filterKinds) this.filters[kind] = this.filters[kind].filter((id) => `${kind} ${id}` !== key);
    this.page = 0;
    void this.load();
  }

  clearFilters(): void {
    this.filters = { MACHINE: [], MATERIALS: [], AM_PROCESS: [] };
    this.page = 0;
    void this.load();
  }

  add({ order, file }: AvailablePart): void {
    this.setSelected([
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
    this.setSelected(
      this.selected.map((part) =>
        part.orderFileId === orderFileId
          ? { ...part, quantity: Math.min(Math.max(Math.round(quantity) || 1, 1), part.available) }
          : part,
      ),
    );
  }

  /** Takes a part out of the selection, and out of the tray when it is there already. */
  async remove(orderFileId: number): Promise<void> {
    this.setSelected(this.selected.filter((part) => part.orderFileId !== orderFileId));
    if (!this.sent) return;
    if (this.selected.length === 0) await this.empty('LAST_FILE_REMOVED');
    else await this.send();
  }

  async send(): Promise<void> {
    await this.withTray('sending', async () => {
      const { failed } = await this.session.fill(this.selected);
      runInAction(() => {
        this.sent = true;
        this.setSelected(this.selected.filter((part) => !failed.includes(part.orderFileId)));
      });
    });
  }

  async clear(): Promise<void> {
    this.setSelected([]);
    await this.empty('USER');
  }

  private async empty(reason: 'USER' | 'LAST_FILE_REMOVED'): Promise<void> {
    await this.withTray('clearing', async () => {
      await this.session.clear(reason);
      runInAction(() => (this.sent = false));
    });
  }

  private async withTray(busy: 'sending' | 'clearing', act: () => Promise<void>): Promise<void> {
    this.busy = busy;
    this.trayError = null;
    try {
      await act();
    } catch (error) {
      this.host.log.warn('the tray could not be changed', { error: String(error) });
      runInAction(() => (this.trayError = error));
    } finally {
      runInAction(() => (this.busy = null));
    }
  }

  private get usedFilters() {
    return Object.fromEntries(
      filterKinds.filter((kind) => this.filters[kind].length > 0).map((kind) => [kind, [...this.filters[kind]]]),
    );
  }

  private setSelected(selected: readonly SelectedPart[]): void {
    this.selected = selected;
    saveSelection(selected);
  }

  /** Somebody may have scheduled parts meanwhile: never more is chosen than is left. */
  private keepSelectionPossible(): void {
    const free = new Map(this.parts.map(({ file }) => [file.id, file.notScheduled]));
    this.setSelected(
      this.selected.map((part) => {
        const available = free.get(part.orderFileId) ?? part.available;
        return { ...part, available, quantity: Math.min(part.quantity, available) };
      }),
    );
  }

  private async loadChoices(): Promise<void> {
    try {
      const [machines, materials, processes] = await Promise.all([
        this.host.api.call(listEquipments, { query: {} }),
        this.host.api.call(listMaterials, { query: {} }),
        this.host.api.call(listAmProcesses, {
          query: { filter_by_match_type: 'true', matchingType: 'INTERNAL_FACILITY' },
        }),
      ]);
      runInAction(() => {
        this.choices = {
          MACHINE: machines.map((machine) => ({ id: machine.id, name: machine.displayName })),
          MATERIALS: materials,
          AM_PROCESS: processes,
        };
      });
    } catch (error) {
      this.host.log.warn('filters could not be read', { error: String(error) });
    }
  }
}
