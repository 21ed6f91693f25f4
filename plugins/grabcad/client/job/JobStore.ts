import type { CallResult } from '@sinter/sdk/contract/call';
import { listEquipments, listMaterials, type Equipment } from '@sinter/sdk/contract/catalog/catalog';
import { CallError } from '@sinter/sdk/contract/errors';
import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import { createJob, nextSlot, readJob, updateJob, type Job } from '@sinter/sdk/contract/scheduling/jobs';
import { trayParts } from '@sinter/sdk/contract/grabcad/tray';
import { newId, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question, together } from '@sinter/sdk/state';
import { FileUploads } from '@sinter/sdk/ui/form';
import { runInAction } from 'mobx';
import { draftOf, partsOf, valuesOf, type CheckedJob, type JobValues } from './jobValues.ts';
import { asksDuration, hasLeft, lockOf } from './rules.ts';
import type { TrayEntry } from './trayAddress.ts';

interface Surroundings {
  job: Job | null;
  machines: readonly Equipment[];
  materials: ReadonlyMap<number, string>;
  initial: JobValues;
  needs: readonly Need[];
}
/** What a part asks of a machine, and the most that this job may build of it. */
interface Need {
  fileId: number;
  most: number;
  processId: number;
  materialIds: readonly number[];
  itar: boolean;
}
interface Wanted {
  equipment: number;
  totalHours: number;
  material: number | undefined;
}

