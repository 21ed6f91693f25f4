import { newId } from '@sinter/sdk/plugin';
import { CallError } from '@sinter/sdk/contract/errors';
import type { ErrorCode } from '@sinter/sdk/contract/errors';
import type { Equipment } from '@sinter/sdk/contract/catalog/catalog';
import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import { listSimulationSoftware } from '@sinter/sdk/contract/catalog/machines';
import { listPriorities } from '@sinter/sdk/contract/scheduling/priorities';
import type { Priority } from '@sinter/sdk/contract/scheduling/priorities';
import { createJob, fileJobStatus, readJob, updateJob } from '@sinter/sdk/contract/scheduling/jobs';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question, together } from '@sinter/sdk/state';
import type { Kept } from '@sinter/sdk/state/entered';
import type { Zone } from '../zone.ts';
import { differences, mixed } from './conflict.ts';
import type { Place } from './desk.ts';
import { FileUploads } from '@sinter/sdk/ui/form';
import { BuildEstimate } from './BuildEstimate.ts';
import { fillActual, fillMachine, fillName, fillTimes } from './consequences.ts';
import type { SetValue } from './consequences.ts';
import { draftOf } from './jobDraft.ts';
import { defaultName, emptyJob, sayingOf, valuesOf } from './jobValues.ts';
import type { ChosenPart } from './chosenPart.ts';
import type { CheckedJob, JobValues } from './jobValues.ts';
import { keptEntry } from './entered.ts';
import type { Begun, Entered } from './entered.ts';
import { JobConflict } from './JobConflict.ts';
import { partsLeft } from './PartsStore.ts';
import { JobRefusal } from './JobRefusal.ts';
import { MachineChoices } from './MachineChoices.ts';
import { asksDuration, locksOf } from './rules.ts';
import type { Locks } from './rules.ts';
import { SlotFinder } from './SlotFinder.ts';
import type { Slot } from './SlotFinder.ts';

type Host = Pick<PluginHost, 'api' | 'events' | 'log' | 'user'>;
type Named = { id: number; name: string };

interface Surroundings {
  zone: Zone;
  /** Machines of the user's own facility. */
  machines: readonly Equipment[];
  /** Names of materials. */
  materials: ReadonlyMap<number, string>;
}

/** What a new job begins with. */
export interface Beginning {
  /** An order whose unscheduled parts are chosen. */
  orderId?: number | null;
  parts?: readonly ChosenPart[];
  place?: Place | undefined;
  /** What was entered before a reload. */
  begun?: Begun<JobValues> | undefined;
}

/** Refusals that the form helps with; other failures are shown in its banner. */
const helped: readonly ErrorCode[] = ['SLOT_TAKEN', 'OVER_ALLOCATED', 'CHANGED'];
const keyOf = (files: readonly ChosenPart[]) => files.map(({ id, quantity }) => `${id}:${quantity}`).join();

/** What the server knows about the job in the form: machines that fit, hours, the next free slot, a refusal, others' changes. */
export class JobFormStore {
  /** `null` until the form can be shown. */
  initial: JobValues | null = null;
  /** What the form begins with instead, where it was begun before a reload. */
  begun: JobValues | null = null;
  /** The job to change as it was read last, or nothing for a new one. */
  job: Job | null;
  /** What stands in the form. */
  last: JobValues | null = null;
  readonly choices: MachineChoices;
  readonly slots: SlotFinder;
  readonly uploads: FileUploads;
  readonly estimate: BuildEstimate;
  /** SLOT_TAKEN or OVER_ALLOCATED. */
  readonly refused: JobRefusal;
  readonly conflict = new JobConflict();
  readonly #host: Host;
  readonly #around: Surroundings;
  readonly #keeper: Kept<Entered>;
  readonly #opening: Action<[Beginning], ChosenPart[]>;
  readonly #software: Question<void, readonly Named[]>;
  readonly #labels: Question<void, readonly Priority[]>;
  /** What others have made of the job; it is put into the form. */
  readonly #others: Question<(values: JobValues) => void, Job | null>;
  /** What the form filled in by itself: it counts as nothing entered, and is filled in anew. */
  readonly #filled = new Map<keyof JobValues, string>();
  #saving = false;
  /** One for the whole form: sent twice, it still makes one job. */
  #eventId = newId();

