import { facilityJobs } from '@sinter/sdk/contract/scheduling/chart';
import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { readJob } from '@sinter/sdk/contract/scheduling/jobs';
import type { Dispose } from '@sinter/sdk/plugin';
import { makeStore, together } from '@sinter/sdk/state';
import { toast } from '@sinter/sdk/ui';
import { Board, rowOf } from '../board/Board.ts';
import type { BoardHost } from '../board/Board.ts';
import { followBoard } from '../board/followBoard.ts';
import { PageAddress } from '../board/PageAddress.ts';
import type { ChartStore } from '../chart/ChartStore.ts';
import type { ChartRow } from '../chart/rows.ts';
import { JobsListStore } from '../jobs-list/JobsListStore.ts';
import { addDays, dayOf, presetRange, windowOf } from '../../shared/dayRange.ts';
import type { Day, DayRange } from '../../shared/dayRange.ts';
import { isDowntime, mayMove } from '../status.ts';
import { Zone } from '../zone.ts';
import { readAddress, writeAddress } from './address.ts';
import type { Address, View } from './address.ts';
import { conflictsOf } from './conflicts.ts';
import { TrayStore } from './TrayStore.ts';

/** What is loaded reaches beyond what is shown, so that a look to either side shows jobs. */
const marginDays = 7;
const mostMarked = 200;

/** The active facility's production schedule: what is shown of it, what is left to plan, and what several jobs are in. */
export class SchedulesStore {
  readonly zone: Zone;
  readonly board: Board;
  readonly tray: TrayStore;
  readonly list: JobsListStore;
  view: View;
  /** A day of what is shown. */
  day: Day;
  /** Jobs that are to be moved together, by id. */
  marked: ReadonlySet<number> = new Set();
  readonly #host: BoardHost;
  readonly #address: PageAddress;