/** A job that the tool has made of its tray, or one to change: what the form needs, the next free slot, and how it was saved. */
export class JobStore {
  /** What was saved. */
  saved: { job: Job; created: boolean } | null = null;
  /** Somebody has started it meanwhile, or taken it out of the queue. */
  left = false;
  /** Files of the job itself: what the tool prints, its log. */
  readonly uploads: FileUploads;
  readonly #host: Pick<PluginHost, 'api' | 'events' | 'log'>;
  readonly #id: number | null;
  /** It has come from a tray, and not from the list. */
  readonly hasTray: boolean;
  readonly #around: Question<void, Surroundings>;
  readonly #slot: Question<Wanted, CallResult<typeof nextSlot>>;
  /** One for the whole form: sent twice, it still makes one job. */
  readonly #eventId = newId();

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, id: number | null, entry: TrayEntry | null) {
    this.#host = host;
    this.#id = id;
    this.hasTray = entry !== null;
    const { api } = host;
    this.uploads = new FileUploads(host);
    this.#around = new Question<void, Surroundings>(host, {
      ask: async (_, signal) => {
        const files = entry?.tray.map(({ fileId }) => fileId);
        const [machines, materials, job, wanted] = await Promise.all([
          api.call(listEquipments, { query: {} }, { signal }),
          api.call(listMaterials, { query: {} }, { signal }),
          id === null ? null : api.call(readJob, { params: { id } }, { signal }),
          files && api.call(trayParts, { body: { files } }, { signal }),
        ]);
        const own = new Map((job ? partsOf(job) : []).map(({ fileId, quantity }) => [fileId, quantity]));
        return {
          job,
          machines: machines.filter((machine) => !machine.hidden || machine.id === job?.equipmentId),
          materials: new Map(materials.map((material) => [material.id, material.name])),
          initial: valuesOf(job, entry),
          needs:
            wanted?.parts.map(({ fileId, materialId, notScheduled, ...part }) => ({
              ...part,
              fileId,
              most: notScheduled + (own.get(fileId) ?? 0),
              materialIds: [materialId],
            })) ?? (job ? needsOf(job) : []),
        };
      },
      failed: 'a job could not be read',
      onAnswer: ({ job }) => (this.left = hasLeft(job)),
    });
    this.#slot = new Question<Wanted, CallResult<typeof nextSlot>>(host, {
      ask: (wanted, signal) => {
        const query = { ...wanted, excludeJobId: id ?? undefined };
        return api.call(nextSlot, { query }, { signal });
      },
      failed: 'the next slot could not be asked',
    });
    makeStore(this);
  }

  get around(): Surroundings | null {
    return this.#around.answer;
  }

  get error(): unknown {
    return this.#around.error;
  }

  get slot(): { from: number; to: number } | null {
    if (this.#slot.state !== 'answered') return null;
    const { fromDate = null, toDate = null } = this.#slot.answer ?? {};
    return fromDate === null || toDate === null ? null : { from: Number(fromDate), to: Number(toDate) };
  }

  /** There is none. */
  get noSlot(): boolean {
    return this.#slot.state === 'answered' && this.slot === null;
  }

  start(): Dispose {
    const forget = this.#host.events.on(jobChanged, ({ jobId }) => {
      if (jobId === this.#id && !this.saved) void this.#look();
    });
    return together(this.#around.start(), forget, this.#slot.stop, () => this.uploads.dispose());
  }

  retry(): void {
    this.#around.retry();
  }

  askSlot({ equipmentId, hours, materialId }: JobValues): void {
    if (equipmentId === null || hours === null || hours <= 0) return this.#slot.clear();
    const totalHours = Math.min(Math.max(Math.ceil(hours), 1), 8760);
    this.#slot.ask({ equipment: equipmentId, totalHours, material: materialId ?? undefined });
  }

  /** Those that can make all of the parts, by process and material; the job's own one stays. */
  get machines(): readonly Equipment[] {
    const { machines = [], needs = [], job } = this.around ?? {};
    const makes = ({ machine, materials }: Equipment, { processId, materialIds }: Need) =>
      machine.amProcess.id === processId && materialIds.some((each) => materials.includes(each));
    return machines.filter((machine) => machine.id === job?.equipmentId || needs.every((need) => makes(machine, need)));
  }

  /** What the form begins with. The only machine that can make the parts needs no choosing. */
  get initial(): JobValues | null {
    const { initial = null, needs = [] } = this.around ?? {};
    const [machine, another] = this.machines;
    if (!initial || initial.equipmentId !== null || needs.length === 0 || !machine || another) return initial;
    return { ...initial, equipmentId: machine.id, materialId: this.materialFor(machine.id) };
  }

  /** Why the machine and the materials stay as they are, else `null`. */
  get lock(): ReturnType<typeof lockOf> {
    return this.left ? 'status' : lockOf(this.around?.job ?? null);
  }

  /** When it began stays as it is once it has (specification 4.3). */
  get startLocked(): boolean {
    const { job = null } = this.around ?? {};
    return this.left || (job !== null && job.jobStatus !== 'QUEUED');
  }

  get asksDuration(): boolean {
    return asksDuration(this.around?.job ?? null);
  }

  /** What is left to schedule of a part, with what the job has of it already; nothing is known of a part that is not shown to the person. */
  mostOf(fileId: number): number | undefined {
    return this.around?.needs.find((need) => need.fileId === fileId)?.most;
  }

  /** What a machine would build with: what the parts are ordered in, else what is in it, else its first. */
  materialFor(equipmentId: number | null): number | null {
    const { materials = [], currentlyUsedMaterialId: loaded = null } = this.machine(equipmentId) ?? {};
    const ordered = this.around?.needs.flatMap(({ materialIds }) => materialIds) ?? [];
    const fits = [...ordered, ...(loaded === null ? [] : [loaded]), ...materials];
    return fits.find((each) => materials.includes(each)) ?? null;
  }

  /** What belongs to the job is kept as its parts are. */
  get controlled(): boolean {
    return this.around?.needs.some(({ itar }) => itar) ?? false;
  }

  machine(id: number | null): Equipment | undefined {
    return this.around?.machines.find((machine) => machine.id === id);
  }

  named(ids: readonly number[]): { value: number; label: string }[] {
    const names = this.around?.materials;
    return [...new Set(ids)].map((id) => ({ value: id, label: names?.get(id) ?? `#${id}` }));
  }

  /** Throws what the server says; the form shows it. */
  async save(values: CheckedJob): Promise<void> {
    const { around } = this;
    if (!around) return;
    const { api } = this.#host;
    const { job } = around;
    const draft = draftOf(values, job);
    if (job === null) {
      const saved = await api.call(createJob, { body: { ...draft, eventId: this.#eventId } });
      this.#done(saved, true);
      return;
    }
    // It may have been started meanwhile, which the server would let pass for a change of the notes.
    if (!(await this.#look())) throw new CallError('JOB_NOT_QUEUED');
    this.#done(await api.call(updateJob, { body: { ...draft, id: job.id, version: job.version } }), false);
  }

  #done(job: Job, created: boolean): void {
    this.#show({ saved: { job, created } });
  }

  /** Whether the job is still in the queue. */
  async #look(): Promise<boolean> {
    if (this.#id === null) return true;
    const left = hasLeft(await this.#host.api.call(readJob, { params: { id: this.#id } }));
    this.#show({ left });
    return !left;
  }

  #show(change: Partial<Pick<JobStore, 'saved' | 'left'>>): void {
    runInAction(() => Object.assign(this, change));
  }
}

const needsOf = (job: Job): Need[] =>
  job.jobOrderDTOs.flatMap(({ fileIds }) =>
    fileIds.map(({ rfqCadFileId, quantity, rfqFileDTO: { aMProcess, materials, itar, notScheduled } }) => ({
      ...{ fileId: rfqCadFileId, most: notScheduled + quantity, processId: aMProcess.id, itar },
      materialIds: materials.map(({ id }) => id),
    })),
  );
