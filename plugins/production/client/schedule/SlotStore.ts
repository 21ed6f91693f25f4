import type { CallResult } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import { readCalendar } from '@sinter/sdk/contract/scheduling/calendar';
import { nextSlot } from '@sinter/sdk/contract/scheduling/jobs';
import { say } from '@sinter/sdk/i18n/said';
import { newId, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question, together } from '@sinter/sdk/state';

type Slot = CallResult<typeof nextSlot>;

/** What is to become a job. */
export interface ForSchedule {
  machineId: number;
  materialId: number | undefined;
  name: string;
  /** `null`: a person has to say. */
  hours: number | null;
  plan: (job: { eventId: string; jobName: string; fromDate: string; toDate: string }) => Promise<unknown>;
  onDone: () => void;
  onFailed: () => void;
}

/** A build on its way to the schedule: how long it takes, and when its machine is free for that. */
export class SlotStore {
  name: string;
  hours: string;
  readonly slot: Question<number, Slot>;
  /** IANA name of the facility's zone. */
  readonly zone: Question<void, string>;
  readonly saving: Action<[], unknown>;
  readonly #eventId = newId();

  constructor(host: Pick<PluginHost, 'api' | 'log' | 'events'>, wanted: ForSchedule) {
    this.name = wanted.name;
    this.hours = wanted.hours === null ? '' : String(Math.max(1, Math.ceil(wanted.hours)));
    this.slot = new Question<number, Slot>(host, {
      ask: (totalHours, signal) => {
        const query = { equipment: wanted.machineId, totalHours, material: wanted.materialId };
        return host.api.call(nextSlot, { query }, { signal });
      },
      failed: 'the next slot could not be asked',
      debounceMs: 250,
    });
    this.zone = new Question<void, string>(host, {
      ask: async (_asked, signal) => (await host.api.call(readCalendar, {}, { signal })).timeZone,
      failed: 'the time zone of the facility could not be loaded',
    });
    this.saving = new Action<[], unknown>(host, {
      run: () => {
        const { fromDate, toDate } = this.slot.answer ?? {};
        const jobName = this.name.trim();
        return wanted.plan({ eventId: this.#eventId, jobName, fromDate: fromDate ?? '', toDate: toDate ?? '' });
      },
      onDone: wanted.onDone,
      onFailed: (error) => {
        wanted.onFailed();
        if (error instanceof CallError && error.code === 'SLOT_TAKEN') this.slot.refresh();
      },
      failed: 'a build was not scheduled',
    });
    makeStore(this);
  }

  start(): Dispose {
    this.#ask();
    return together(this.slot.follow(), this.zone.start());
  }

  get ready(): boolean {
    const { slot } = this;
    return (
      this.name.trim() !== '' && this.wanted !== null && slot.state === 'answered' && slot.answer?.fromDate != null
    );
  }

  get wanted(): number | null {
    const hours = Number(this.hours);
    return Number.isInteger(hours) && hours >= 1 && hours <= 8760 ? hours : null;
  }

  /** Why there is no slot. */
  get without(): string | null {
    const { reason, said } = this.slot.answer ?? {};
    return reason === undefined ? null : say(reason, said);
  }

  setName(name: string): void {
    this.name = name;
  }

  setHours(hours: string): void {
    this.hours = hours.replace(/\D/g, '').slice(0, 4);
    this.#ask();
  }

  #ask(): void {
    if (this.wanted === null) this.slot.clear();
    else this.slot.ask(this.wanted);
  }
}