  constructor(host: Host, around: Surroundings, job: Job | null, keeper = keptEntry(host)) {
    this.#host = host;
    this.#around = around;
    this.#keeper = keeper;
    this.job = job;
    this.choices = new MachineChoices(around.machines, around.materials, job);
    this.slots = new SlotFinder(host);
    this.uploads = new FileUploads(host);
    this.estimate = new BuildEstimate(host);
    this.refused = new JobRefusal(host);
    this.#opening = new Action<[Beginning], ChosenPart[]>(host, {
      run: async ({ orderId = null, parts = [] }) => (orderId === null ? [...parts] : partsLeft(host, orderId)),
      failed: 'the order to schedule could not be read',
      onDone: (files, { place }) => {
        const placed = place && {
          equipmentDTO: place.equipmentId,
          fromDate: this.zone.toPicker(place.from),
          toDate: this.zone.toPicker(place.to),
        };
        this.initial = { ...emptyJob, files, jobName: defaultName(files), ...placed };
      },
    });
    this.#software = new Question<void, readonly Named[]>(host, {
      ask: (_, signal) => host.api.call(listSimulationSoftware, {}, { signal }),
      failed: 'simulation programs could not be read',
    });
    this.#labels = new Question<void, readonly Priority[]>(host, {
      ask: (_, signal) => host.api.call(listPriorities, {}, { signal }),
      failed: 'priority labels could not be read',
    });
    this.#others = new Question<(values: JobValues) => void, Job | null>(host, {
      ask: async (_, signal) => this.job && host.api.call(readJob, { params: { id: this.job.id } }, { signal }),
      failed: 'a changed job could not be read',
      onAnswer: (theirs, set) => theirs && this.#hear(theirs, set),
    });
    makeStore(this);
  }

  /** Why the form cannot be shown. */
  get error(): unknown {
    return this.#opening.error;
  }

  /** Programs that a simulated build time can come from. */
  get software(): readonly Named[] {
    return this.#software.answer ?? [];
  }

  /** Labels that say how urgent a job is. */
  get labels(): readonly Priority[] {
    return this.#labels.answer ?? [];
  }

  get zone(): Zone {
    return this.#around.zone;
  }

  get locks(): Locks {
    return locksOf(this.job);
  }

  get asksDuration(): boolean {
    return asksDuration(this.job);
  }

  async open(beginning: Beginning = {}): Promise<void> {
    const { begun = null } = beginning;
    this.#software.ask();
    this.#labels.ask();
    this.#eventId = begun?.eventId ?? this.#eventId;
    this.begun = begun?.values ?? null;
    if (this.job) this.initial = valuesOf(this.job, this.zone);
    else await this.#opening.run(beginning);
  }

  /** Hears of what others do to the job, until disposed. `set` fills in the form. */
  follows(set: (values: JobValues) => void): Dispose {
    // Somebody may have changed it while the page was loaded again.
    if (this.begun) this.#others.ask(set);
    return together(
      this.#host.events.on(jobChanged, ({ jobId }) => {
        if (jobId === this.job?.id && !this.#saving) this.#others.ask(set);
      }),
      this.#others.stop,
    );
  }

  dispose(): void {
    this.#keeper.forget();
    this.#software.stop();
    this.#labels.stop();
    this.estimate.dispose();
    this.slots.dispose();
    this.uploads.dispose();
  }

  /** Has somebody entered something? What the form filled in by itself does not count. */
  get unsaved(): boolean {
    const { last, initial } = this;
    if (!last || !initial) return false;
    const names = Object.keys(emptyJob).filter((name): name is keyof JobValues => name in emptyJob);
    return names.some((name) => {
      const now = sayingOf(last, name);
      return now !== sayingOf(initial, name) && now !== this.#filled.get(name);
    });
  }

  /** The form has changed: fills in what follows from that, and asks what has to be asked anew. */
  follow(values: JobValues, set: SetValue): void {
    const before = this.last;
    this.last = values;
    const fill: SetValue = (name, value) => {
      this.#filled.set(name, sayingOf({ ...values, [name]: value }, name));
      set(name, value);
    };
    this.#keep(values);
    const isNew = this.job === null;
    const changed = (...names: (keyof JobValues)[]) => !before || names.some((name) => before[name] !== values[name]);
    const parts = !before || keyOf(before.files) !== keyOf(values.files);
    if (parts && isNew && this.#hasOwnName(values)) fillName(values, fill);
    if (parts || (changed('equipmentDTO') && values.files.length > 0)) this.#askEstimate(values, fill);
    if (!this.locks.machine && (before || isNew)) fillMachine(values, this.choices, fill);
    if (changed('equipmentDTO', 'materialDTO', 'estimatedTime')) this.#askSlot(values);
    if (changed('fromDate', 'toDate', 'equipmentDTO') || parts) this.refused.forget();
    if (before) fillTimes(values, before, this.zone, fill);
    else if (isNew) fillActual(values, this.zone, fill);
  }

  /** Dates of a slot as the form has them. */
  dates({ fromDate, toDate }: Slot): Pick<JobValues, 'fromDate' | 'toDate'> {
    return { fromDate: this.zone.toPicker(Number(fromDate)), toDate: this.zone.toPicker(Number(toDate)) };
  }

  /** Saves. `null` when the server refused in a way that the form can help with; other failures are thrown. */
  async save(values: CheckedJob): Promise<Job | null> {
    this.refused.forget();
    this.#saving = true;
    const { job } = this;
    const { api, log } = this.#host;
    const draft = draftOf(values, this.zone, job?.jobSource ?? 'SCHEDULING', this.asksDuration);
    try {
      const saved = job
        ? await api.call(updateJob, { body: { ...draft, id: job.id, version: job.version } })
        : await api.call(createJob, { body: { ...draft, eventId: this.#eventId } });
      this.#keeper.forget();
      return saved;
    } catch (error) {
      log.warn('the job was not saved', { error: String(error) });
      if (!(error instanceof CallError) || !helped.includes(error.code)) throw error;
      if (error.code === 'CHANGED' && job) this.#compare(await api.call(readJob, { params: { id: job.id } }));
      else void this.refused.take(error);
      return null;
    } finally {
      this.#saving = false;
    }
  }

  /** The parts with what is left of each now, after OVER_ALLOCATED. */
  async recount(files: readonly ChosenPart[]): Promise<ChosenPart[]> {
    const left = await this.#host.api.call(fileJobStatus, { body: files.map(({ id }) => id) });
    const own = new Map(this.initial?.files.map(({ id, quantity }) => [id, this.job ? quantity : 0]));
    return files.map((part) => {
      const free = left.find(({ id }) => id === part.id)?.notScheduled;
      return free === undefined ? part : { ...part, max: free + (own.get(part.id) ?? 0) };
    });
  }

  /** The job as it was chosen; from now on it is changed from the other person's version. */
  settle(): JobValues | null {
    const { shown } = this.conflict;
    if (!shown) return null;
    const { theirs, mine, theirValues, differences: chosen } = shown;
    const values = mixed(mine, theirValues, chosen);
    this.#take(theirs, theirValues, values);
    return values;
  }

  #take(job: Job, initial: JobValues, values: JobValues): void {
    this.job = job;
    this.initial = initial;
    this.#filled.clear();
    // What is put in now is what was chosen: nothing follows from it.
    this.last = values;
    this.conflict.show(null);
    this.refused.forget();
  }

  #hear(theirs: Job, set: (values: JobValues) => void): void {
    if (this.#saving || theirs.version === this.job?.version) return;
    if (this.unsaved) return this.#compare(theirs);
    const values = valuesOf(theirs, this.zone);
    this.#take(theirs, values, values);
    set(values);
  }

  /** Puts what is entered beside what somebody else saved meanwhile. */
  #compare(theirs: Job): void {
    const { job, initial, last: mine } = this;
    if (!initial || !mine || theirs.version === job?.version) return;
    const theirValues = valuesOf(theirs, this.zone);
    const rows = differences(initial, mine, theirValues, locksOf(theirs));
    this.conflict.show({ theirs, mine, theirValues, differences: rows });
  }

  /** Did the form name the job by itself? */
  #hasOwnName(values: JobValues): boolean {
    const { jobName } = values;
    return jobName === '' || jobName === this.initial?.jobName || this.#isFilled(values, 'jobName');
  }

  #isFilled(values: JobValues, name: keyof JobValues): boolean {
    return sayingOf(values, name) === this.#filled.get(name);
  }

  /** What somebody entered outlasts a reload. */
  #keep(values: JobValues): void {
    if (this.unsaved) this.#keeper.write({ form: 'job', job: this.job, eventId: this.#eventId, values });
    else this.#keeper.forget();
  }

  #askEstimate({ files, equipmentDTO }: JobValues, fill: SetValue): void {
    this.estimate.ask(files, equipmentDTO, (hours) => {
      const { last } = this;
      // Of a job that is planned already it is no more than a hint.
      if (this.job || !last) return;
      const isOwn = last.estimatedTime === null || this.#isFilled(last, 'estimatedTime');
      if (isOwn && last.estimatedTime !== hours) fill('estimatedTime', hours);
    });
  }

  /** Only a job whose start can change is offered another one. */
  #askSlot({ equipmentDTO, estimatedTime, materialDTO }: JobValues): void {
    if (equipmentDTO === null || estimatedTime === null || this.locks.start) return this.slots.ask(null);
    const excludeJobId = this.job?.id ?? null;
    this.slots.ask({ equipmentId: equipmentDTO, hours: estimatedTime, materialId: materialDTO, excludeJobId });
  }
}
