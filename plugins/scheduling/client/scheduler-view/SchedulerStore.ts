import { searchJobs, pickJobs } from '@sinter/sdk/contract/scheduling/chart';
import type { Dispose } from '@sinter/sdk/plugin';
import { makeStore, together } from '@sinter/sdk/state';
import { runInAction } from 'mobx';
import { Board, rowOf } from '../board/Board.ts';
import type { BoardHost } from '../board/Board.ts';
import { followBoard } from '../board/followBoard.ts';
import { PageAddress } from '../board/PageAddress.ts';
import type { ChartStore } from '../chart/ChartStore.ts';
import type { ChartRow } from '../chart/rows.ts';
import type { Place } from '../job-drawer/desk.ts';
import { Zone } from '../zone.ts';
import { readAddress, writeAddress } from './address.ts';
import { capped, dayOf, presetRange, presets, weekOf, windowOf } from '../../shared/dayRange.ts';
import type { DayRange, Preset } from '../../shared/dayRange.ts';
import { filterKeys, isEmpty, matches, noFilter, optionsOf, toggled } from './filters.ts';
import type { Filter } from './filters.ts';
import { JobSearchStore } from './JobSearchStore.ts';
import type { FoundJob } from './JobSearchStore.ts';
import { SavedFiltersStore } from './SavedFiltersStore.ts';

type Picked = Pick<FoundJob, 'id' | 'jobName'>;

/** The enterprise scheduling view: its range, its filter, and the job that somebody picked. */
export class SchedulerStore {
  readonly zone: Zone;
  readonly board: Board;
  readonly saved: SavedFiltersStore;
  readonly search: JobSearchStore;
  range: DayRange;
  filter: Filter;
  /** The filter panel's choices, while it is open. */
  draft: Filter | null = null;
  /** The job that the chart is about; filters rest meanwhile. */
  picked: Picked | null = null;
  readonly #host: BoardHost;
  readonly #address: PageAddress;

