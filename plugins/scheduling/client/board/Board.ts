import { listEquipments, listMaterials } from '@sinter/sdk/contract/catalog/catalog';
import type { Equipment } from '@sinter/sdk/contract/catalog/catalog';
import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { CallError } from '@sinter/sdk/contract/errors';
import { readJob } from '@sinter/sdk/contract/scheduling/jobs';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { messageOf, toast } from '@sinter/sdk/ui';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
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

/** Machines, their jobs on a chart, the drawer beside it, and what people do there. */
export class Board implements JobDesk {
  readonly zone: Zone;
  readonly chart: ChartStore;
  /** The keyboard's place on the chart, and what is being changed there. */
  readonly planner: Planner;
  readonly jobs: LiveJobs;
  readonly moves: Moves;
  equipments: readonly Equipment[] | null = null;
  materials: ReadonlyMap<number, string> = new Map();
  /** Why there are no machines. */
  error: unknown = null;
  drawer: DrawerContent | null = null;
  /** What people may do on the chart; `undefined` for who may only look. */
  readonly edits: ChartEdits | undefined;
  /** Parts that can be dropped on the chart. */
  partOf: (data: string) => ChosenPart | undefined = () => undefined;
  private waiting: Waiting | null = null;

  constructor(
    private readonly host: BoardHost,
    private readonly around: Surroundings,
  ) {
    this.zone = new Zone(host.user.serviceProvider?.timeZone ?? 'UTC');
    this.chart = new ChartStore(around.window, this.zone);
    this.planner = new Planner(this.chart);
    this.jobs = new LiveJobs(host, this.chart, around.source, around.window);
    this.moves = new Moves(host, this.chart);
    this.edits = this.canPlan ? this.editsOf() : undefined;
    makeAutoObservable<this, 'host' | 'around' | 'waiting'>(
      this,
      {
        ...{ zone: false, chart: false, planner: false, jobs: false, moves: false, edits: false, host: false },
        ...{ around: false, waiting: false, partOf: false, equipments: observableRef, materials: observableRef },
        ...{ error: observableRef, drawer: observableRef },
      },
      { autoBind: true },
    );
  }

  /** May the person plan, or only look? */
  get canPlan(): boolean {
    return this.host.user.serviceProvider?.permissions.includes('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS') ?? false;
  }

  get facilityId(): number | null {
    return this.host.user.serviceProvider?.id ?? null;
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
    const end = this.jobs.start();
    void this.load();
    if (this.canPlan) void this.goOn();
    return () => {
      end();
      this.letGo();
    };
  }

  /** Opens the form that was being filled in when the page was left, in the place of what the address opens. */
  private async goOn(): Promise<void> {
    const { key, storage } = placeOf(this.host.user);
    if (!storage?.getItem(key)) return;
    const before = this.drawer;
    try {
      const { readUnfinished } = await import('../job-drawer/entered.ts');
      const unfinished = readUnfinished(this.host);
      if (unfinished && (this.drawer === before || this.drawer?.kind === 'job')) this.open(unfinished);
    } catch (error) {
      this.host.log.warn('what was entered cannot be opened', { error: String(error) });
    }
  }

  /** Machines and jobs. */
  async load(): Promise<void> {
    this.error = null;
    const { everywhere } = this.around;
    const query = { getFromAllFacilities: everywhere ? 'true' : 'false' } as const;
    try {
      const [equipments, materials] = await Promise.all([
        this.host.api.call(listEquipments, { query }),
        this.host.api.call(listMaterials, { query }),
        this.jobs.refresh(),
      ]);
      runInAction(() => {
        this.materials = new Map(materials.map(({ id, name }) => [id, name]));
        this.equipments = equipments;
      });
    } catch (error) {
      this.host.log.warn('machines could not be read', { error: String(error) });
      runInAction(() => (this.error = error));
    }
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
    this.letGo();
    this.around.closed();
  }

  /** A job was saved or has changed its status: shown at once, without waiting for the event. */
  changed(job: Job): void {
    const known = this.chart.table.find(job.id);
    const parts = job.jobOrderDTOs.map(({ rfqDTO, fileIds }) =>
      [`#${rfqDTO.id}`, fileIds.map(({ fileName }) => fileName).join(', ')].join(' '),
    );
    this.chart.putJobs({ ...partOf(job), parts: parts.join(' '), dueDate: known?.dueDate ?? null });
    this.waiting?.saved();
    this.waiting = null;
  }

  /** Brings a job into view, with its days and its machine when they are not shown. */
  show(job: Pick<Job, 'id' | 'equipmentId' | 'fromDate' | 'toDate'>): void {
    this.around.reach({ equipmentId: job.equipmentId, from: Number(job.fromDate), to: Number(job.toDate) });
    this.chart.reveal(job.id);
  }

  /** Goes to a job that the chart may not have. */
  async visit(jobId: number): Promise<void> {
    try {
      const job = this.chart.table.find(jobId) ?? (await this.host.api.call(readJob, { params: { id: jobId } }));
      this.show(job);
    } catch (error) {
      this.host.log.warn('a job could not be read', { job: jobId, error: String(error) });
      toast.error(messageOf(error));
    }
  }

  /** Opens the job form for a place on the chart, where the bar stays until it is saved or given up. */
  private plan(place: Place, parts: readonly ChosenPart[]): Promise<void> {
    return this.atOwn(place, () => {
      this.letGo();
      this.open({ kind: 'new', orderId: null, parts, place });
      return new Promise((saved, givenUp) => (this.waiting = { saved, givenUp }));
    });
  }

  private letGo(): void {
    this.waiting?.givenUp(new DOMException('The form was closed.', 'AbortError'));
    this.waiting = null;
  }

  /** Only at the person's own machines can anything be planned. */
  private async atOwn(place: Place, act: () => Promise<void>, job?: ChartJob): Promise<void> {
    const mine = (id: number) => this.own.some((machine) => machine.id === id);
    if (mine(place.equipmentId) && (!job || mine(job.equipmentId))) return act();
    const error = new CallError('FORBIDDEN', this.host.t('edit.elsewhere'));
    this.moves.refuse(error, job?.jobName ?? this.nameOf(place.equipmentId), place);
    throw error;
  }

  private editsOf(): ChartEdits {
    return {
      create: (equipmentId, from, to) => this.plan({ equipmentId, from, to }, []),
      move: (job, equipmentId, from, to) => {
        const place = { equipmentId, from, to };
        return this.atOwn(place, () => this.moves.move(job, place), job);
      },
      drop: (equipmentId, at, data) => {
        const part = this.partOf(data);
        return this.plan({ equipmentId, from: at, to: at + dropMs }, part ? [part] : []);
      },
    };
  }
}

const hour = 3_600_000;
/** How long a dropped part is shown to take; its form asks how long it does. */
export const dropMs = 8 * hour;
