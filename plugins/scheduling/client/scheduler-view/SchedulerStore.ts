import { listEquipments, listMaterials } from '@sinter/sdk/contract/catalog';
import type { Equipment } from '@sinter/sdk/contract/catalog';
import { jobChanged } from '@sinter/sdk/contract/events';
import { searchJobs } from '@sinter/sdk/contract/scheduling';
import type { ChartJob, Job } from '@sinter/sdk/contract/scheduling';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx';
import { ChartStore } from '../chart/ChartStore.ts';
import type { MachineRow } from '../chart/ChartStore.ts';
import { Zone } from '../zone.ts';
import { readAddress, writeAddress } from './address.ts';
import { capped, dayOf, presetRange, presets, windowOf } from './days.ts';
import type { DayRange, Preset } from './days.ts';
import { filterKeys, isEmpty, matches, noFilter, optionsOf, toggled } from './filters.ts';
import type { Filter } from './filters.ts';
import { SavedFiltersStore } from './SavedFiltersStore.ts';

export type SchedulerHost = Pick<PluginHost, 'api' | 'events' | 'log' | 't' | 'navigate' | 'location' | 'user'>;

const refreshMs = 300_000;
/** Events come in bunches: a job that starts also changes its order's others. */
const coalesceMs = 150;
/** Moving about the chart asks for jobs once it has come to rest. */
const restMs = 350;

/** What lies in the drawer beside the chart. */
export type DrawerContent =
  { kind: 'new'; orderId: number | null } | { kind: 'job'; job: ChartJob } | { kind: 'edit'; job: Job };

/** The enterprise scheduling view: its range, machines, jobs and filter, kept in step with everybody else's changes. */
export class SchedulerStore {
  readonly zone: Zone;
  readonly chart: ChartStore;
  readonly saved: SavedFiltersStore;
  range: DayRange;
  filter: Filter;
  /** The filter panel's choices, while it is open. */
  draft: Filter | null = null;
  equipments: readonly Equipment[] | null = null;
  materials: ReadonlyMap<number, string> = new Map();
  error: unknown = null;
  loading = false;
  updatedAt: number | null = null;
  autoRefresh = true;
  drawer: DrawerContent | null = null;
  private asking: AbortController | null = null;
  private pending: ReturnType<typeof setTimeout> | undefined;
  private written = '';

  constructor(private readonly host: SchedulerHost) {
    this.zone = new Zone(host.user.serviceProvider?.timeZone ?? 'UTC');
    this.saved = new SavedFiltersStore(host);
    const { range, filter } = readAddress(host.location.get().search);
    this.range = range ?? presetRange('week', dayOf(this.zone, Date.now()));
    this.filter = filter;
    this.chart = new ChartStore(windowOf(this.zone, this.range));
    makeAutoObservable<this, 'host' | 'asking' | 'pending' | 'written'>(
      this,
      {
        ...{ zone: false, chart: false, saved: false, host: false, asking: false, pending: false, written: false },
        ...{ range: observableRef, filter: observableRef, draft: observableRef, equipments: observableRef },
        ...{ materials: observableRef, error: observableRef, drawer: observableRef },
      },
      { autoBind: true },
    );
  }

  get today(): string {
    return dayOf(this.zone, this.chart.now);
  }

  /** May the user plan, or only look? */
  get canPlan(): boolean {
    return this.host.user.serviceProvider?.permissions.includes('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS') ?? false;
  }

  get facilityId(): number | null {
    return this.host.user.serviceProvider?.id ?? null;
  }

  get preset(): Preset | null {
    const same = ({ from, to }: DayRange) => from === this.range.from && to === this.range.to;
    return presets.find((preset) => same(presetRange(preset, this.today))) ?? null;
  }

  get options() {
    return optionsOf(this.equipments ?? [], this.materials);
  }

  get rows(): MachineRow[] {
    return (this.equipments ?? [])
      .filter((equipment) => !equipment.hidden && matches(equipment, this.filter))
      .map((equipment) => ({
        id: equipment.id,
        facility: equipment.facilityName,
        name: equipment.displayName,
        model: equipment.machine.modelName,
        material: this.materials.get(equipment.currentlyUsedMaterialId ?? 0) ?? null,
      }));
  }

  get chips(): { key: string; label: string }[] {
    return filterKeys.flatMap((group) =>
      this.options[group]
        .filter(({ id }) => this.filter[group].includes(id))
        .map(({ id, name }) => ({ key: `${group}:${id}`, label: name })),
    );
  }

  /** Loads and follows changes until disposed. */
  start(): Dispose {
    const { orderId } = readAddress(this.host.location.get().search);
    if (orderId !== null && this.canPlan) this.open({ kind: 'new', orderId });
    void this.load();
    void this.saved.load();
    const ends = [
      this.host.events.on(jobChanged, this.refreshSoon),
      this.host.location.subscribe(this.readAddress),
      reaction(() => this.rows, this.chart.setRows, { fireImmediately: true }),
      reaction(() => this.chart.view, this.followView, { delay: restMs }),
    ];
    const timer = setInterval(() => this.autoRefresh && void this.refresh(), refreshMs);
    return () => {
      ends.forEach((end) => end());
      clearInterval(timer);
      clearTimeout(this.pending);
      this.asking?.abort();
    };
  }