  constructor(host: BoardHost) {
    this.#host = host;
    this.#address = new PageAddress(host);
    this.zone = new Zone(host.user.serviceProvider?.timeZone ?? 'UTC');
    const { view, day, grouping, list } = readAddress(this.#address.search);
    this.view = view;
    this.day = day ?? dayOf(this.zone, Date.now());
    this.tray = new TrayStore(host);
    this.list = new JobsListStore(host, this.zone);
    this.board = new Board(host, {
      everywhere: false,
      source: (body, signal) => host.api.bytes(facilityJobs, { body }, { signal }),
      window: this.#around(windowOf(this.zone, rangeOf(view, this.day))),
      reach: ({ from }) => this.goTo(dayOf(this.zone, from)),
      closed: () => {},
    });
    this.board.partOf = (data) => this.tray.find(data);
    this.chart.show(windowOf(this.zone, rangeOf(view, this.day)));
    this.chart.groupBy(grouping);
    this.list.show({ ...list, range: list.range ?? rangeOf(view, this.day) });
    makeStore(this);
  }

  get chart(): ChartStore {
    return this.board.chart;
  }

  get today(): Day {
    return dayOf(this.zone, this.chart.now);
  }

  /** The days that are shown. */
  get range(): DayRange {
    return rangeOf(this.view, this.day);
  }

  get rows(): ChartRow[] {
    return this.board.own.filter(({ hidden }) => !hidden).map((equipment) => rowOf(equipment, this.board.materials));
  }

  get conflicts(): ChartJob[] {
    return conflictsOf(this.rows, this.chart.table);
  }

  /** As they are now; those that are gone, or no longer queued, are not among them. */
  get markedJobs(): ChartJob[] {
    return [...this.marked].map((id) => this.chart.table.find(id)).filter((job) => job !== undefined);
  }

  /** The job in the drawer. */
  get jobId(): number | null {
    const { drawer } = this.board;
    return drawer && 'job' in drawer ? drawer.job.id : null;
  }

  /** Loads and follows changes until disposed. */
  start(): Dispose {
    const { jobId, orderId, asked } = readAddress(this.#address.search);
    this.#begin(orderId, asked);
    if (jobId !== null) void this.#openById(jobId);
    const end = followBoard(this.board, {
      address: this.#address,
      rows: () => this.rows,
      moved: this.followView,
      told: () => [this.chart.grouping, this.jobId, this.list.limits],
      writeAddress: this.writeAddress,
      readAddress: this.readAddress,
    });
    return together(end, this.tray.start());
  }

  setView(view: View): void {
    this.view = view;
    if (view === 'list') this.list.limit({ range: this.range });
    else this.#showRange();
    this.writeAddress();
  }

  /** Shows what the day is in. */
  goTo(day: Day): void {
    const { from, to } = this.view === 'list' ? this.list.limits.range : this.range;
    this.day = day;
    if (day < from || day > to) this.#showRange();
    this.writeAddress();
  }

  setDay(day: Day): void {
    this.day = day;
    this.#showRange();
    this.writeAddress();
  }

  /** A day or a week on or back. */
  step(by: 1 | -1): void {
    this.setDay(addDays(this.day, by * (this.view === 'day' ? 1 : 7)));
  }

  /** To the conflict after the one that is shown. */
  nextConflict(): void {
    const { conflicts, chart, board } = this;
    const at = conflicts.findIndex(({ id }) => id === chart.selectedId);
    const next = conflicts[(at + 1) % conflicts.length];
    if (!next) return;
    chart.reveal(next.id);
    board.planner.cursor.put(next);
    chart.takeFocus();
  }

  /** Puts a job among those to be moved together, or takes it out. */
  mark(job: Pick<ChartJob, 'id' | 'jobStatus' | 'jobType'>): void {
    const marked = new Set(this.marked);
    if (!marked.delete(job.id)) {
      if (!mayMove(job) || isDowntime(job)) return toast.error(this.#host.t('bulk.notQueued'));
      if (marked.size < mostMarked) marked.add(job.id);
    }
    this.marked = marked;
  }

  clearMarks(): void {
    this.marked = new Set();
  }

  /** All marked jobs later, or earlier, by as much. */
  async shift(minutes: number): Promise<void> {
    await this.board.moves.shift(this.markedJobs, minutes);
  }

  /** The address asks for something new. It is asked for once: the address forgets it. */
  #begin(orderId: number | null, asked: Address['asked']): void {
    if (!this.board.canPlan) return;
    if (orderId !== null || asked === 'job') this.board.open({ kind: 'new', orderId });
    else if (asked === 'downtime') this.board.open({ kind: 'downtime' });
    if (asked !== null) this.writeAddress();
  }

  /** The address names a job: it is shown, and opened unless somebody is filling in a form. */
  async #openById(id: number): Promise<void> {
    this.chart.reveal(id);
    try {
      const job = await this.#host.api.call(readJob, { params: { id } });
      this.board.show(job);
      const { drawer } = this.board;
      if (!drawer || drawer.kind === 'job') this.board.open({ kind: 'job', job });
    } catch (error) {
      this.#host.log.warn('the job of the address could not be read', { job: id, error: String(error) });
      toast.error(this.#host.t('job.failed'));
    }
  }

  #showRange(): void {
    if (this.view === 'list') return this.list.limit({ range: this.range });
    const window = windowOf(this.zone, this.range);
    this.chart.show(window);
    this.#load(window);
  }

  #load(shown: { from: number; to: number }): void {
    const { window } = this.board.jobs;
    if (shown.from < window.from || shown.to > window.to) this.board.jobs.show(this.#around(shown));
  }

  #around({ from, to }: { from: number; to: number }): { from: number; to: number } {
    return { from: this.zone.startOfDay(from, -marginDays), to: this.zone.startOfDay(to, marginDays) };
  }

  /** The chart was moved: what is shown is loaded, and the address says which day it is. */
  followView(): void {
    const { view } = this.chart;
    this.#load(view);
    const middle = dayOf(this.zone, (view.from + view.to) / 2);
    const { from, to } = this.range;
    if (middle >= from && middle <= to) return;
    this.day = middle;
    this.writeAddress();
  }

  writeAddress(): void {
    const { view, day, jobId, list } = this;
    const { grouping } = this.chart;
    const search = writeAddress({ view, grouping, jobId, list: list.limits, day: day === this.today ? null : day });
    this.#address.write(search);
  }

  /** Somebody went back, or followed a link to this page. */
  readAddress(search: string): void {
    const { view, day, grouping, jobId, orderId, asked, list } = readAddress(search);
    this.view = view;
    if (grouping !== this.chart.grouping) this.chart.groupBy(grouping);
    this.day = day ?? this.today;
    if (view === 'list') this.list.show({ ...list, range: list.range ?? this.range });
    else this.#showRange();
    if (!this.board.drawer) this.#begin(orderId, asked);
    if (jobId !== null) void this.#openById(jobId);
    else if (this.board.drawer?.kind === 'job') this.board.close();
  }
}

const rangeOf = (view: View, day: Day): DayRange => presetRange(view === 'day' ? 'today' : 'week', day);