  constructor(host: BoardHost) {
    this.#host = host;
    this.#address = new PageAddress(host);
    this.zone = new Zone(host.user.serviceProvider?.timeZone ?? 'UTC');
    const everywhere = host.user.serviceProvider?.rootSpId === null;
    const query = { getFromAllFacilities: everywhere ? 'true' : 'false' } as const;
    const { range, filter, grouping } = readAddress(this.#address.search);
    this.range = range ?? weekOf(this.zone, Date.now());
    this.filter = filter;
    this.saved = new SavedFiltersStore(host);
    this.search = new JobSearchStore(host);
    this.board = new Board(host, {
      everywhere,
      source: (body, signal) => host.api.bytes(searchJobs, { query, body }, { signal }),
      window: windowOf(this.zone, this.range),
      reach: (place) => this.#reach(place),
      closed: () => this.writeAddress(),
    });
    this.chart.groupBy(grouping);
    makeStore(this);
  }

  get chart(): ChartStore {
    return this.board.chart;
  }

  get today(): string {
    return dayOf(this.zone, this.chart.now);
  }

  get preset(): Preset | null {
    const same = ({ from, to }: DayRange) => from === this.range.from && to === this.range.to;
    return presets.find((preset) => same(presetRange(preset, this.today))) ?? null;
  }

  get options() {
    return optionsOf(this.board.equipments ?? [], this.board.materials);
  }

  /** What counts now: a picked job is shown whatever was filtered. */
  get applied(): Filter {
    return this.picked ? noFilter : this.filter;
  }

  get rows(): ChartRow[] {
    return (this.board.equipments ?? [])
      .filter((equipment) => !equipment.hidden && matches(equipment, this.applied))
      .map((equipment) => rowOf(equipment, this.board.materials));
  }

  get chips(): { key: string; label: string }[] {
    return filterKeys.flatMap((group) =>
      this.options[group]
        .filter(({ id }) => this.applied[group].includes(id))
        .map(({ id, name }) => ({ key: `${group}:${id}`, label: name })),
    );
  }

  get hasFilter(): boolean {
    return !isEmpty(this.applied);
  }

  /** Loads and follows changes until disposed. */
  start(): Dispose {
    const { orderId, jobId, selectedId } = readAddress(this.#address.search);
    if (orderId !== null && this.board.canPlan) this.board.open({ kind: 'new', orderId });
    if (jobId !== null) void this.#pickById(jobId);
    else if (selectedId !== null) this.chart.reveal(selectedId);
    void this.saved.load();
    const end = followBoard(this.board, {
      address: this.#address,
      rows: () => this.rows,
      moved: this.followView,
      told: () => [this.chart.grouping, this.chart.selectedId],
      writeAddress: this.writeAddress,
      readAddress: this.readAddress,
    });
    return together(end, this.search.stop);
  }

  setPreset(preset: Preset): void {
    this.setRange(presetRange(preset, this.today));
  }

  setRange(range: DayRange): void {
    this.range = capped(range);
    const window = windowOf(this.zone, this.range);
    this.chart.show(window);
    this.writeAddress();
    this.board.jobs.show(window);
  }

  setFilter(filter: Filter): void {
    this.filter = filter;
    this.writeAddress();
    this.board.jobs.refresh();
  }

  removeChip(key: string): void {
    const [group, id] = key.split(':');
    const known = filterKeys.find((each) => each === group);
    if (known) this.setFilter(toggled(this.filter, known, Number(id)));
  }

  clearFilter(): void {
    this.setFilter(noFilter);
  }

  openPanel(open: boolean): void {
    // The question about a saved filter lies above the panel, not beside it.
    if (this.saved.asked) return;
    this.draft = open && !this.picked ? this.filter : null;
  }

  setDraft(draft: Filter): void {
    this.draft = draft;
  }

  applyDraft(): void {
    if (this.draft) this.setFilter(this.draft);
    this.draft = null;
  }

  zoom(factor: number): void {
    this.chart.zoomAt(this.chart.width / 2, factor);
  }

  /** The chart goes to the job's own time and shows it whatever was filtered. */
  pick(job: FoundJob): void {
    const last = Math.max(Number(job.toDate) - 1, Number(job.fromDate));
    this.draft = null;
    this.picked = job;
    this.search.clear();
    this.setRange({ from: dayOf(this.zone, Number(job.fromDate)), to: dayOf(this.zone, last) });
    this.chart.reveal(job.id);
  }

  clearPick(): void {
    this.picked = null;
    this.chart.select(null);
    this.writeAddress();
  }

  /** The address names a job: it is picked, its time is already there. */
  async #pickById(jobId: number): Promise<void> {
    this.picked = { id: jobId, jobName: '' };
    this.chart.reveal(jobId);
    try {
      const [job] = await this.#host.api.call(pickJobs, { body: { jobId } });
      if (this.picked?.id !== jobId) return;
      if (!job) this.clearPick();
      else if (readAddress(this.#address.search).range) runInAction(() => (this.picked = job));
      else this.pick(job);
    } catch (error) {
      this.#host.log.warn('the picked job could not be read', { job: jobId, error: String(error) });
    }
  }

  /** The week of the place when it is outside the range, and its machine when it is filtered away. */
  #reach({ equipmentId, from, to }: Place): void {
    const window = windowOf(this.zone, this.range);
    if (to <= window.from || from >= window.to) this.setRange(weekOf(this.zone, from));
    if (!this.rows.some((row) => row.machineId === equipmentId)) this.clearFilter();
  }

  /** When the chart was moved out of the range, or far into the distance, the range follows. */
  followView(): void {
    const { from, to } = windowOf(this.zone, this.range);
    const { view } = this.chart;
    if (view.from >= from && view.to <= to) return;
    const length = view.to - view.from;
    // Within a range that is longer than what is seen, what was loaded stays loaded as far as a year allows.
    const grown = { from: Math.min(view.from, from), to: Math.max(view.to, to) };
    const kept = grown.to - grown.from <= 3 * Math.max(length, to - from) ? grown : view;
    this.range = capped({ from: dayOf(this.zone, kept.from), to: dayOf(this.zone, kept.to - 1) });
    this.writeAddress();
    this.board.jobs.show(windowOf(this.zone, this.range));
  }

  writeAddress(): void {
    const { grouping, selectedId } = this.chart;
    const jobId = this.picked?.id ?? null;
    const search = writeAddress(this.range, this.filter, {
      ...{ grouping, jobId, selectedId: selectedId === jobId ? null : selectedId },
    });
    this.#address.write(search);
  }

  /** Somebody went back, or followed a link to this page. */
  readAddress(search: string): void {
    const { range, filter, grouping, jobId, orderId } = readAddress(search);
    this.filter = filter;
    if (grouping !== this.chart.grouping) this.chart.groupBy(grouping);
    if (orderId !== null && this.board.canPlan) this.board.open({ kind: 'new', orderId });
    if (jobId === null) this.picked = null;
    else if (jobId !== this.picked?.id) void this.#pickById(jobId);
    if (!range || (range.from === this.range.from && range.to === this.range.to)) return;
    this.range = range;
    this.chart.show(windowOf(this.zone, range));
    this.board.jobs.show(windowOf(this.zone, range));
  }
}