  /** Machines and jobs. */
  async load(): Promise<void> {
    this.error = null;
    const query = this.scope;
    try {
      const [equipments, materials] = await Promise.all([
        this.host.api.call(listEquipments, { query }),
        this.host.api.call(listMaterials, { query }),
        this.refresh(),
      ]);
      runInAction(() => {
        this.materials = new Map(materials.map(({ id, name }) => [id, name]));
        this.equipments = equipments;
      });
    } catch (error) {
      this.fail(error);
    }
  }

  /** Jobs of the range again. The last question wins; what is shown stays until its answer is there. */
  async refresh(): Promise<void> {
    clearTimeout(this.pending);
    this.pending = undefined;
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.loading = true;
    const { from, to } = windowOf(this.zone, this.range);
    try {
      const jobs = await this.host.api.call(
        searchJobs,
        { query: this.scope, body: { fromDate: String(from), toDate: String(to) } },
        { signal: asking.signal },
      );
      if (asking !== this.asking) return;
      runInAction(() => {
        this.chart.setJobs(jobs);
        this.updatedAt = Date.now();
        this.error = null;
        this.loading = false;
      });
    } catch (error) {
      if (asking === this.asking && !asking.signal.aborted) this.fail(error);
    }
  }

  setPreset(preset: Preset): void {
    this.setRange(presetRange(preset, this.today));
  }

  setRange(range: DayRange): void {
    this.range = capped(range);
    this.chart.show(windowOf(this.zone, this.range));
    this.writeAddress();
    void this.refresh();
  }

  setFilter(filter: Filter): void {
    this.filter = filter;
    this.writeAddress();
  }

  removeChip(key: string): void {
    const [group, id] = key.split(':');
    const known = filterKeys.find((each) => each === group);
    if (known) this.setFilter(toggled(this.filter, known, Number(id)));
  }

  clearFilter(): void {
    this.setFilter(noFilter);
  }

  get hasFilter(): boolean {
    return !isEmpty(this.filter);
  }

  openPanel(open: boolean): void {
    this.draft = open ? this.filter : null;
  }

  setDraft(draft: Filter): void {
    this.draft = draft;
  }

  applyDraft(): void {
    if (this.draft) this.setFilter(this.draft);
    this.draft = null;
  }

  setAutoRefresh(on: boolean): void {
    this.autoRefresh = on;
  }

  zoom(factor: number): void {
    this.chart.zoomAt(this.chart.width / 2, factor);
  }

  open(content: DrawerContent): void {
    this.drawer = content;
    if (content.kind === 'job') this.chart.select(content.job.id);
  }

  openJob(job: ChartJob): void {
    this.open({ kind: 'job', job });
  }

  close(): void {
    this.drawer = null;
    this.writeAddress();
  }

  /** A job was saved or has changed its status: shown at once, without waiting for the event. */
  changed(job: Job): void {
    this.chart.putJob(job);
  }

  /** Brings a job into view, with its days when they are outside the range. */
  show(job: Job): void {
    const { from, to } = windowOf(this.zone, this.range);
    if (Number(job.toDate) <= from || Number(job.fromDate) >= to) {
      this.setRange(presetRange('week', dayOf(this.zone, Number(job.fromDate))));
    }
    if (!this.rows.some((row) => row.id === job.equipmentId)) this.clearFilter();
    this.chart.reveal(job.id);
  }

  private get scope() {
    return { getFromAllFacilities: this.host.user.serviceProvider?.rootSpId === null ? 'true' : 'false' } as const;
  }

  private fail(error: unknown): void {
    this.host.log.warn('the scheduler could not be loaded', { error: String(error) });
    this.error = error;
    this.loading = false;
  }

  /** An answer under way is waited for: events that never pause must not keep every answer from arriving. */
  private refreshSoon(): void {
    this.pending ??= setTimeout(() => {
      this.pending = undefined;
      if (this.loading) this.refreshSoon();
      else void this.refresh();
    }, coalesceMs);
  }

  /** When the chart was moved out of the range, or far into the distance, the range follows. */
  private followView(): void {
    const { from, to } = windowOf(this.zone, this.range);
    const { view } = this.chart;
    if (view.from >= from && view.to <= to) return;
    const length = view.to - view.from;
    // Within a range that is longer than what is seen, what was loaded stays loaded as far as a year allows.
    const grown = { from: Math.min(view.from, from), to: Math.max(view.to, to) };
    const kept = grown.to - grown.from <= 3 * Math.max(length, to - from) ? grown : view;
    this.range = capped({ from: dayOf(this.zone, kept.from), to: dayOf(this.zone, kept.to - 1) });
    this.writeAddress();
    void this.refresh();
  }

  private writeAddress(): void {
    const { pathname, search } = this.host.location.get();
    const next = writeAddress(this.range, this.filter);
    if (search === next) return;
    this.written = next;
    this.host.navigate(pathname + next, { replace: true });
  }

  /** Somebody went back, or followed a link to this page. */
  private readAddress(): void {
    const { search } = this.host.location.get();
    if (search === this.written) return;
    this.written = search;
    const { range, filter, orderId } = readAddress(search);
    this.filter = filter;
    if (orderId !== null && this.canPlan) this.open({ kind: 'new', orderId });
    if (!range || (range.from === this.range.from && range.to === this.range.to)) return;
    this.range = range;
    this.chart.show(windowOf(this.zone, range));
    void this.refresh();
  }
}
