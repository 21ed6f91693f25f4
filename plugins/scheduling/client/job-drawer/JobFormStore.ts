import { newId } from '@sinter/sdk/plugin';
import { CallError } from '@sinter/sdk/contract/errors';
import type { Equipment } from '@sinter/sdk/contract/catalog';
import { estimatePrice, readOrder } from '@sinter/sdk/contract/orders';
import { createJob, fileJobStatus, nextSlot, updateJob } from '@sinter/sdk/contract/scheduling';
import type { Job } from '@sinter/sdk/contract/scheduling';
import type { PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Zone } from '../zone.ts';
import { defaultName, emptyJob, isChanged, toPart, valuesOf } from './jobValues.ts';
import type { CheckedJob, ChosenPart, JobValues } from './jobValues.ts';

type Host = Pick<PluginHost, 'api' | 'log'>;

export interface Slot {
  fromDate: string;
  toDate: string;
}

/** Fills in a field of the form. */
export type SetValue = <K extends keyof JobValues>(name: K, value: JobValues[K]) => void;

interface Surroundings {
  zone: Zone;
  /** Machines of the user's own facility. */
  machines: readonly Equipment[];
  /** Names of materials. */
  materials: ReadonlyMap<number, string>;
}

const hourMs = 3_600_000;
const keyOf = (files: readonly ChosenPart[]) => files.map(({ id, quantity }) => `${id}:${quantity}`).join();

/** What the server knows about the job in the form: machines that fit, hours, the next free slot, a refusal. */
export class JobFormStore {
  /** `null` until the form can be shown. */
  initial: JobValues | null = null;
  error: unknown = null;
  /** Hours that the chosen parts take, rounded up. */
  estimate: number | null = null;
  slot: Slot | null = null;
  /** Why there is no slot. */
  slotProblem: string | null = null;
  slotLoading = false;
  /** SLOT_TAKEN or OVER_ALLOCATED. */
  refusal: CallError | null = null;
  private last: JobValues | null = null;
  private ownName = '';
  /** Hours that the form filled in; what somebody typed stays. */
  private ownHours: number | null = null;
  private readonly requests = new Map<'estimate' | 'slot', AbortController>();
  /** One for the whole form: sent twice, it still makes one job. */
  private readonly eventId = newId();

  constructor(
    private readonly host: Host,
    private readonly around: Surroundings,
    /** The job to change, or nothing for a new one. */
    readonly job: Job | null,
  ) {
    makeAutoObservable<this, 'host' | 'around' | 'last' | 'ownName' | 'ownHours' | 'requests' | 'eventId'>(
      this,
      {
        ...{
          host: false,
          around: false,
          last: false,
          ownName: false,
          ownHours: false,
          requests: false,
          eventId: false,
          job: false,
        },
        ...{ initial: observableRef, error: observableRef, slot: observableRef, refusal: observableRef },
      },
      { autoBind: true },
    );
  }

  get zone(): Zone {
    return this.around.zone;
  }

  /** `orderId`: an order whose unscheduled parts are chosen from the start. */
  async open(orderId: number | null): Promise<void> {
    this.error = null;
    if (this.job || orderId === null) {
      this.initial = this.job ? valuesOf(this.job, this.zone) : emptyJob;
      return;
    }
    try {
      const order = await this.host.api.call(readOrder, { params: { id: orderId } });
      const files = order.rfqFileDTOs.filter((file) => file.notScheduled > 0).map((file) => toPart(file, order));
      runInAction(() => (this.initial = { ...emptyJob, files, jobName: defaultName(files) }));
    } catch (error) {
      this.host.log.warn('the order to schedule could not be read', { order: orderId, error: String(error) });
      runInAction(() => (this.error = error));
    }
  }

  dispose(): void {
    this.requests.forEach((request) => request.abort());
  }

  get unsaved(): boolean {
    return this.last !== null && this.initial !== null && isChanged(this.last, this.initial, this.ownName);
  }

