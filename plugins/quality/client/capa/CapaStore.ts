import type { CallArguments } from '@sinter/sdk/contract/call';
import {
  addCapaTask,
  capaChanged,
  endCapaTaskLink,
  finishCapaTask,
  fireCapa,
  linkCapaNcr,
  linkCapaTask,
  readCapa,
  removeCapa,
  removeCapaTask,
  updateCapa,
  updateCapaTask,
  type Capa,
  type CapaEvent,
  type CapaTask,
} from '@sinter/sdk/contract/quality/capas';
import { newId, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';
import { capasPath } from '../paths.ts';
import { askPeople, type People } from './people.ts';

type Host = Pick<PluginHost, 'api' | 'events' | 'log' | 'navigate'>;
type Body = CallArguments<typeof updateCapa>['body'];
export type TaskDraft = Omit<CallArguments<typeof updateCapaTask>['body'], 'version'>;

/** What is worked on beside a corrective action. */
export type Beside =
  | { what: 'change' | 'analysis' | 'ncr' | 'newTask' }
  | { what: 'VERIFY' | 'FAIL' | 'CLOSE' }
  | { what: 'task' | 'done' | 'link'; task: CapaTask };

/** What is removed once it is confirmed: the draft, or a task. */
export type Removing = { task: CapaTask | null };

/** A link for a supplier, which is shown once. */
export interface MadeLink {
  taskId: number;
  url: string;
  until: string;
}

/** One corrective or preventive action. */
export class CapaStore {
  beside: Beside | null = null;
  removing: Removing | null = null;
  made: MadeLink | null = null;
  readonly id: number;
  readonly reading: Question<void, Capa>;
  readonly people: Question<void, People>;
  readonly firing: Action<[CapaEvent], Capa>;
  readonly reopening: Action<[number], Capa>;
  readonly linking: Action<[number], Capa>;
  readonly unlinking: Action<[number], Capa>;
  readonly ending: Action<[number], Capa>;
  readonly removal: Action<[Removing], Capa | null>;
  readonly #host: Host;

  constructor(host: Host, id: number) {
    const { api } = host;
    this.#host = host;
    this.id = id;
    this.reading = new Question<void, Capa>(host, {
      ask: (_, signal) => api.call(readCapa, { params: { id } }, { signal }),
      failed: 'a corrective action could not be loaded',
      refreshOn: [on(capaChanged, ({ capaId }) => capaId === id)],
    });
    this.people = askPeople(host);
    const onDone = (capa: Capa) => this.show(capa);
    this.firing = new Action<[CapaEvent], Capa>(host, {
      run: (event) => api.call(fireCapa, { params: { id }, body: { eventId: newId(), event } }),
      ...{ onDone, failed: 'a corrective action was not moved', toast: true },
    });
    this.reopening = new Action<[number], Capa>(host, {
      run: (taskId) => api.call(finishCapaTask, { params: { id, taskId }, body: { done: false } }),
      ...{ onDone, failed: 'a task was not reopened', toast: true },
    });
    this.linking = new Action<[number], Capa>(host, {
      run: (ncrId) => api.call(linkCapaNcr, { params: { id }, body: { ncrId, linked: true } }),
      onDone: (capa) => this.saved(this.beside?.what === 'ncr' ? this.beside : null, capa),
      ...{ failed: 'a non-conformance was not linked', toast: true },
    });
    this.unlinking = new Action<[number], Capa>(host, {
      run: (ncrId) => api.call(linkCapaNcr, { params: { id }, body: { ncrId, linked: false } }),
      ...{ onDone, failed: 'a non-conformance was not unlinked', toast: true },
    });
    this.ending = new Action<[number], Capa>(host, {
      run: (taskId) => api.call(endCapaTaskLink, { params: { id, taskId } }),
      onDone: (capa) => {
        this.made = null;
        this.show(capa);
      },
      ...{ failed: 'the link of a task was not ended', toast: true },
    });
    this.removal = new Action<[Removing], Capa | null>(host, {
      run: async ({ task }) => {
        if (task) return await api.call(removeCapaTask, { params: { id, taskId: task.id } });
        await api.call(removeCapa, { params: { id } });
        return null;
      },
      onDone: (capa) => (capa ? this.show(capa) : host.navigate(capasPath)),
      ...{ failed: 'it was not removed', toast: true },
    });
    makeStore(this);
  }

  start(): Dispose {
    return together(this.reading.start(), this.people.start());
  }

  open(beside: Beside | null): void {
    this.beside = beside;
  }

  askRemoval(removing: Removing | null): void {
    this.removing = removing;
  }

  /** What is open beside it stays, with what was entered there. */
  show(capa: Capa): void {
    this.reading.put(capa);
  }

  /** What was entered beside it is saved: that is closed, unless something else is open there by now. */
  saved(beside: Beside | null, capa: Capa): void {
    if (this.beside === beside) this.beside = null;
    this.show(capa);
  }

  read(): Promise<Capa> {
    return this.#host.api.call(readCapa, { params: { id: this.id } });
  }

  /** Writes what it is about; `part` is what has changed of it. */
  async save(capa: Capa, part: Partial<Omit<Body, 'version'>>): Promise<void> {
    const { version, title, type, source, method, problem, owner, dueOn, analysis, rootCause } = capa;
    const now = { version, title, type, source, method, problem, ownerId: owner?.id ?? null, dueOn };
    const body = { ...now, analysis, rootCause, ...part };
    const { beside } = this;
    this.saved(beside, await this.#host.api.call(updateCapa, { params: { id: this.id }, body }));
  }

  async fire(body: CallArguments<typeof fireCapa>['body']): Promise<void> {
    const { beside } = this;
    this.saved(beside, await this.#host.api.call(fireCapa, { params: { id: this.id }, body }));
  }

  /** `eventId` is of who begins one; a task that is changed has its own. */
  async saveTask(task: CapaTask | null, eventId: string, draft: TaskDraft): Promise<void> {
    const { api } = this.#host;
    const { id, beside } = this;
    this.saved(
      beside,
      task
        ? await api.call(updateCapaTask, {
            params: { id, taskId: task.id },
            body: { ...draft, version: task.version },
          })
        : await api.call(addCapaTask, { params: { id }, body: { ...draft, eventId } }),
    );
  }

  async finish(task: CapaTask, result: string): Promise<void> {
    const params = { id: this.id, taskId: task.id };
    const { beside } = this;
    this.saved(beside, await this.#host.api.call(finishCapaTask, { params, body: { done: true, result } }));
  }

  async makeLink({ id: taskId }: CapaTask, days: number): Promise<void> {
    const { beside } = this;
    const made = await this.#host.api.call(linkCapaTask, { params: { id: this.id, taskId }, body: { days } });
    this.keepLink({ taskId, ...made });
    if (this.beside === beside) this.open(null);
    this.reading.refresh();
  }

  keepLink(made: MadeLink): void {
    this.made = made;
  }
}
