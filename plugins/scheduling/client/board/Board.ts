import { listEquipments, listMaterials } from '@sinter/sdk/contract/catalog/catalog';
import type { Equipment } from '@sinter/sdk/contract/catalog/catalog';
import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { CallError } from '@sinter/sdk/contract/errors';
import { readCalendar } from '@sinter/sdk/contract/scheduling/calendar';
import type { CallResult } from '@sinter/sdk/contract/call';
import { readJob } from '@sinter/sdk/contract/scheduling/jobs';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question, together } from '@sinter/sdk/state';
import { ChartStore } from '../chart/ChartStore.ts';
import type { ChartEdits } from '../chart/EditStore.ts';
import { Planner } from '../chart/Planner.ts';
import type { ChartRow } from '../chart/rows.ts';
import type { TimeWindow } from '../chart/timeAxis.ts';
import type { DrawerContent, JobDesk, Place } from '../job-drawer/desk.ts';
import { placeOf } from '../job-drawer/enteredPlace.ts';
import type { ChosenPart } from '../job-drawer/chosenPart.ts';
import { Zone } from '../zone.ts';
import { LiveJobs } from './LiveJobs.ts';
import type { JobSource } from './LiveJobs.ts';
import { Moves, partOf } from './Moves.ts';

export type BoardHost = Pick<PluginHost, 'api' | 'events' | 'log' | 't' | 'navigate' | 'location' | 'user'>;

/** What a board cannot know by itself. */
export interface Surroundings {
  source: JobSource;
  /** Machines of every facility that the person may see, or of the active one. */
  everywhere: boolean;
  window: TimeWindow;
  /** Brings the time of a job and its machine within what is shown. */
  reach: (place: Place) => void;
  /** The drawer was closed. */
  closed: () => void;
}

/** What waits until the form in the drawer is saved or given up. */
interface Waiting {
  saved: () => void;
  givenUp: (why: unknown) => void;
}

export const rowOf = (equipment: Equipment, materials: ReadonlyMap<number, string>): ChartRow => ({
  machineId: equipment.id,
  facility: equipment.facilityName,
  name: equipment.displayName,
  model: equipment.machine.modelName,
  process: equipment.machine.amProcess.name,
  materialId: equipment.currentlyUsedMaterialId,
  material: materials.get(equipment.currentlyUsedMaterialId ?? 0) ?? null,
});

interface Machines {
  equipments: readonly Equipment[];
  materials: ReadonlyMap<number, string>;
}
const noMaterials: ReadonlyMap<number, string> = new Map();
type Visited = Pick<Job, 'id' | 'equipmentId' | 'fromDate' | 'toDate'>;

/** Machines, their jobs on a chart, the drawer beside it, and what people do there. */
export class Board implements JobDesk {
  readonly zone: Zone;
  readonly chart: ChartStore;
  /** The keyboard's place on the chart, and what is being changed there. */
  readonly planner: Planner;
  readonly jobs: LiveJobs;
  readonly moves: Moves;
  drawer: DrawerContent | null = null;
  /** What people may do on the chart; `undefined` for who may only look. */
  readonly edits: ChartEdits | undefined;
  /** Parts that can be dropped on the chart. */
  partOf: (data: string) => ChosenPart | undefined = () => undefined;
  readonly #host: BoardHost;
  readonly #around: Surroundings;
  readonly #machines: Question<void, Machines>;
  readonly #calendar: Question<void, CallResult<typeof readCalendar>>;
  readonly #visiting: Action<[number], Visited>;
  #waiting: Waiting | null = null;