  /** Machines that can make all of the parts, by process and material. */
  machinesFor(files: readonly ChosenPart[]): Equipment[] {
    const makes = ({ machine, materials }: Equipment, { process, materials: wanted }: ChosenPart) =>
      machine.amProcess.id === process.id && wanted.some(({ id }) => materials.includes(id));
    return this.around.machines.filter((machine) => files.every((part) => makes(machine, part)));
  }

  /** What a machine can run; with no machine chosen, what the parts are ordered in. */
  materialsFor({ equipmentDTO, files }: Pick<JobValues, 'equipmentDTO' | 'files'>): { id: number; name: string }[] {
    const machine = this.around.machines.find(({ id }) => id === equipmentDTO);
    const ids = machine?.materials ?? [...new Set(files.flatMap((part) => part.materials.map(({ id }) => id)))];
    const named = new Map(files.flatMap((part) => part.materials.map(({ id, name }) => [id, name] as const)));
    return ids.map((id) => ({ id, name: this.around.materials.get(id) ?? named.get(id) ?? `#${id}` }));
  }

  /** The form has changed: fills in what follows from that, and asks what has to be asked anew. */
  follow(values: JobValues, set: SetValue): void {
    const before = this.last;
    this.last = values;
    const changed = (name: keyof JobValues) => before === null || before[name] !== values[name];
    const parts = before === null || keyOf(before.files) !== keyOf(values.files);
    if (parts && (before !== null || this.job === null)) this.followParts(values, set);
    if (parts) void this.askEstimate(values, set);
    if (before !== null || this.job === null) this.followMachine(values, set);
    if (changed('equipmentDTO') || changed('estimatedTime')) void this.askSlot(values);
    if (before === null) return;
    const { fromDate, estimatedTime } = values;
    if ((changed('fromDate') && !changed('toDate')) || changed('estimatedTime')) {
      if (fromDate && estimatedTime) set('toDate', this.after(fromDate, estimatedTime));
    }
    if (changed('fromDate') || changed('toDate') || changed('equipmentDTO') || parts) this.refusal = null;
  }

  /** Dates of a slot as the form has them. */
  dates({ fromDate, toDate }: Slot): Pick<JobValues, 'fromDate' | 'toDate'> {
    return { fromDate: this.zone.toPicker(Number(fromDate)), toDate: this.zone.toPicker(Number(toDate)) };
  }

  /** Saves. `null` when the server refused in a way that the form can help with; other failures are thrown. */
  async save(values: CheckedJob): Promise<Job | null> {
    this.refusal = null;
    const body = {
      jobName: values.jobName,
      equipmentDTO: { id: values.equipmentDTO },
      materialDTO: { id: values.materialDTO },
      fromDate: String(this.zone.fromPicker(values.fromDate)),
      toDate: String(this.zone.fromPicker(values.toDate)),
      estimatedTime: String(values.estimatedTime ?? 0),
      jobNotes: values.jobNotes,
      files: values.files.map(({ id, quantity }) => ({ rfqCadFileId: id, quantity })),
    };
    const { api, log } = this.host;
    try {
      if (!this.job) return await api.call(createJob, { body: { ...body, eventId: this.eventId } });
      const { id, jobSource, materialUnit, materialQuantityUsed, buildPlateUtilization } = this.job;
      const kept = { id, jobSource, materialUnit, materialQuantityUsed, buildPlateUtilization };
      return await api.call(updateJob, { body: { ...body, ...kept } });
    } catch (error) {
      log.warn('the job was not saved', { error: String(error) });
      if (!(error instanceof CallError) || (error.code !== 'SLOT_TAKEN' && error.code !== 'OVER_ALLOCATED'))
        throw error;
      runInAction(() => (this.refusal = error));
      return null;
    }
  }

  /** The parts with what is left of each now, after OVER_ALLOCATED. */
  async recount(files: readonly ChosenPart[]): Promise<ChosenPart[]> {
    const left = await this.host.api.call(fileJobStatus, { body: files.map(({ id }) => id) });
    const own = new Map(this.initial?.files.map(({ id, quantity }) => [id, this.job ? quantity : 0]));
    return files.map((part) => {
      const free = left.find(({ id }) => id === part.id)?.notScheduled;
      return free === undefined ? part : { ...part, max: free + (own.get(part.id) ?? 0) };
    });
  }

