import { CallError } from '@sinter/sdk/contract/errors';
import { facilityJobs } from '@sinter/sdk/contract/scheduling/chart';
import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import { createToken, type Dispose, newId, type PluginHost } from '@sinter/sdk/plugin';
import { type AppServices, appServices } from '@sinter/sdk/plugin/apps';
import { Action, on, Question } from '@sinter/sdk/state';
import { today } from '@sinter/sdk/ui/dates';
import { maintenanceDone } from './events.ts';
import { addDays, buildHours, dueOn, type Plan, planSchema, type Task } from './plan.ts';

const prefix = 'plans/';
/** The chart answers at most a year. */
const longestDays = 365;

/** The plans of the facility, and what is done with them. */
export class Maintenance {
  readonly tasks: Question<null, Task[]>;
  readonly done: Action<[Task]>;
  readonly remove: Action<[Task]>;
  readonly #host: PluginHost;
  readonly #apps: AppServices;
  #users = 0;
  #stop: Dispose = () => {};

  constructor(host: PluginHost) {
    this.#host = host;
    this.#apps = appServices(host);
    this.tasks = new Question(host, {
      ask: (_, signal) => this.#read(signal),
      failed: 'the maintenance plans could not be loaded',
      // Builds wear a machine, and others maintain it.
      refreshOn: [on(jobChanged), on(maintenanceDone)],
      settleMs: 1000,
    });
    // Somebody who was faster has done it already: `revision` refuses to do it twice, and the list is read again.
    this.done = new Action(host, {
      run: ({ key, revision, dueOn: _, buildHours: __, ...plan }: Task) =>
        this.#put(key, { ...plan, lastDone: today() }, revision),
      failed: 'the maintenance was not noted down',
      toast: true,
      onFailed: () => this.tasks.refresh(),
    });
    this.remove = new Action(host, {
      run: async ({ key, revision, equipmentId }: Task) => {
        await this.#apps.storage.facility.delete(key, { revision });
        await this.#tell(equipmentId);
      },
      failed: 'the plan was not removed',
      toast: true,
      onFailed: () => this.tasks.refresh(),
    });
  }

  /** Keeps the plans up to date as long as somebody shows them. */
  start(): Dispose {
    this.#users += 1;
    if (this.#users === 1) this.#stop = this.tasks.start(null);
    let used = true;
    return () => {
      if (!used) return;
      used = false;
      this.#users -= 1;
      if (this.#users === 0) this.#stop();
    };
  }

  /** What is due first on a machine. */
  next(equipmentId: number): Task | undefined {
    return this.tasks.answer?.find((task) => task.equipmentId === equipmentId);
  }

  add(plan: Plan): Promise<void> {
    return this.#put(`${prefix}${newId()}`, plan, 0);
  }

  async #put(key: string, plan: Plan, revision: number): Promise<void> {
    await this.#apps.storage.facility.put(key, plan, { revision });
    await this.#tell(plan.equipmentId);
  }

  async #tell(equipmentId: number): Promise<void> {
    this.tasks.refresh();
    await this.#apps.publish(maintenanceDone, { equipmentId });
  }

  async #read(signal: AbortSignal): Promise<Task[]> {
    const documents = await this.#documents();
    const plans = documents.map(({ value }) => value);
    const jobs = await this.#jobs(plans, signal);
    const [day, now] = [today(), Date.now()];
    const tasks = documents.map(({ key, revision, value }) => {
      const hours = jobs && buildHours(jobs, value, now);
      return { ...value, key, revision, buildHours: hours, dueOn: dueOn(value, hours, day) };
    });
    return tasks.sort((one, other) => (one.dueOn < other.dueOn ? -1 : 1));
  }

  async #documents() {
    const { facility } = this.#apps.storage;
    const found = [];
    for (let after: string | null | undefined; after !== null;) {
      const page = await facility.list(planSchema, { prefix, limit: 500, ...(after === undefined ? {} : { after }) });
      found.push(...page.documents);
      after = page.next;
    }
    return found;
  }

  /** `null`: the person sees the chart of the enterprise, and not the schedule of the facility. Plans by days go without it. */
  async #jobs(plans: readonly Plan[], signal: AbortSignal) {
    const byHours = plans.filter(({ everyBuildHours }) => everyBuildHours !== null);
    if (byHours.length === 0) return null;
    const since = byHours.map(({ lastDone }) => lastDone).reduce((one, other) => (one < other ? one : other));
    const first = Math.max(Date.parse(since), Date.parse(addDays(today(), -longestDays + 1)));
    const body = {
      equipments: [...new Set(byHours.map(({ equipmentId }) => equipmentId))],
      fromDate: String(first),
      toDate: String(Date.now()),
    };
    try {
      return await this.#host.api.call(facilityJobs, { body }, { signal });
    } catch (error) {
      if (error instanceof CallError && (error.code === 'FORBIDDEN' || error.code === 'SCOPE')) return null;
      throw error;
    }
  }
}

export const maintenance = createToken<Maintenance>('sinter-labs.maintenance/Maintenance@1');