  constructor(host: BoardHost, around: Surroundings) {
    this.#host = host;
    this.#around = around;
    this.zone = new Zone(host.user.serviceProvider?.timeZone ?? 'UTC');
    this.chart = new ChartStore(around.window, this.zone);
    this.planner = new Planner(this.chart);
    this.jobs = new LiveJobs(host, this.chart, around.source, around.window);
    this.moves = new Moves(host, this.chart);
    this.edits = this.canPlan ? this.#editsOf() : undefined;
    this.#machines = new Question<void, Machines>(host, {
      ask: async (_, signal) => {
        const query = { getFromAllFacilities: around.everywhere ? 'true' : 'false' } as const;
        const [equipments, materials] = await Promise.all([
          host.api.call(listEquipments, { query }, { signal }),
          host.api.call(listMaterials, { query }, { signal }),
        ]);
        return { equipments, materials: new Map(materials.map(({ id, name }) => [id, name])) };
      },
      failed: 'machines could not be read',
    });
    this.#calendar = new Question<void, CallResult<typeof readCalendar>>(host, {
      ask: (_, signal) => host.api.call(readCalendar, {}, { signal }),
      failed: 'the calendar could not be read',
      onAnswer: ({ gridMinutes }) => this.chart.setGrid(gridMinutes),
    });
    this.#visiting = new Action<[number], Visited>(host, {
      run: async (id) => this.chart.table.find(id) ?? host.api.call(readJob, { params: { id } }),
      failed: 'a job could not be read',
      toast: true,
      onDone: (job) => this.show(job),
    });
    makeStore(this);
  }

  /** `null`: not there yet. */
  get equipments(): readonly Equipment[] | null {
    return this.#machines.answer?.equipments ?? null;
  }

  get materials(): ReadonlyMap<number, string> {
    return this.#machines.answer?.materials ?? noMaterials;
  }

  /** Why there are no machines. */
  get error(): unknown {
    return this.#machines.error;
  }

  /** May the person plan, or only look? */
  get canPlan(): boolean {
    return this.#host.user.serviceProvider?.permissions.includes('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS') ?? false;
  }

  get facilityId(): number | null {
    return this.#host.user.serviceProvider?.id ?? null;
  }

  /** Machines of the person's own facility. */
  get own(): readonly Equipment[] {
    return (this.equipments ?? []).filter(({ spId }) => spId === this.facilityId);
  }

  nameOf(machineId: number): string {
    return this.equipments?.find(({ id }) => id === machineId)?.displayName ?? `#${machineId}`;
  }

  /** Loads and follows changes until disposed. */
  start(): Dispose {
    const end = together(this.jobs.start(), this.#machines.follow(), this.#calendar.follow(), () => this.#letGo());
    this.load();
    if (this.canPlan) void this.#goOn();
    return end;
  }

  /** Opens the form that was being filled in when the page was left, in the place of what the address opens. */
  async #goOn(): Promise<void> {
    const { key, storage } = placeOf(this.#host.user);
    if (!storage?.getItem(key)) return;
    const before = this.drawer;
    try {
      const { readUnfinished } = await import('../job-drawer/entered.ts');
      const unfinished = readUnfinished(this.#host);
      if (unfinished && (this.drawer === before || this.drawer?.kind === 'job')) this.open(unfinished);
    } catch (error) {
      this.#host.log.warn('what was entered cannot be opened', { error: String(error) });
    }
  }

  /** Machines and jobs. */
  load(): void {
    this.#machines.ask();
    if (this.canPlan) this.#calendar.ask();
    this.jobs.refresh();
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
    this.#letGo();
    this.#around.closed();
  }

  /** A job was saved or has changed its status: shown at once, without waiting for the event. */
  changed(job: Job): void {
    const known = this.chart.table.find(job.id);
    const parts = job.jobOrderDTOs.map(({ rfqDTO, fileIds }) =>
      [`#${rfqDTO.id}`, fileIds.map(({ fileName }) => fileName).join(', ')].join(' '),
    );
    this.chart.putJobs({ ...partOf(job), parts: parts.join(' '), dueDate: known?.dueDate ?? null });
    this.#waiting?.saved();
    this.#waiting = null;
  }

  /** Brings a job into view, with its days and its machine when they are not shown. */
  show(job: Visited): void {
    this.#around.reach({ equipmentId: job.equipmentId, from: Number(job.fromDate), to: Number(job.toDate) });
    this.chart.reveal(job.id);
  }

  /** Goes to a job that the chart may not have. */
  async visit(jobId: number): Promise<void> {
    await this.#visiting.run(jobId);
  }

  /** Opens the job form for a place on the chart, where the bar stays until it is saved or given up. */
  #plan(place: Place, parts: readonly ChosenPart[]): Promise<void> {
    return this.#atOwn(place, () => {
      this.#letGo();
      this.open({ kind: 'new', orderId: null, parts, place });
      return new Promise((saved, givenUp) => (this.#waiting = { saved, givenUp }));
    });
  }

  #letGo(): void {
    this.#waiting?.givenUp(new DOMException('The form was closed.', 'AbortError'));
    this.#waiting = null;
  }

  /** Only at the person's own machines can anything be planned. */
  async #atOwn(place: Place, act: () => Promise<void>, job?: ChartJob): Promise<void> {
    const mine = (id: number) => this.own.some((machine) => machine.id === id);
    if (mine(place.equipmentId) && (!job || mine(job.equipmentId))) return act();
    const error = CallError.received({ code: 'FORBIDDEN', message: this.#host.t('edit.elsewhere') });
    this.moves.refuse(error, job?.jobName ?? this.nameOf(place.equipmentId), place);
    throw error;
  }

  #editsOf(): ChartEdits {
    return {
      create: (equipmentId, from, to) => this.#plan({ equipmentId, from, to }, []),
      move: (job, equipmentId, from, to) => {
        const place = { equipmentId, from, to };
        return this.#atOwn(place, () => this.moves.move(job, place), job);
      },
      drop: (equipmentId, at, data) => {
        const part = this.partOf(data);
        return this.#plan({ equipmentId, from: at, to: at + dropMs }, part ? [part] : []);
      },
    };
  }
}

const hour = 3_600_000;
/** How long a dropped part is shown to take; its form asks how long it does. */
export const dropMs = 8 * hour;