  private after(from: NonNullable<JobValues['fromDate']>, hours: number): JobValues['toDate'] {
    return this.zone.toPicker(this.zone.fromPicker(from) + hours * hourMs);
  }

  private followParts(values: JobValues, set: SetValue): void {
    const name = defaultName(values.files);
    if (values.jobName === '' || values.jobName === this.ownName) set('jobName', name);
    this.ownName = name;
  }

  private followMachine(values: JobValues, set: SetValue): void {
    const machines = this.machinesFor(values.files);
    if (!machines.some(({ id }) => id === values.equipmentDTO)) {
      const [only] = machines;
      const next = values.files.length > 0 && machines.length === 1 && only ? only.id : null;
      if (next !== values.equipmentDTO) set('equipmentDTO', next);
    }
    const materials = this.materialsFor(values).map(({ id }) => id);
    if (values.materialDTO !== null && materials.includes(values.materialDTO)) return;
    const machine = this.around.machines.find(({ id }) => id === values.equipmentDTO);
    const wanted = [values.files[0]?.materials[0]?.id, machine?.currentlyUsedMaterialId];
    const next = wanted.find((id) => id !== undefined && id !== null && materials.includes(id)) ?? null;
    if (next !== values.materialDTO) set('materialDTO', next);
  }

  private async askEstimate({ files, estimatedTime }: JobValues, set: SetValue): Promise<void> {
    const signal = this.anew('estimate');
    this.estimate = null;
    const wanted = files.flatMap(({ fileId, materials, process, quantity }) => {
      const materialId = materials[0]?.id;
      return materialId === undefined || quantity < 1
        ? []
        : [{ fileId, materialId, amProcessId: process.id, quantity }];
    });
    if (wanted.length === 0) {
      if (estimatedTime !== null && estimatedTime === this.ownHours) set('estimatedTime', null);
      return;
    }
    try {
      const { files: estimates } = await this.host.api.call(estimatePrice, { body: { files: wanted } }, { signal });
      const hours = Math.max(Math.ceil(estimates.reduce((sum, { buildHours }) => sum + buildHours, 0)), 1);
      runInAction(() => (this.estimate = hours));
      if (estimatedTime !== null && estimatedTime !== this.ownHours) return;
      this.ownHours = hours;
      set('estimatedTime', hours);
    } catch (error) {
      if (!signal.aborted) this.host.log.warn('the build time could not be estimated', { error: String(error) });
    }
  }

  private async askSlot({ equipmentDTO, estimatedTime }: JobValues): Promise<void> {
    const signal = this.anew('slot');
    this.slot = null;
    this.slotProblem = null;
    this.slotLoading = equipmentDTO !== null && estimatedTime !== null;
    if (equipmentDTO === null || estimatedTime === null) return;
    const query = { equipment: equipmentDTO, totalHours: Math.max(Math.ceil(estimatedTime), 1) };
    try {
      const excludeJobId = this.job?.id;
      const { fromDate, toDate, reason } = await this.host.api.call(
        nextSlot,
        { query: excludeJobId === undefined ? query : { ...query, excludeJobId } },
        { signal },
      );
      runInAction(() => {
        this.slot = fromDate !== null && toDate !== null ? { fromDate, toDate } : null;
        this.slotProblem = reason ?? null;
        this.slotLoading = false;
      });
    } catch (error) {
      if (signal.aborted) return;
      this.host.log.warn('the next slot could not be asked', { error: String(error) });
      runInAction(() => {
        this.slotProblem = error instanceof CallError ? error.message : null;
        this.slotLoading = false;
      });
    }
  }

  /** Ends the request of that kind that is under way. */
  private anew(kind: 'estimate' | 'slot'): AbortSignal {
    this.requests.get(kind)?.abort();
    const request = new AbortController();
    this.requests.set(kind, request);
    return request.signal;
  }
}
